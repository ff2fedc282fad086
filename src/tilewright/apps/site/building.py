"""Write a site into a folder."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from tilewright.apps.site.days import add_days, collect_days
from tilewright.apps.site.docs import add_docs
from tilewright.apps.site.feeds import add_feeds
from tilewright.apps.site.files import SiteFiles, check_folder
from tilewright.apps.site.previews import add_day_previews, add_previews
from tilewright.apps.site.shell import add_answers, add_offline, add_shell, add_start, check_kernels
from tilewright.drawing import draw, png
from tilewright.solving.search import solve
from tilewright.system.work.progress import Progress

#: What a site can be built without.
PARTS = ("atlas", "docs", "previews")
#: Folders of parts that do not count in its size.
_LARGE = ("atlas", "docs")
#: The days before the first one that the archive has.
_ARCHIVE = 365
#: Seconds for the facts of the atlas in one run.
_ATLAS_TIME = 600.0
#: The board in the preview of links, whose shape is what they show, and its width in pixels.
_PREVIEW = "10x19-4,9"
_PREVIEW_WIDTH = 1200


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was written.

    Parameters
    ----------
    folder : Path
    files, size, packed : int
        The number of its files without docs and atlas, and their bytes, as they are and as gzip.
    first, last : date
        The days that have puzzles.
    parts : tuple of str
        What it has beside the page.
    missing : int
        The number of facts in the atlas for which there was no time.
    """

    folder: Path
    files: int
    size: int
    packed: int
    first: datetime.date
    last: datetime.date
    parts: tuple[str, ...]
    missing: int = 0


def build_site(
    folder: Path,
    *,
    days: int = 400,
    first: datetime.date | None = None,
    archive: int = _ARCHIVE,
    without: Collection[str] = (),
    address: str = "",
    atlas_time: float | None = _ATLAS_TIME,
    progress: Callable[[Progress], object] = lambda _: None,
) -> Site:
    """Write a site into a folder, or bring the one that is there up to date.

    Parameters
    ----------
    folder : Path
        A new or empty folder, or one with a site.
    days : int
        The number of days ahead that have puzzles.
    first : date, optional
        The first of these days; by default, today.
    archive : int
        The number of days before them that have puzzles, too. Days that were made are kept beside
        the folder.
    without : collection of str
        Parts to leave out, of `PARTS`.
    address : str
        Where the site will be. Some programs show the picture of a link only if they are given its
        whole address, and feeds of the days need it.
    atlas_time : float, optional
        Seconds for the facts of the atlas; they are kept beside the folder and resumed. None means
        no limit.
    progress : callable
        Called with a `Progress`.

    Raises
    ------
    OutputError
        If the folder has other files, or cannot be written.
    RequestError
        If the kernels of the page are missing.
    """
    check_folder(folder)
    begin = (first or datetime.date.today()) - datetime.timedelta(archive)
    dates = [begin + datetime.timedelta(number) for number in range(archive + days)]
    progress(Progress(phase="the kernels"))
    check_kernels()
    files = SiteFiles()
    add_answers(files)
    puzzles = collect_days(dates, _facts_folder(folder), progress)
    add_days(files, puzzles)
    progress(Progress(phase="the page"))
    if address and not address.endswith("/"):
        address += "/"
    parts = _add_parts(files, without, address)
    if "previews" in parts:
        add_day_previews(files, puzzles, address)
    if address:
        add_feeds(files, puzzles, address, dates[archive])
        parts.append("feeds")
    add_shell(files, parts, address)
    files.add("preview.png", _draw_preview())
    add_start(files, [date.isoformat() for date in dates])
    add_offline(files)
    files.write(folder)
    missing = _build_atlas(folder, atlas_time, progress) if "atlas" in parts else 0
    sizes = files.sizes(without=_LARGE).values()
    plain, packed = (sum(column) for column in zip(*sizes, strict=True))
    return Site(folder, len(sizes), plain, packed, dates[0], dates[-1], tuple(parts), missing)


def _facts_folder(folder: Path) -> Path:
    """Return the folder beside a site of what later runs need not find out again."""
    whole = folder.resolve()
    return whole.with_name(f"{whole.name}-facts")


def _add_parts(files: SiteFiles, without: Collection[str], address: str) -> list[str]:
    """Add the docs, if they are built, and the previews; return which parts the site has."""
    docs = Path(__file__).parents[4] / "docs" / "_build" / "html"
    parts = [part for part in PARTS if part not in without]
    if not (docs / "index.html").is_file():
        parts = [part for part in parts if part != "docs"]
    if "docs" in parts:
        add_docs(files, docs)
    if "previews" in parts:
        add_previews(files, address)
    return parts


def _build_atlas(
    folder: Path,
    seconds: float | None,
    progress: Callable[[Progress], object],
) -> int:
    """Write the atlas into the site, with records beside it; return how many facts it lacks."""
    from tilewright.apps.atlas import build as build_atlas
    from tilewright.shapes.atlas.record_files import unpack

    facts = _facts_folder(folder)
    unpack(facts)
    built = build_atlas(
        folder / "atlas", facts=facts, play="../", timeout=seconds, progress=progress
    )
    return built.missing


def _draw_preview() -> bytes:
    """Return the picture that a link to the site shows."""
    tiling = solve(_PREVIEW, "L3+")
    assert tiling is not None
    return png(draw(tiling, names=False), width=_PREVIEW_WIDTH)
