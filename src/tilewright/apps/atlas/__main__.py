"""``python -m tilewright.apps.atlas``: write the atlas as a site of static pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright.apps.atlas.building import build
from tilewright.errors import TilewrightError
from tilewright.shapes.atlas.facts import LIMIT
from tilewright.system.values.arguments import counted
from tilewright.system.work.progress import Progress


def main(words: Sequence[str] | None = None) -> int:
    """Build the atlas; return 3 if something is missing because the time was up."""
    parser = argparse.ArgumentParser("python -m tilewright.apps.atlas", description=main.__doc__)
    parser.add_argument(
        "folder", type=Path, help="the folder to write to; a run that it contains is resumed"
    )
    parser.add_argument(
        "sets", nargs="*", help="the pieces, such as polyominoes or pentominoes (default: all)"
    )
    parser.add_argument("--cells", type=int, help="the maximum number of cells in a piece")
    parser.add_argument(
        "--per-fact", type=float, default=LIMIT, help="the time limit for each fact, in seconds"
    )
    parser.add_argument("--timeout", type=float, help="stop after this many seconds")
    parser.add_argument(
        "--facts", type=Path, help="the folder for the records (default: inside FOLDER)"
    )
    parser.add_argument("--play", help="the address of the tilewright page to link to, such as ../")
    given = parser.parse_args(words)

    def show(progress: Progress) -> None:
        print(progress.text, file=sys.stderr)

    try:
        built = build(
            given.folder,
            given.sets,
            cells=given.cells,
            per_fact=given.per_fact,
            timeout=given.timeout,
            facts=given.facts,
            play=given.play,
            progress=show if sys.stderr.isatty() else None,
        )
    except TilewrightError as error:
        print(f"atlas: {error}", file=sys.stderr)
        return error.exit_code
    if built.missing:
        missing = counted(built.missing, "fact")
        print(
            f"the time limit was reached before {missing}; run the command again to continue",
            file=sys.stderr,
        )
    if not built.parquet:
        lacking = 'pyarrow is required to write Parquet files: pip install "tilewright[store]"'
        print(lacking, file=sys.stderr)
    told = {"pieces": len(built.records), "files": built.files, "bytes": built.nbytes}
    print(json.dumps({**told, "missing": built.missing, "parquet": built.parquet}))
    return 3 if built.missing else 0


if __name__ == "__main__":
    sys.exit(main())
