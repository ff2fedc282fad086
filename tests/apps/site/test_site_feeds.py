"""The days of a site as other programs read them: a feed, a calendar, and previews of links."""

from __future__ import annotations

import datetime
import io
import re
from typing import Any

import pytest
from defusedxml import ElementTree
from PIL import Image

from tilewright.apps.page import shipped
from tilewright.apps.site.feeds import add_feeds
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.site.previews import add_day_previews

ADDRESS = "https://example.org/a?x=1&y=ü,;/"
TODAY = datetime.date(2026, 12, 6)
ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT00:00:00Z")


@pytest.fixture(scope="module")
def days() -> dict[datetime.date, list[dict[str, Any]]]:
    """The puzzles of some days before and after a Sunday."""
    dates = [TODAY + datetime.timedelta(number) for number in range(-40, 12)]
    return {day: shipped.days()[day.isoformat()]["puzzles"] for day in dates}


@pytest.fixture(scope="module")
def files(days: dict[datetime.date, list[dict[str, Any]]]) -> dict[str, bytes]:
    made = SiteFiles()
    add_feeds(made, days, ADDRESS, TODAY)
    return made.contents


def link(day: datetime.date) -> str:
    return f"{ADDRESS}#/day/{day.isoformat()}"


def test_the_feed_has_the_days_up_to_today(files: dict[str, bytes]) -> None:
    feed = ElementTree.fromstring(files["days.xml"])
    assert feed.tag == f"{ATOM}feed"
    # What RFC 4287 asks of a feed and of its entries.
    for name in ("id", "title", "updated"):
        assert len(feed.findall(ATOM + name)) == 1
    assert feed.find(f"{ATOM}author/{ATOM}name").text == "tilewright"
    links = {each.get("rel"): each.get("href") for each in feed.findall(f"{ATOM}link")}
    assert links == {"self": f"{ADDRESS}days.xml", "alternate": ADDRESS}
    entries = feed.findall(f"{ATOM}entry")
    dates = [TODAY - datetime.timedelta(number) for number in range(31)]
    assert [entry.find(f"{ATOM}id").text for entry in entries] == [link(day) for day in dates]
    for entry, day in zip(entries, dates, strict=True):
        assert [each.get("href") for each in entry.findall(f"{ATOM}link")] == [link(day)]
        for name in ("published", "updated"):
            (moment,) = entry.findall(ATOM + name)
            assert MOMENT.fullmatch(moment.text)
            assert moment.text.startswith(day.isoformat())
    assert feed.find(f"{ATOM}updated").text == entries[0].find(f"{ATOM}updated").text
    assert entries[0].find(f"{ATOM}title").text == "Sunday, December 6, 2026"
    assert entries[0].find(f"{ATOM}summary").text.startswith("Cover all but December 6 (hard) · ")


def unfolded(content: bytes) -> list[str]:
    """The lines of a calendar, which is checked as RFC 5545 has it."""
    assert content.endswith(b"\r\n")
    lines = content[:-2].split(b"\r\n")
    assert not any(b"\r" in line or b"\n" in line for line in lines)
    assert max(map(len, lines)) == 75
    # No letter is broken in two.
    words = [line.decode() for line in lines]
    return "\n".join(words).replace("\n ", "").split("\n")


def plain(text: str) -> str:
    """The text of a value."""
    assert not re.search(r"(?<!\\)(?:\\\\)*[,;]", text)
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def test_the_calendar_has_a_day_for_each_day(
    files: dict[str, bytes], days: dict[datetime.date, list[dict[str, Any]]]
) -> None:
    lines = unfolded(files["days.ics"])
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert lines[-1] == "END:VCALENDAR"
    assert [line.partition(":")[0] for line in lines].count("PRODID") == 1
    events: list[dict[str, str]] = []
    for line in lines[1:-1]:
        name, _, value = line.partition(":")
        assert re.fullmatch(r"[A-Z-]+(?:;VALUE=[A-Z]+)?", name)
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and line != "END:VEVENT":
            assert events[-1].setdefault(name, value) is value
    assert lines.count("END:VEVENT") == len(events)
    shown = [day for day in sorted(days) if day >= TODAY - datetime.timedelta(30)]
    assert [event["URL"] for event in events] == [link(day) for day in shown]
    # The same each time that the site is built: a calendar replaces events by it.
    assert [plain(event["UID"]) for event in events] == [link(day) for day in shown]
    assert len(events) == 42
    for event, day in zip(events, shown, strict=True):
        assert event["DTSTART;VALUE=DATE"] == day.strftime("%Y%m%d")
        assert re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"])
        about, address = plain(event["DESCRIPTION"]).split("\n")
        assert address == link(day)
        assert about.count("(") == about.count("·") + 1 == len(days[day])


def test_each_day_has_a_preview_without_a_spoiler(
    days: dict[datetime.date, list[dict[str, Any]]],
) -> None:
    files = SiteFiles()
    few = dict(list(days.items())[:2])
    again = max(few).replace(year=2027)
    few[again] = shipped.days()[again.isoformat()]["puzzles"]
    add_day_previews(files, few, "https://example.org/")
    # The picture of a date is the same each year.
    assert sorted(files.contents) == sorted(
        {f"d/{day.isoformat()}.html" for day in few} | {f"d/{day:%m-%d}.png" for day in few}
    )
    for day in few:
        page = files.contents[f"d/{day.isoformat()}.html"].decode()
        assert f'content="https://example.org/d/{day:%m-%d}.png"' in page
        assert f'content="0; url=../#/day/{day.isoformat()}"' in page
        assert f'<meta property="og:title" content="{day:%A}, ' in page
        with Image.open(io.BytesIO(files.contents[f"d/{day:%m-%d}.png"])) as picture:
            assert picture.width == 480
            # Wide enough for a large card, and not cut.
            assert 1.5 < picture.width / picture.height < 2.1
