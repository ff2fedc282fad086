"""A run read as a table of tilings: the files of its tasks, one after the other, in the order of the ledger."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cluster.ledger import Booked, Ledger
from tilewright.cluster.store import STORES, Store
from tilewright.cluster.works import check_description
from tilewright.errors import CheckpointError, FormatError, RequestError
from tilewright.exchange.tables import check_room
from tilewright.problem import Problem
from tilewright.progress import SearchProgress
from tilewright.search import Search
from tilewright.tiling import Tiling

__all__ = ["Recorded", "RunTable"]


class RunTable:
    """The tilings of a run, read when they are asked for.

    They are in the order of the plain search. Of a run that is not complete these are the tilings up to the first task
    that is not done.

    Parameters
    ----------
    folder : path-like

    Attributes
    ----------
    metadata : dict
        As a table has it (`tilewright.exchange.tables.TilingTable`): problem, options, count, whether these are all.
    problem : Problem
    shape : (rows, columns)
    sums : dict
        The sums of the ledger: ``count``, ``nodes``, ``seconds``, ``share``, …

    Raises
    ------
    CheckpointError
        If there is no run, its ledger is damaged, or its placements are those of another version.
    FormatError
        If it is a run of something else than tilings.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.path = Path(folder)
        ledger = Ledger(self.path)
        try:
            said = ledger.description
            check_description(said, ledger.damaged)
            if said["kind"] != "tilings":
                raise FormatError(f"this is a run of {said.get('kind')}, not of tilings", where=str(folder))
            self._booked = [booked for booked in ledger.in_order() if booked.file is not None]
            complete = ledger.complete
            self.sums = ledger.sums()
        finally:
            ledger.close()
        self._store: Store = STORES[said["store"]]
        try:
            self.problem: Problem = Problem.from_json(said["problem"])
        except RequestError as error:
            raise CheckpointError(
                f"the problem in its ledger cannot be read: {error}", where=str(folder)
            ) from None
        options = {name: said[name] for name in ("unique", "seed", "engine")}
        if self._store.numbered and said["fingerprint"] != Search(self.problem, **options).fingerprint():
            raise CheckpointError(
                "the run was kept by another version of tilewright, which numbers the placements otherwise; read it with "
                "that version",
                where=str(folder),
            )
        self.shape: tuple[int, ...] = self.problem.board.shape
        self._starts = np.cumsum([0, *(booked.count for booked in self._booked)])
        self.metadata: dict[str, Any] = {
            "problem": said["problem"],
            "options": options,
            "shape": list(self.shape),
            "count": str(len(self)),
            "complete": complete,
        }

    @property
    def complete(self) -> bool:
        """Whether these are all tilings."""
        return bool(self.metadata["complete"])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def _file(self, booked: Booked) -> Path:
        assert booked.file is not None
        try:
            path = (self.path / booked.file).resolve()
        except (OSError, ValueError):
            raise CheckpointError("the ledger names a file that cannot be", where=str(self.path)) from None
        if not path.is_relative_to(self.path.resolve()):
            raise CheckpointError(
                f"the ledger names a file outside of the run: {booked.file}", where=str(self.path)
            )
        try:
            size = path.stat().st_size
        except OSError as error:
            raise CheckpointError(
                f"a file of the run cannot be read: {error.strerror}", where=str(path)
            ) from None
        if size != booked.size:
            raise CheckpointError(
                f"a file of the run has {size:,} bytes, not {booked.size:,}", where=str(path)
            )
        return path

    def __getitem__(self, number: int) -> Tiling:
        """Return the tiling with a number, 0 for the first; only its file is read."""
        if not 0 <= number < len(self):
            raise FormatError(
                f"there is no tiling {number:,} in it; they are 0 to {len(self) - 1:,}", where=str(self.path)
            )
        place = int(np.searchsorted(self._starts, number, side="right")) - 1
        booked = self._booked[place]
        within = number - int(self._starts[place])
        return self._store.tiling(self._file(booked), self.problem, booked.count, within)

    def __iter__(self) -> Iterator[Tiling]:
        for booked in self._booked:
            yield from self._store.tilings(self._file(booked), self.problem, booked.count)

    def listed(self) -> list[Tiling]:
        """Return all tilings.

        Raises
        ------
        MemoryLimitError
            If they would not fit into the memory that is free.
        """
        check_room(len(self), self.shape, str(self.path))
        return list(self)

    def labels(self) -> Iterator[NDArray[np.int32]]:
        """Yield the labels of the tilings, (m, rows, columns) int32, some thousand at a time."""
        for labels, _ in self.arrays():
            yield labels

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), -1 padded, some thousand tilings at a time."""
        for booked in self._booked:
            yield from self._store.arrays(self._file(booked), self.problem, booked.count)


class Recorded(Search):
    """A search whose tilings are in a run: they are handed out as the search itself would, and nothing is searched.

    Parameters
    ----------
    problem : Problem
        That of the run.
    table : RunTable
    """

    def __init__(self, problem: Problem, table: RunTable) -> None:
        options = table.metadata["options"]
        super().__init__(problem, unique=options["unique"], seed=options["seed"], engine=options["engine"])
        self.table = table

    @property
    def complete(self) -> bool:
        """Whether all tilings have been handed out."""
        return self.table.complete and self.delivered == len(self.table)

    def snapshot(self) -> SearchProgress:
        """Return what the run has cost: the seconds are those of all its workers."""
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
        """Yield the tilings, in order."""
        self._stopping = False
        for tiling in self.table:
            self._output.delivered += 1
            yield tiling
            if self._stopping:
                self.stopped_by = "stop"
                return

    def arrays(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Yield labels (m, rows, columns) and pieces (m, depth), -1 padded, some thousand tilings at a time."""
        self._stopping = False
        for labels, pieces in self.table.arrays():
            self._output.delivered += len(labels)
            yield labels, pieces
            if self._stopping:
                self.stopped_by = "stop"
                return

    def count(self) -> int:
        """Return the number of tilings."""
        self._output.delivered = len(self.table)
        return self.delivered
