"""The site of the atlas: collects the facts, then writes all pages and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from tilewright.apps.atlas import figures
from tilewright.apps.atlas.pages import index_page, piece_page, set_page, table_pages
from tilewright.shapes.atlas.facts import LIMIT, open_facts
from tilewright.shapes.atlas.record_files import collect
from tilewright.shapes.atlas.records import Atlas, PieceRecord, json_text, parquet_bytes
from tilewright.shapes.atlas.sets import families, file_name
from tilewright.system.files.safe_write import checked_path, write
from tilewright.system.work.progress import Progress

#: What the page and the atlas share, by its place in the atlas.
_SHARED = {
    "tokens.css": "tokens.css",
    "icon.svg": "icon.svg",
    "fonts/figtree.woff2": "fonts/figtree.woff2",
}


@dataclass(frozen=True)
class Built:
    """The result of building the atlas.

    Attributes
    ----------
    records : list of PieceRecord
    missing : int
        The number of facts that could not be computed within the time limit.
    files, nbytes : int
        The number of files written and their total size in bytes, not counting the record files.
    parquet : bool
        Whether a Parquet file was written, which requires pyarrow.
    """

    records: list[PieceRecord]
    missing: int
    files: int
    nbytes: int
    parquet: bool


def build(
    folder: Path,
    sets: Iterable[str] = (),
    *,
    cells: int | None = None,
    per_fact: float = LIMIT,
    timeout: float | None = None,
    facts: Path | None = None,
    play: str | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Built:
    """Build the atlas as a site of static pages.

    Parameters
    ----------
    folder : Path
        The folder to write to. Existing records are reused, and existing pages are replaced.
    sets : iterable of str
        The sets of pieces to include; see `families`.
    cells : int, optional
        The maximum number of cells per piece; see `families`.
    per_fact : float
        The time limit for each fact, in seconds.
    timeout : float, optional
        The time limit for the whole build, in seconds. Computations that could exceed the time
        limit are not started. Facts that were not computed are shown as unknown.
    facts : Path, optional
        The folder for the records; by default, ``facts`` inside `folder`. If another folder is
        given, the records are also copied to ``facts`` so that the pages can link to them.
    play : str, optional
        The URL of the tilewright page that the atlas links to, relative to the atlas: ``../`` if
        the atlas is in a subfolder of that site.
    progress : callable, optional
        A callback that receives a `Progress` object before each piece.
    """
    folder = checked_path(folder)
    sets_of_pieces = families(sets, cells)
    records_folder = facts or folder / "facts"
    records = collect(sets_of_pieces, records_folder, per_fact, timeout=timeout, progress=progress)
    by_family: dict[str, list[PieceRecord]] = {}
    for record in records:
        by_family.setdefault(record.family, []).append(record)
    atlas = Atlas(by_family, play)
    count = nbytes = 0

    def write_file(name: str, content: bytes | str) -> None:
        nonlocal count, nbytes
        data = content.encode() if isinstance(content, str) else content
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(data, path)
        count, nbytes = count + 1, nbytes + len(data)

    table = parquet_bytes(records)
    for number, record in enumerate(records):
        if progress is not None:
            progress(Progress(phase="pages", unit="page", done=number, total=len(records)))
        write_file(f"pieces/{file_name(record.id)}.html", piece_page(atlas, record))
    for name, members in by_family.items():
        if records_folder != folder / "facts":
            write_file(f"facts/{name}.jsonl", (records_folder / f"{name}.jsonl").read_bytes())
        write_file(f"sets/{name}.svg", figures.draw_family(members))
        write_file(f"sets/{name}.html", set_page(atlas, name))
    for name, page in table_pages(atlas):
        write_file(name, page)
    write_file("index.html", index_page(atlas, table is not None))
    write_file("atlas.json", json_text(records))
    if table is not None:
        write_file("atlas.parquet", table)
    package = resources.files("tilewright")
    for name, source in _SHARED.items():
        write_file(name, package.joinpath(f"apps/page/static/{source}").read_bytes())
    static = package.joinpath("apps/atlas/static")
    write_file(
        "atlas.css",
        static.joinpath("atlas.css").read_text(encoding="utf-8") + figures.palette_style(),
    )
    write_file("atlas.js", static.joinpath("atlas.js").read_bytes())
    missing = sum(
        fact.name not in record.facts for record in records for fact in open_facts(record, per_fact)
    )
    return Built(records, missing, count, nbytes, table is not None)
