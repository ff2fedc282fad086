"""Read a run as a table of tilings, from the files of its tasks in the order of the ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import CheckpointError, FormatError, RequestError
from tilewright.formats.tables import TilingSequence
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.search.enumeration import Search
from tilewright.solving.search.store import STORES, Content, Store
from tilewright.system.runs.ledger import FinishedTask, Ledger
from tilewright.system.runs.registry import check_description
from tilewright.system.work.progress import SearchProgress

_Item = TypeVar("_Item")


class RunTable(TilingSequence):
    """The tilings of a run in the order of the search, read on demand. For an unfinished run, these
    are the tilings before the first unfinished task.

    Raises CheckpointError if there is no run or the run is damaged or from an incompatible version,
    and FormatError if it contains no tilings.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.path = Path(folder)
        ledger = Ledger(self.path)
        try:
            description = ledger.description
            check_description(description, ledger.damaged)
            if description["kind"] != "tilings":
                raise FormatError(
                    f"this run contains {description.get('kind')}, not tilings", where=str(folder)
                )
            self._tasks = [task for task in ledger.finished_tasks() if task.file is not None]
            complete = ledger.complete
            self.sums = ledger.sums()
        finally:
            ledger.close()
        self._store: Store = STORES[description["store"]]
        try:
            self._problem = Problem.from_json(description["problem"])
        except RequestError as error:
            raise CheckpointError(
                f"the problem in the ledger is invalid: {error}", where=str(folder)
            ) from None
        options = {name: description[name] for name in ("unique", "seed", "engine")}
        if (
            self._store.numbered
            and description["fingerprint"] != Search(self.problem, **options).fingerprint()
        ):
            raise CheckpointError(
                "this run was written by another version of tilewright, which numbers placements "
                "differently; read the run with "
                "that version",
                where=str(folder),
            )
        self.shape: tuple[int, ...] = self.problem.board.shape
        self._starts = np.cumsum([0, *(task.count for task in self._tasks)])
        self.metadata: dict[str, Any] = {
            "problem": description["problem"],
            "options": options,
            "shape": list(self.shape),
            "count": str(len(self)),
            "complete": complete,
        }

    @property
    def complete(self) -> bool:
        """Whether the table contains all tilings."""
        return bool(self.metadata["complete"])

    @property
    def problem(self) -> Problem:
        """The problem of the run."""
        return self._problem

    def _file_path(self, task: FinishedTask) -> Path:
        assert task.file is not None
        try:
            path = (self.path / task.file).resolve()
        except (OSError, ValueError):
            raise CheckpointError(
                "the ledger has an invalid file name", where=str(self.path)
            ) from None
        if not path.is_relative_to(self.path.resolve()):
            raise CheckpointError(
                f"the ledger names a file outside its folder: {task.file}", where=str(self.path)
            )
        try:
            size = path.stat().st_size
        except OSError as error:
            raise CheckpointError(
                f"cannot read a file of the run: {error.strerror}", where=str(path)
            ) from None
        if size != task.size:
            raise CheckpointError(
                f"a file of the run has {size:,} bytes, expected {task.size:,}", where=str(path)
            )
        return path

    def _open(self, task: FinishedTask) -> Content:
        return self._store.open(self._file_path(task), self.problem, task.count)

    def _read_tiling(self, part: int, within: int) -> Tiling:
        return self._open(self._tasks[part])[within]

    def __iter__(self) -> Iterator[Tiling]:
        for task in self._tasks:
            yield from self._open(task)

    def labels(self) -> Iterator[NDArray[np.int32]]:
        """Yield the labels of the tilings, (m, rows, columns) int32, in batches."""
        for labels, _ in self.arrays():
            yield labels

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), padded with -1, in batches."""
        for task in self._tasks:
            yield from self._open(task).arrays(self.problem.names)


class Recorded(Search):
    """A search whose tilings come from a run, in the same order and without searching."""

    def __init__(self, problem: Problem, table: RunTable) -> None:
        options = table.metadata["options"]
        super().__init__(
            problem, unique=options["unique"], seed=options["seed"], engine=options["engine"]
        )
        self.table = table

    @property
    def complete(self) -> bool:
        """Whether all tilings have been delivered."""
        return self.table.complete and self.delivered == len(self.table)

    def snapshot(self) -> SearchProgress:
        """Return the cost of the run. The seconds are summed over its workers."""
        sums = self.table.sums
        return SearchProgress.of(
            found=len(self.table),
            delivered=self.delivered,
            nodes=sums["nodes"],
            worked=sums["nodes"],
            share=sums["share"],
            seconds=sums["seconds"],
        )

    def __iter__(self) -> Generator[Tiling, None, None]:
        """Yield the tilings in order."""
        yield from self._deliver(self.table, lambda tiling: 1)

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), padded with -1, in batches."""
        yield from self._deliver(self.table.arrays(), lambda batch: len(batch[0]))

    def _deliver(
        self, items: Iterable[_Item], number: Callable[[_Item], int]
    ) -> Generator[_Item, None, None]:
        """Yield items, each of which has a number of tilings, until `stop`."""
        self._stopping = False
        for item in items:
            self._output.delivered += number(item)
            yield item
            if self._stopping:
                self.stopped_by = "stop"
                return

    def count(self) -> int:
        """Return the number of tilings."""
        self._output.delivered = len(self.table)
        return self.delivered
