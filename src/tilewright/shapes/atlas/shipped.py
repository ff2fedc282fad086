"""The records of the usual sets, which come with tilewright: they were collected once and are not
collected again.

``python -m tilewright.shapes.atlas.shipped FOLDER...`` packs the records of runs.
"""

from __future__ import annotations

import gzip
import json
import sys
from importlib import resources
from pathlib import Path

from tilewright.shapes.atlas.run import HEAD
from tilewright.shapes.atlas.sets import families
from tilewright.system.files.safe_write import write

#: The records: a line with the name of each set, followed by those of its pieces.
SHIPPED = Path(str(resources.files("tilewright.data").joinpath("atlas.jsonl.gz")))


def unpack(folder: Path) -> None:
    """Write the records to the folder of a run, except those of sets that it has already."""
    sets: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in gzip.decompress(SHIPPED.read_bytes()).decode().splitlines():
        if line.startswith('{"set":'):
            lines = sets[json.loads(line)["set"]] = []
        else:
            lines.append(line)
    folder.mkdir(parents=True, exist_ok=True)
    head = json.dumps(HEAD, separators=(",", ":"))
    for name, records in sets.items():
        path = folder / f"{name}.jsonl"
        if not path.exists():
            write("".join(f"{line}\n" for line in (head, *records)), path)


def _pack(folders: list[Path]) -> bytes:
    """Return the records of some runs, packed to the same bytes each time."""
    lines = []
    for family in families(()):
        path = next(
            path for folder in folders if (path := folder / f"{family.plural}.jsonl").is_file()
        )
        head, *records = path.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != HEAD or len(records) != len(family.pieces):
            raise SystemExit(f"{path}: the records are not complete")
        lines += [json.dumps({"set": family.plural}, separators=(",", ":")), *records]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


if __name__ == "__main__":
    SHIPPED.write_bytes(_pack([Path(word) for word in sys.argv[1:]]))
