"""A run that collects the facts about sets of pieces. Each record is saved at once, so that a run
that ends early is resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilewright.errors import FormatError, OutputError
from tilewright.shapes.atlas.facts import FACTS, LIMIT, Fact, look_up, open_facts, with_fact
from tilewright.shapes.atlas.records import PieceRecord
from tilewright.shapes.atlas.sets import Family
from tilewright.shapes.atlas.shape import describe
from tilewright.system.files.safe_write import cut_to_lines, held, open_held, write_lasting
from tilewright.system.values.arguments import check_timeout
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.progress import Progress

#: The kind of file, and the version of its format.
HEAD = {"format": "tilewright atlas", "version": 1}
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
    """Collect the facts about all pieces of some sets, and save them.

    Parameters
    ----------
    families : sequence of Family
    folder : Path
        Each set has a file there, with a record per line. Facts in it are not computed again,
        unless they are not known and the limit was raised.
    limit : float
        Seconds for each fact.
    timeout : float, optional
        Start no computation that could end later than this many seconds from now. Records then lack
        facts.
    progress : callable, optional
        Called with a `Progress` before each piece.

    Returns
    -------
    list of PieceRecord
        All records, in the order of the sets. Those that lack facts have none or fewer
        `PieceRecord.facts`.
    """
    limit = check_timeout(limit, where="limit") or LIMIT
    deadline = Deadline(timeout)
    total = sum(len(family.pieces) for family in families)
    records: list[PieceRecord] = []
    ready: set[str] = set()

    def begin(fact: Fact) -> bool:
        """Return True if there is time for a fact; see that its kernels are compiled, which is not
        its own time.
        """
        if deadline.left < limit:
            return False
        if fact.name not in ready:
            with_fact(look_up(fact.example), fact, limit + _READY)
            ready.add(fact.name)
        return True

    for family in families:
        path = folder / f"{family.plural}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        with held(path):
            saved = _read_lines(path)
            with _RecordFile(path, fresh=not saved) as lines:
                for number, piece in enumerate(family.pieces, start=1):
                    if progress is not None:
                        progress(
                            Progress(
                                phase=family.plural, unit="piece", done=len(records), total=total
                            )
                        )
                    one, new = _complete_record(
                        describe(family, number), saved.get(piece.name), limit, begin
                    )
                    if new:
                        lines.add({"id": one.id, "facts": one.facts, "limits": one.limits})
                    records.append(one)
            if lines.superseded:
                _rewrite(path, records[-len(family.pieces) :])
    return records


def _complete_record(
    record: PieceRecord, saved: dict[str, Any] | None, limit: float, begin: Callable[[Fact], bool]
) -> tuple[PieceRecord, bool]:
    """Return a record with all facts there is time for, and whether any of them is new."""
    if saved is not None:
        record = replace(record, facts=saved["facts"], limits=saved["limits"])
    new = False
    for fact in open_facts(record, limit):
        if begin(fact):
            record, new = with_fact(record, fact, limit), True
    return record, new


class _RecordFile:
    """A file of records that is open to add lines. What is added is written at once."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        self._path = path
        #: Whether a line replaces one that was there.
        self.superseded = False
        self._fresh = fresh

    def __enter__(self) -> _RecordFile:
        try:
            self._stream = open_held(self._path, keep=not self._fresh)
            if self._fresh:
                self._write(HEAD)
            else:
                self._stream.seek(cut_to_lines(self._stream.fileno()))
        except OSError as error:
            raise OutputError(
                f"cannot write the records: {error.strerror or error}", where=str(self._path)
            ) from None
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def add(self, line: dict[str, Any]) -> None:
        """Write a line."""
        self.superseded = self.superseded or not self._fresh
        try:
            self._write(line)
        except OSError as error:
            raise OutputError(
                f"cannot write the records: {error.strerror or error}", where=str(self._path)
            ) from None

    def _write(self, line: dict[str, Any]) -> None:
        self._stream.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._stream.flush()


def _rewrite(path: Path, records: Sequence[PieceRecord]) -> None:
    """Write a file anew, with one line for each piece."""
    lines = [
        HEAD,
        *({"id": one.id, "facts": one.facts, "limits": one.limits} for one in records if one.facts),
    ]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    write_lasting({path: text.encode()}, "the records")


def _read_lines(path: Path) -> dict[str, dict[str, Any]]:
    """Return the lines of a file by the names of the pieces; later lines replace earlier ones, and
    half a line counts as none.
    """
    if not path.exists():
        return {}
    try:
        return {line["id"]: line for line in _parse_lines(path)}
    except (ValueError, KeyError, TypeError, UnicodeDecodeError):
        raise FormatError(
            "not a file of records of the atlas, or a damaged one", where=str(path)
        ) from None


def _parse_lines(path: Path) -> Iterator[dict[str, Any]]:
    known = {fact.name for fact in FACTS}
    first, *rest = path.read_text(encoding="utf-8").split("\n")[:-1] or [json.dumps(HEAD)]
    if json.loads(first) != HEAD:
        raise ValueError
    for text in rest:
        line = json.loads(text)
        if not (line["facts"].keys() <= known and line["facts"].keys() == line["limits"].keys()):
            raise ValueError
        yield line
