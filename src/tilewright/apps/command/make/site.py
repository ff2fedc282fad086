"""``tilewright site`` and ``atlas``: pages as static files, for any host of files."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import Json, deliver, note
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    LIMITS,
    OUTPUT,
    SECONDS,
    Positive,
    Seconds,
    ShowText,
    Whole,
    between,
)
from tilewright.errors import RequestError
from tilewright.system.values.arguments import counted, duration

if TYPE_CHECKING:
    from tilewright.apps.site import Site


def atlas(
    folder: Annotated[Path, Parameter(help="The folder to write to. Records in it are resumed.")],
    /,
    *sets: Annotated[
        str,
        Parameter(
            help="Which sets: polyominoes, polyiamonds, polyhexes, polycubes, or one size of "
            "them, such as pentominoes. [default: the first four]"
        ),
    ],
    cells: Positive | None = None,
    per_fact: Annotated[
        float, SECONDS, Parameter(group=LIMITS, metavar="SECONDS", show_default=True)
    ] = 5.0,
    timeout: Seconds = None,
    facts: Annotated[Path | None, Parameter(group=OUTPUT, metavar="FOLDER")] = None,
    play: Annotated[str | None, Parameter(group=OUTPUT, metavar="ADDRESS")] = None,
    show: ShowText = ShowText(),
) -> int:
    """Build the atlas: a page for each small polyform with everything that is known about it.

    Finds how each piece tiles the plane, its rectangles or boxes, how copies tile
    an enlarged piece, and rectangles with one cell missing. What is not found
    within this time is shown as not known. Each record is saved at once. Run the same command again
    to resume. With a larger --per-fact, it also retries what is not known.

    For example:

      tilewright atlas out/atlas trominoes
      tilewright atlas out/atlas trihexes tricubes --per-fact 1

    Parameters
    ----------
    cells
        The most cells of a piece. [default: 8 squares, 8 triangles, 6 hexagons, 5 cubes]
    per_fact
        Spend at most this long on each fact.
    timeout
        Stop after this many seconds, and write the pages with what is known by then.
    facts
        Keep the records in this folder. [default: FOLDER/facts]
    play
        Link to the page that plays puzzles, at this address: ../ if the atlas is in a subfolder of
        it.
    """
    from tilewright.apps.atlas import build

    with CommandWork(show) as work:
        built = build(
            folder,
            sets,
            cells=cells,
            per_fact=per_fact,
            timeout=timeout,
            facts=facts,
            play=play,
            progress=work.report,
        )
    if not built.parquet:
        note(
            "no Parquet file was written, because it requires pyarrow: pip install "
            '"tilewright[store]"'
        )
    if built.missing:
        note(
            f"there was no time for {counted(built.missing, 'fact')}; run the command again to go "
            "on"
        )
    return deliver(
        show,
        lambda: {
            "pieces": len(built.records),
            "files": built.files,
            "bytes": built.nbytes,
            "missing": built.missing,
            "parquet": built.parquet,
        },
        ""
        if show.quiet
        else f"{folder}: {counted(len(built.records), 'piece')} in {counted(built.files, 'file')}, "
        f"{built.nbytes / 1e6:.1f} MB",
        code=3 if built.missing else 0,
    )


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
    FOLDER can be copied to any host, below any path. Run the command again to add
    more days; only files that changed are written.

    For example:

      tilewright site out/site
      tilewright site out/site --days 800
      tilewright site out/site --without atlas,docs

    Parameters
    ----------
    folder
        The folder to write: a new one, an empty one, or one with a site.
    days
        The number of days ahead with puzzles of the day. The year before is added, too.
    first
        The first of these days: YYYY-MM-DD. [default: today]
    without
        Parts to leave out: atlas, docs, previews, or several, separated by commas. Previews are
        what messengers show of a link to a puzzle.
    address
        Where the site will be, such as https://example.org/tiles/. Messengers need it to
        show the pictures of previews. With it, the site has files of the days for
        calendars and feed readers.
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
            f"`without` must be some of {', '.join(PARTS)}, got '{unknown[0]}'", where="without"
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
        f"the atlas lacks {built.missing:,} facts; the same command finds more\n"
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
