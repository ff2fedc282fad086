"""The kinds of work that a run can do, and enumerations.

A work is built from its description of JSON values, which is in the ledger and goes to every
worker.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tilewright.cluster.ledger import Outcome, Unit
from tilewright.cluster.lists import CountsWork, PlaneWork, PuzzlesWork, RectanglesWork
from tilewright.cluster.searches import FiguresWork
from tilewright.cluster.tasks import Read, Work, optional
from tilewright.errors import CheckpointError, EngineError
from tilewright.files.fields import Fields
from tilewright.lattices.surface import is_flat_squares
from tilewright.system.arguments import format_value
from tilewright.system.deadline import Deadline
from tilewright.system.recent import Recent
from tilewright.system.tables import Tables

if TYPE_CHECKING:
    from tilewright.coloring import Tally
    from tilewright.cover import Unique
    from tilewright.search import EngineName, Search
    from tilewright.values.problem import Problem


class VersionError(EngineError):
    """The run and a worker have different versions."""

    kind = "version"


def versions() -> dict[str, str]:
    """Return the versions that must be equal wherever a run is worked on."""
    from tilewright import __version__

    return {
        "tilewright": __version__,
        "numpy": np.__version__,
    }


def check_versions(theirs: dict[str, str], worker: str) -> None:
    """Raise VersionError unless this process has the versions of the run."""
    mine = versions()
    differing = [
        f"{name} {mine.get(name)} instead of {theirs[name]}"
        for name in theirs
        if mine.get(name) != theirs[name]
    ]
    if differing:
        raise VersionError(
            f"the versions on a worker differ from those of the run ({' and '.join(differing)}); "
            "install the same versions on all machines",
            where=worker,
        )


def _read_store(said: Fields, name: str) -> None:
    from tilewright.cluster.store import STORES

    said.word(name, *STORES)


def _read_question(said: Fields, name: str) -> None:
    question = said.fields(name)
    question.text("touch")
    for flag in ("balanced", "outside"):
        question.flag(flag)
    if question.given("colors"):
        question.integer("colors")
    if question.given("numbers"):
        question.integers("numbers")


class TilingsWork(Work):
    """All tilings of a problem: units are paths of subtrees, budgets are nodes."""

    kind = "tilings"

    says: ClassVar[Mapping[str, Read]] = {
        "problem": Fields.object,
        "unique": partial(Fields.flag_or_word, word="rotations"),
        "seed": optional(Fields.integer),
        "engine": Fields.text,
        "fingerprint": Fields.text,
        "store": _read_store,
    }

    def __init__(self, description: dict[str, Any], search: Search | None = None) -> None:
        from tilewright.search import Search
        from tilewright.values.problem import Problem

        super().__init__(description)
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
                "this version of tilewright has a different search tree; use the version that "
                "started the run"
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
        """Return the work of finding all tilings; RequestError if the problem is invalid or the
        engine's tree cannot be divided.
        """
        from tilewright.cluster.store import default_store
        from tilewright.search import Search

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
        stretch = self.search.stretch(
            [(np.array(path, dtype=np.int32), weight) for path, weight in units],
            budget,
            stopped=lambda: self.stopping,
        )
        return self._outcome(
            stretch.rows, stretch.nodes, [(path.tolist(), weight) for path, weight in stretch.rest]
        )

    def _outcome(self, rows: Any, nodes: int, rest: list[tuple[Unit, float]]) -> Outcome:
        from tilewright.cluster.store import STORES

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


class ColorsWork(TilingsWork):
    """The colors of all tilings of a problem: workers judge the tilings and return only counts.

    Its `question` has the arguments of `tilewright.coloring.judge`; `sizes` is called ``numbers``,
    as in the first version.
    """

    kind = "colors"

    says: ClassVar[Mapping[str, Read]] = {**TilingsWork.says, "question": _read_question}

    @classmethod
    def asking(
        cls, problem: Problem, question: dict[str, Any], *, unique: bool = False
    ) -> ColorsWork:
        """Return the work of judging all tilings of a problem; `question` is what
        `tilewright.coloring.judge` takes.
        """
        # A ledger has the names of the first version.
        question = {
            "numbers" if name == "sizes" else name: value for name, value in question.items()
        }
        description = TilingsWork.of(problem, unique=unique).description
        return cls({**description, "kind": cls.kind, "question": question})

    def _outcome(self, rows: Any, nodes: int, rest: list[tuple[Unit, float]]) -> Outcome:
        from tilewright.cluster.store import steps
        from tilewright.coloring import Tally, crossings, judge
        from tilewright.cover import decode_batch

        question = dict(self.description["question"])
        sizes = question.pop("numbers")
        question["sizes"] = None if sizes is None else tuple(sizes)
        tally, board = Tally(), self.search.problem.board
        for part in steps(self.search.cover, rows):
            labels, _ = decode_batch(self.search.cover, part)
            judged = judge(
                labels, **question, threads=1, lattice=board.lattice, surface=board.surface
            )
            tally.add(judged.colors, crossings(labels) if is_flat_squares(board) else None)
        answer = json.dumps(
            [list(table.items()) for table in (tally.by_colors, tally.by_crossings)]
        )
        return Outcome(len(rows), nodes, rest=rest, answer=answer)

    @staticmethod
    def tally(answers: Iterable[str | None]) -> Tally:
        """Return the sum of the results."""
        from tilewright.coloring import Tally

        total = Tally()
        for answer in answers:
            if answer is None:
                continue
            colors, points = _tables(answer)
            total.tilings += sum(count for _, count in colors)
            for table, values in ((total.by_colors, colors), (total.by_crossings, points)):
                for value, count in values:
                    table[value] = table.get(value, 0) + count
        return total


def _tables(answer: str) -> list[list[tuple[int, int]]]:
    """Return the counts by colors and by crossings from a ledger."""
    try:
        match json.loads(answer):
            case [[*colors], [*points]]:
                tables = [
                    [(int(value), int(count)) for value, count in table]
                    for table in (colors, points)
                ]
                if all(count >= 0 for table in tables for _, count in table):
                    return tables
    except (ValueError, TypeError, RecursionError):
        pass
    raise CheckpointError("the ledger is damaged: the color counts of a task are invalid")


#: The kinds of work by name.
WORKS: dict[str, type[Work]] = {
    work.kind: work
    for work in (
        TilingsWork,
        ColorsWork,
        CountsWork,
        PuzzlesWork,
        PlaneWork,
        RectanglesWork,
        FiguresWork,
    )
}


def work_of(description: dict[str, Any]) -> Work:
    """Return the work for a description."""
    return check_description(description)(description)


def check_description(
    description: dict[str, Any], fail: Callable[[str], CheckpointError] = CheckpointError
) -> type[Work]:
    """Return the class of work for a description; raise if the description is invalid."""
    kind = description.get("kind")
    if not isinstance(kind, str) or kind not in WORKS:
        raise fail(f"unknown kind of run {format_value(kind)}; supported: {', '.join(WORKS)}")
    WORKS[kind].check(Fields(description, "the description of the run", fail))
    return WORKS[kind]


#: The last works that this process has prepared.
_works: Recent[str, Work] = Recent(4)
_making = threading.Lock()


def _write_question(text: str, tables: Tables | None = None) -> Work:
    # Threads of one worker wait for the first one instead of building the same work.
    with _making:
        return _works.get(text, lambda: _read_made(text, tables))


def _read_made(text: str, tables: Tables | None) -> Work:
    description = json.loads(text)
    with Deadline(memory=description.get("memory")).holds():
        work = work_of(description)
    if tables is not None:
        work.share(tables)
    return work


def prepare(text: str) -> None:
    """Build the work, once in this process."""
    _write_question(text)


def do(
    text: str,
    theirs: dict[str, str],
    units: Sequence[tuple[Unit, float]],
    budget: int,
    tables: Tables | None = None,
) -> Outcome:
    """Execute a task in a worker."""
    check_versions(theirs, f"{socket.gethostname()}:{os.getpid()}")
    return _write_question(text, tables).measured(units, budget)
