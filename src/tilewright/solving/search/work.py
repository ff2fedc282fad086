"""Work of a run: all tilings of a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tilewright.errors import CheckpointError
from tilewright.model.problem import Problem
from tilewright.solving.search.enumeration import Search
from tilewright.solving.search.store import STORES, default_store
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Outcome, Unit
from tilewright.system.runs.run import Run, RunTuning
from tilewright.system.runs.work import Read, Work, read_optional
from tilewright.system.values.arrays import Tables

if TYPE_CHECKING:
    from tilewright.model.cover import Unique
    from tilewright.solving.search.choice import EngineName


def tilings_run(
    folder: Path,
    problem: Problem,
    *,
    unique: Unique = False,
    seed: int | None = None,
    engine: EngineName = "auto",
    store: str | None = None,
    tuning: RunTuning | None = None,
) -> Run:
    """Return a new or resumed run that finds all tilings of a problem. `store` names the format of
    its files.
    """
    work = TilingsWork.of(problem, unique=unique, seed=seed, engine=engine, store=store)
    return Run(folder, work, tuning)


def _read_store(description: Fields, name: str) -> None:
    description.word(name, *STORES)


class TilingsWork(Work):
    """All tilings of a problem. Units are paths of subtrees, and budgets are numbers of nodes."""

    kind = "tilings"

    says: ClassVar[Mapping[str, Read]] = {
        "problem": Fields.object,
        "unique": partial(Fields.flag_or_word, word="rotations"),
        "seed": read_optional(Fields.integer),
        "engine": Fields.text,
        "fingerprint": Fields.text,
        "store": _read_store,
    }

    def __init__(self, description: dict[str, Any], search: Search | None = None) -> None:

        super().__init__(description)
        self.ending = STORES[description["store"]].ending
        self.problem = Problem.from_json(description["problem"])
        self.search = search or Search(
            self.problem,
            unique=description["unique"],
            seed=description["seed"],
            engine=description["engine"],
        )
        mine = self.search.fingerprint()
        if mine != description["fingerprint"]:
            raise CheckpointError(
                "the run was started by a version of tilewright with a different search tree; use "
                "that version"
            )

    @classmethod
    def of(
        cls,
        problem: Problem,
        *,
        unique: Unique = False,
        seed: int | None = None,
        engine: EngineName = "auto",
        store: str | None = None,
    ) -> TilingsWork:
        """Return the work of finding all tilings, or raise RequestError if the problem is invalid
        or the search tree of the engine cannot be divided.
        """
        search = Search(problem, unique=unique, seed=seed, engine=engine)
        # Fail here rather than in each worker.
        search.stretch([], 0)
        name = engine if search.reasons else search.engine
        return cls(
            {
                "kind": cls.kind,
                "problem": problem.to_json(),
                "unique": unique,
                "seed": seed,
                "engine": name,
                "fingerprint": search.fingerprint(),
                "store": store or default_store(),
            },
            search,
        )

    def first(self) -> list[tuple[Unit, float]]:
        """Return the root of the tree."""
        return [] if self.search.reasons else [([], 1.0)]

    def do(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Search subtrees."""
        result = self.search.stretch(
            [(np.array(path, dtype=np.int32), weight) for path, weight in units],
            budget,
            stopped=lambda: self.stopping,
        )
        return self._outcome(
            result.rows, result.nodes, [(path.tolist(), weight) for path, weight in result.rest]
        )

    def _outcome(self, rows: Any, nodes: int, rest: list[tuple[Unit, float]]) -> Outcome:

        data = b""
        if len(rows):
            options = {name: self.description[name] for name in ("unique", "seed", "engine")}
            data = STORES[self.description["store"]].pack(
                self.problem, self.search.cover, rows, options
            )
        return Outcome(len(rows), nodes, rest=rest, data=data)

    def share(self, tables: Tables) -> None:
        """Share the dead states of the search."""
        self.search.share(tables)
