"""``tilewright atlas``: what is known of each small polyform, as a site of static pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import deliver, note
from tilewright.apps.command.limits import ProgressLine
from tilewright.apps.command.options import FIND, LIMITS, OUTPUT, SECONDS, Positive, Show
from tilewright.system.values.arguments import counted


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
    cells: Annotated[Positive | None, Parameter(group=FIND)] = None,
    per_fact: Annotated[
        float, SECONDS, Parameter(group=LIMITS, metavar="SECONDS", show_default=True)
    ] = 5.0,
    timeout: Annotated[float | None, SECONDS, Parameter(group=LIMITS, metavar="SECONDS")] = None,
    facts: Annotated[Path | None, Parameter(group=OUTPUT, metavar="FOLDER")] = None,
    play: Annotated[str | None, Parameter(group=OUTPUT, metavar="ADDRESS")] = None,
    show: Show = Show(),
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

    with ProgressLine(not show.json and not show.quiet) as line:
        built = build(
            folder,
            sets,
            cells=cells,
            per_fact=per_fact,
            timeout=timeout,
            facts=facts,
            play=play,
            progress=lambda far: line.show(far.text),
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
