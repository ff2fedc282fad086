"""Work on searches for figures: numbers of cells in increasing order, each divided into parts of
the search tree.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import CheckpointError, RequestError, TilewrightError
from tilewright.system.files.fields import Fields
from tilewright.system.runs.ledger import Outcome, Unit
from tilewright.system.runs.work import Read, Work, read_optional
from tilewright.system.values.recent import Recent
from tilewright.system.work.question import ask

if TYPE_CHECKING:
    from tilewright.model.space.polyform import Polyform
    from tilewright.shapes.figures.answer import Figures
    from tilewright.shapes.figures.growing import FigureSearch
    from tilewright.shapes.figures.problem import FigureProblem

#: Steps between two looks at whether to stop.
_STEPS = 1 << 14
#: Numbers of cells of which the searches are kept.
_RECENT = 8


class FiguresWork(Work):
    """The smallest figures of some problems; see `tilewright.figure`.

    A unit consists of the number of a problem, the number of cells, the number of a search, and a
    position in its tree. An answer contains the figures that a task found, at most `limit`. Further
    figures in its part of the tree are omitted.
    """

    kind = "figures"
    what = "figures"
    heaviest_first = False
    grows = True

    says: ClassVar[Mapping[str, Read]] = {
        "problems": Fields.listed,
        "limit": read_optional(partial(Fields.integer, least=1)),
        "max_cells": read_optional(partial(Fields.integer, least=1)),
    }

    def __init__(self, description: dict[str, Any]) -> None:
        from tilewright.shapes.figures.problem import FigureProblem

        super().__init__(description)
        self.problems = [FigureProblem.from_json(problem) for problem in description["problems"]]
        self.limit: int | None = description["limit"]
        #: The searches for a number of cells of a problem.
        self._known: Recent[tuple[int, int], list[tuple[FigureSearch, int]]] = Recent(_RECENT)

    @classmethod
    def of(
        cls,
        problems: Sequence[FigureProblem],
        *,
        limit: int | None = 1,
        max_cells: int | None = None,
    ) -> FiguresWork:
        """Return the work of finding the smallest figures of each problem.

        Raises
        ------
        RequestError
            If areas or a coloring rule out the only problem, or a problem requires rectangles or
            enlarged pieces, which cannot be searched in parts.
        """
        for problem in problems:
            if len(problems) == 1:
                problem.check()
            if problem.rectangle or problem.enlarges:
                raise RequestError(
                    "runs do not support searches for rectangles and enlarged pieces", where="--run"
                )
        records = [problem.to_json() for problem in problems]
        return cls({"kind": cls.kind, "problems": records, "limit": limit, "max_cells": max_cells})

    def first(self) -> list[tuple[Unit, float]]:
        """Return the searches for the smallest number of cells of each problem."""
        return self.more([])

    def more(self, answers: Sequence[Any]) -> list[tuple[Unit, float]]:
        """Return the searches for the next number of cells of each problem without a figure."""
        units: list[Unit] = []
        for number, problem in enumerate(self.problems):
            mine = [answer for answer in answers if answer["problem"] == number]
            if not problem.reason and not any(answer["figures"] for answer in mine):
                done = max((answer["cells"] for answer in mine), default=0)
                units += self._next_units(number, problem, done)
        return [(unit, 1.0 / len(units)) for unit in units]

    def _next_units(self, number: int, problem: FigureProblem, done: int) -> list[Unit]:
        """Return the searches for the smallest number of cells above `done` that is not
        excluded.
        """
        for cells in self._sizes(problem, done):
            if problem.excluded(cells) is None:
                searches = sum(1 for _ in _searches(problem, cells))
                if searches:
                    return [[number, cells, index, [0]] for index in range(searches)]
        return []

    def _sizes(self, problem: FigureProblem, done: int) -> Iterator[int]:
        limits = (self.description["max_cells"], problem.most_cells())
        most = min((limit for limit in limits if limit is not None), default=None)
        cells = done + 1
        while most is None or cells <= most:
            yield cells
            cells += 1

    def do(self, units: Sequence[tuple[Unit, float]], budget: int) -> Outcome:
        """Search parts until the budget is spent."""
        answers: list[dict[str, Any]] = []
        rest: list[tuple[Unit, float]] = []
        nodes = count = 0
        for unit, weight in units:
            if nodes >= budget or self.stopping:
                rest.append((unit, weight))
                continue
            figures, left, steps = self._search(unit, budget - nodes)
            nodes += steps
            count += len(figures)
            answers.append({"problem": unit[0], "cells": unit[1], "figures": figures})
            rest += [([*unit[:3], path], weight * share) for path, share in left]
        return Outcome(count, nodes, rest=rest, answer=json.dumps(answers))

    def _search(
        self, unit: Unit, budget: int
    ) -> tuple[list[dict[str, Any]], list[tuple[list[int], float]], int]:
        """Search a part, and return the figures, the remaining positions, and the number of
        steps.
        """
        from tilewright.shapes.figures.growing import next_figure

        number, cells, index, path = unit
        searches = self._known.get(
            (number, cells), lambda: [*_searches(self.problems[number], cells)]
        )
        growth, place = searches[index]
        beginning = next(itertools.islice(growth.searches(), place, None))
        state = growth.resume_at(beginning, path)
        if state is None:
            return [], [], 0
        figures: list[dict[str, Any]] = []
        seen: set[Polyform] = set()
        begun, spent = growth.nodes(state), 0
        while spent < budget and not self.stopping:
            figure, ended = next_figure(growth, state, min(_STEPS, budget - spent), seen)
            spent = growth.nodes(state) - begun
            if figure is not None:
                figures.append(figure.to_json())
            if ended or (self.limit is not None and len(figures) >= self.limit):
                return figures, [], spent
        return figures, [*growth.list_places_left(state)], spent

    def answers(self, text: str | None) -> list[Any]:
        """Return the answers of a task from a ledger, which may have been edited."""
        from tilewright.shapes.figures.answer import Figure

        try:
            answers: list[Any] = json.loads(text or "[]")
            for answer in answers:
                self.problems[answer["problem"]].excluded(answer["cells"])
                for figure in answer["figures"]:
                    Figure.from_json(figure)
        except (LookupError, TypeError, ValueError, AttributeError, TilewrightError):
            raise CheckpointError(
                "the ledger is damaged: an answer does not match this kind of run; start again in "
                "another folder"
            ) from None
        return answers

    def found(self, answers: Sequence[Any]) -> list[Figures]:
        """Return the result of each problem from the answers of a complete run."""
        return [self._result(number, answers) for number in range(len(self.problems))]

    def _result(self, number: int, answers: Sequence[Any]) -> Figures:
        from tilewright.shapes.figures.answer import Figure
        from tilewright.shapes.figures.finding import SmallestFigures, no_figures

        problem = self.problems[number]
        if problem.reason:
            return no_figures(problem)

        def find(
            problem: FigureProblem, cells: int, limit: int | None
        ) -> tuple[Sequence[Figure], bool, int]:
            figures: dict[object, Figure] = {}
            for answer in answers:
                if (answer["problem"], answer["cells"]) == (number, cells):
                    for data in answer["figures"]:
                        figure = Figure.from_json(data)
                        figures.setdefault(figure.shape.canonical(problem.equivalence), figure)
            complete = limit is None or len(figures) < limit
            return [*figures.values()][:limit], complete, 0

        return ask(SmallestFigures(problem, self.description["max_cells"], self.limit, find))


def _searches(problem: FigureProblem, cells: int) -> Iterator[tuple[FigureSearch, int]]:
    """Yield each search for figures of a size, with its position among the searches of its
    group.
    """
    from tilewright.shapes.figures.growing import FigureSearch
    from tilewright.shapes.figures.symmetries import symmetry_groups

    for group in symmetry_groups(problem.lattice, problem.symmetry, problem.equivalence):
        growth = FigureSearch(problem, cells, group)
        for place, _ in enumerate(growth.searches()):
            yield growth, place
