"""``tilewright site``: the page as static files, for any host of files."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import Json, deliver
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    ShowText,
    Whole,
    between,
)
from tilewright.errors import RequestError
from tilewright.system.values.arguments import duration

if TYPE_CHECKING:
    from tilewright.apps.site import Site


#: The most days ahead: ten years.
_MOST = 3660


def site(
    folder: Annotated[Path, Parameter(metavar="FOLDER")],
    /,
    *,
    days: Annotated[Whole, Parameter(show_default=True), between(1, _MOST)] = 400,
    first: Annotated[str, Parameter(name="--from", metavar="DATE")] = "",
    without: Annotated[str, Parameter(metavar="PARTS")] = "",
    address: Annotated[str, Parameter(metavar="URL")] = "",
    show: ShowText = ShowText(),
) -> int:
    """Write the page as static files, for any web host.

    The site needs no server: puzzles, hints and checks run in the visitor's browser.
    FOLDER can be copied to any host, under any path. Run the command again to add
    more days; only files that changed are written.

    For example:

      tilewright site out/site
      tilewright site out/site --days 800
      tilewright site out/site --without atlas,docs

    Parameters
    ----------
    folder
        The folder to write to: a new or empty folder, or one with an earlier site.
    days
        The number of days for which the site has puzzles. The preceding year is also included.
    first
        The first of the --days, as YYYY-MM-DD. [default: today]
    without
        Parts to leave out (atlas, docs or previews), separated by commas. Previews are the pictures
        that messaging apps show for a link to a puzzle.
    address
        The address of the site, such as https://example.org/tiles/. Messaging apps need this
        address to show previews. If an address is given, the site also offers the daily puzzles as
        files for calendars and feed readers.
    """
    from tilewright.apps.site import build_site, check_folder

    left_out = _read_parts(without)
    day = _read_day(first) if first else None
    if address and not address.startswith(("http://", "https://")):
        raise RequestError(
            f"an address must begin with http:// or https://, got '{address}'", where="address"
        )
    check_folder(folder)
    with CommandWork(show) as work:
        built = build_site(
            folder, days=days, first=day, without=left_out, address=address, progress=work.report
        )
        seconds = work.seconds
    return deliver(show, lambda: _json(built, seconds), _text(built, seconds, quiet=show.quiet))


def _read_parts(words: str) -> list[str]:
    """Return the parts to leave out."""
    from tilewright.apps.site import PARTS

    parts = [word.strip() for word in words.split(",") if word.strip()]
    if unknown := [word for word in parts if word not in PARTS]:
        raise RequestError(
            f"`without` must contain only {', '.join(PARTS)}, got '{unknown[0]}'", where="without"
        )
    return parts


def _read_day(word: str) -> datetime.date:
    try:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", word, re.ASCII):
            raise ValueError
        return datetime.date.fromisoformat(word)
    except ValueError:
        raise RequestError(
            f"a date must be written as year-month-day, got '{word}'", where="from"
        ) from None


def _json(built: Site, seconds: float) -> Json:
    return {
        "folder": str(built.folder),
        "files": built.files,
        "bytes": built.size,
        "packed": built.packed,
        "first": built.first.isoformat(),
        "last": built.last.isoformat(),
        "parts": list(built.parts),
        "missing": built.missing,
        "seconds": round(seconds, 6),
    }


def _text(built: Site, seconds: float, *, quiet: bool) -> str:
    if quiet:
        return str(built.folder)
    *most, last = built.parts or ("",)
    parts = f", with {', '.join(most)}{' and ' if most else ''}{last}" if last else ""
    lacking = (
        f"the atlas is missing {built.missing:,} facts; run the same command again to find more\n"
        if built.missing
        else ""
    )
    return (
        f"{built.folder}: {built.files:,} files, {built.size:,} bytes ({built.packed:,} as "
        f"gzip){parts}\n"
        f"puzzles of the day from {built.first} to {built.last} ({duration(seconds)})\n"
        f"{lacking}"
        f"try it: python -m http.server --directory {built.folder}"
    )
