"""The puzzles of days as files that other programs read: a feed (Atom, RFC 4287) and a calendar
(iCalendar, RFC 5545).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence

from tilewright.apps.page.shipped import Short
from tilewright.apps.site.days import day_name, day_tasks
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.templates import render
from tilewright.version import __version__

#: The files, their media types, and what they are called.
FEEDS = {
    "days.xml": ("application/atom+xml", "Puzzles of the day (feed)"),
    "days.ics": ("text/calendar", "Puzzles of the day (calendar)"),
}
_TITLE = "tilewright: puzzles of the day"
#: How many days before the last one the feed has, and before the same day the calendar.
_BEFORE = 30
#: The most bytes of a line of a calendar, without its end.
_LINE = 75


def add_feeds(
    files: SiteFiles,
    days: Mapping[datetime.date, Sequence[Short]],
    address: str,
    today: datetime.date,
) -> None:
    """Add a feed of the days up to `today`, and a calendar that has the days after it, too.

    `address` is that of the site, with a slash at its end.
    """
    first = today - datetime.timedelta(_BEFORE)
    shown = {day: day_tasks(day, days[day]) for day in sorted(days) if day >= first}
    files.add("days.xml", _atom({day: shown[day] for day in shown if day <= today}, address))
    files.add("days.ics", _calendar(shown, address))


def _link(address: str, day: datetime.date) -> str:
    return f"{address}#/day/{day.isoformat()}"


def _atom(days: Mapping[datetime.date, list[str]], address: str) -> str:
    """Return the feed, the last day first."""
    return render(
        "site/templates/days.xml",
        title=_TITLE,
        address=address,
        days=[
            {
                "name": day_name(day),
                "link": _link(address, day),
                "midnight": f"{day.isoformat()}T00:00:00Z",
                "tasks": days[day],
            }
            for day in sorted(days, reverse=True)
        ],
    )


def _calendar(days: Mapping[datetime.date, list[str]], address: str) -> str:
    """Return the calendar: an event of a whole day for each day."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//tilewright//tilewright {__version__}//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{_escape_text(_TITLE)}",
        f"X-WR-CALNAME:{_escape_text(_TITLE)}",
        "REFRESH-INTERVAL;VALUE=DURATION:P1W",
    ]
    for day, tasks in days.items():
        number = day.strftime("%Y%m%d")
        link = _link(address, day)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_escape_text(link)}",
            f"DTSTAMP:{number}T000000Z",
            f"DTSTART;VALUE=DATE:{number}",
            "SUMMARY:Puzzles of the day",
            f"DESCRIPTION:{_escape_text(' · '.join(tasks))}\\n{_escape_text(link)}",
            f"URL:{link}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _fold_line(line))


def _escape_text(text: str) -> str:
    """Return text as a value of a calendar."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text


def _fold_line(line: str) -> Iterator[str]:
    """Break a line of a calendar into parts of 75 bytes; the later ones begin with a space."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _LINE:
            yield part
            part = " "
        part += letter
    yield part
