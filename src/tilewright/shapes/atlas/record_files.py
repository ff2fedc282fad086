"""Files of records, which a resumable run collects. The files of the usual sets come with
tilewright.

``python -m tilewright.shapes.atlas.record_files FOLDER...`` packs the records of runs.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from tilewright.errors import FormatError
from tilewright.shapes.atlas.facts import FACTS, LIMIT, Fact, look_up, open_facts, with_fact
from tilewright.shapes.atlas.records import PieceRecord
from tilewright.shapes.atlas.sets import Family, families
from tilewright.shapes.atlas.shape import describe
from tilewright.system.files.safe_write import held, write
from tilewright.system.values.arguments import check_timeout
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.progress import Progress

#: The kind of file, and the version of its format.
HEAD = {"format": "tilewright atlas", "version": 1}
#: The records: a line with the name of each set, followed by those of its pieces.
SHIPPED = Path(str(resources.files("tilewright.data").joinpath("atlas.jsonl.gz")))
#: Seconds in which the kernels of a fact are compiled on a slow machine.
_READY = 300.0


def collect(
    families: Sequence[Family],
    folder: Path,
    limit: float = LIMIT,
    *,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> list[PieceRecord]:
    """Collect and save the facts about all pieces of the given sets.

    Parameters
    ----------
    families : sequence of Family
    folder : Path
        The folder to write to: one file for each set, with one record per line. Facts in existing
        files are reused. An unknown fact is computed again if the time limit is higher than before.
    limit : float
        The time limit for each fact, in seconds.
    timeout : float, optional
        Do not start a computation that could end more than this many seconds from now. If a time
        limit is set, some records may lack facts.
    progress : callable, optional
        A callback that receives a `Progress` object before each piece.

    Returns
    -------
    list of PieceRecord
        The records of all pieces, in the order of the sets. A record that lacks facts has fewer
        entries, or none, in `PieceRecord.facts`.
    """
    limit = check_timeout(limit, where="limit") or LIMIT
    deadline = Deadline(timeout)
    total = sum(len(family.pieces) for family in families)
    collected: list[PieceRecord] = []
    ready: set[str] = set()

    def has_time(fact: Fact) -> bool:
        """Return whether there is time for a fact. Its kernels are loaded first, which does not
        count as its time.
        """
        if deadline.left < limit:
            return False
        if fact.name not in ready:
            with_fact(look_up(fact.example), fact, limit + _READY)
            ready.add(fact.name)
        return True

    folder.mkdir(parents=True, exist_ok=True)
    for family in families:
        path = folder / f"{family.plural}.jsonl"
        with held(path):
            records = _read(path, family)
            if not path.exists():
                _write(path, records)
            for place, record in enumerate(records):
                if progress is not None:
                    done = len(collected) + place
                    progress(Progress(phase=family.plural, unit="piece", done=done, total=total))
                for fact in open_facts(record, limit):
                    if has_time(fact):
                        records[place] = with_fact(records[place], fact, limit)
                if records[place] is not record:
                    _write(path, records)
        collected += records
    return collected


def _write(path: Path, records: Sequence[PieceRecord]) -> None:
    """Write a line for each piece with a known fact."""
    known = [
        {"id": one.id, "facts": one.facts, "limits": one.limits} for one in records if one.facts
    ]
    write("".join(f"{_line(value)}\n" for value in (HEAD, *known)), path)


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _read(path: Path, family: Family) -> list[PieceRecord]:
    """Return the records of a set with the facts in a file."""
    records = [describe(family, number) for number in range(1, len(family.pieces) + 1)]
    if not path.exists():
        return records
    try:
        saved = {line["id"]: line for line in _parse_lines(path)}
    except (ValueError, KeyError, TypeError):
        raise FormatError(
            "this file contains no atlas records, or is damaged", where=str(path)
        ) from None
    return [
        replace(one, facts=saved[one.id]["facts"], limits=saved[one.id]["limits"])
        if one.id in saved
        else one
        for one in records
    ]


def _parse_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete lines of a file."""
    known = {fact.name for fact in FACTS}
    first, *rest = path.read_text(encoding="utf-8").split("\n")[:-1] or [json.dumps(HEAD)]
    if json.loads(first) != HEAD:
        raise ValueError
    for text in rest:
        line = json.loads(text)
        if not (line["facts"].keys() <= known and line["facts"].keys() == line["limits"].keys()):
            raise ValueError
        yield line


def unpack(folder: Path) -> None:
    """Write the records to the folder of a run, except for sets that it already contains."""
    sets: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in gzip.decompress(SHIPPED.read_bytes()).decode().splitlines():
        if line.startswith('{"set":'):
            lines = sets[json.loads(line)["set"]] = []
        else:
            lines.append(line)
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in sets.items():
        path = folder / f"{name}.jsonl"
        if not path.exists():
            write("".join(f"{line}\n" for line in (_line(HEAD), *records)), path)


def _pack(folders: list[Path]) -> bytes:
    """Return the records of some runs, packed so that the bytes are reproducible."""
    lines = []
    for family in families(()):
        path = next(
            path for folder in folders if (path := folder / f"{family.plural}.jsonl").is_file()
        )
        head, *records = path.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != HEAD or len(records) != len(family.pieces):
            raise SystemExit(f"{path}: some records are missing")
        lines += [_line({"set": family.plural}), *records]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


if __name__ == "__main__":
    SHIPPED.write_bytes(_pack([Path(word) for word in sys.argv[1:]]))
