"""The answer to a question about designs: the sets of pieces, and how far the search went."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tilewright.errors import NoTilingError
from tilewright.model.answer import Answer, problem_json
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn
from tilewright.solving.search import solve
from tilewright.system.values.arguments import counted
from tilewright.system.values.svg_repr import picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture

#: Sets and boards that a text lists, and sets in a picture.
_LISTED, _DRAWN = 10, 12


@dataclass(frozen=True)
class Design(Answer):
    """A set of pieces that tiles each of several boards.

    Attributes
    ----------
    pieces : tuple of str
        The pieces, in command-line notation.
    worst : int
        The number of tilings of the worst board, which is the board with the fewest tilings.
    board : Board
        The worst board; the first one if several boards have as few tilings.
    turn : {"free", "one-sided", "fixed"}
        How the pieces may be turned.
    """

    pieces: tuple[str, ...]
    worst: int
    board: Board
    turn: Turn = "free"

    def problem(self, board: Board | None = None) -> Problem:
        """Return the problem of a board, by default of the worst board, with these pieces."""
        return Problem(board or self.board, *self.pieces, turn=self.turn)

    def text(self) -> str:
        """Return the pieces, and the number of solutions of the worst board."""
        solutions = counted(self.worst, "solution")
        return f"{' '.join(self.pieces)}: {solutions} on the worst board, {self.board}"

    def to_json(self) -> dict[str, Any]:
        """Return the pieces, the number of solutions of the worst board, and that board."""
        board = problem_json(self.problem())["board"]
        return {"pieces": [*self.pieces], "worst": str(self.worst), "board": board}


@dataclass(frozen=True)
class Designs(Answer):
    """The sets of pieces that tile each of several boards, starting with the best one.

    Attributes
    ----------
    boards : tuple of Board
    pool : tuple of str
        The pieces to choose from, with the number of copies of each.
    turn : {"free", "one-sided", "fixed"}
    numbers : tuple of int
        The numbers of pieces of the sets that were searched.
    fewest : bool
        Whether sets with fewer tilings of their worst board are better.
    limit : int or None
        The largest number of sets that was requested.
    sets : tuple of Design
    solving : int or None
        How many of the examined sets tile each board; None if the search ruled out sets that are
        not among the best.
    examined, total : int
        The number of sets that were examined, and the number of sets of these numbers of pieces.
    """

    boards: tuple[Board, ...] = field(repr=False)
    pool: tuple[str, ...] = field(repr=False)
    turn: Turn
    numbers: tuple[int, ...]
    fewest: bool
    limit: int | None
    sets: tuple[Design, ...] = field(repr=False)
    solving: int | None
    examined: int
    total: int

    @property
    def complete(self) -> bool:
        """Whether all sets were examined, so that the answer is proven."""
        return self.examined == self.total

    def __len__(self) -> int:
        return len(self.sets)

    def __repr__(self) -> str:
        return f"<Designs: {self._headline()}>"

    def _headline(self) -> str:
        """Return how many sets there are, or how many were examined, as a sentence without a final
        period.
        """
        low, high = self.numbers[0], self.numbers[-1]
        size = counted(low, "piece") if low == high else f"{low} to {high} pieces"
        boards = {1: "the board", 2: "both boards"}.get(
            len(self.boards), f"all {len(self.boards):,} boards"
        )
        sets, number = f"{self.total:,} sets of {size}", len(self)
        if not self.complete:
            found = f"found {counted(number, 'set')} that {_verb(number)} {boards}"
            return f"examined {self.examined:,} of {sets}; {found}"
        if self.total == 1:
            does = "solves" if self.sets else "does not solve"
            return f"the only set of {size} {does} {boards}"
        if not self.sets:
            return f"none of the {sets} solves {boards}"
        if self.solving is None:
            best = "best set" if number == 1 else f"{number:,} best sets"
            return f"the {best} of {sets} for {boards}"
        return f"{self.solving:,} of {sets} {_verb(self.solving)} {boards}"

    def text(self) -> str:
        """Return how many sets there are, and the best sets, each on a line."""
        more = len(self) - _LISTED
        return "\n".join(
            [
                self._headline(),
                *(one.text() for one in self.sets[:_LISTED]),
                *([f"… and {counted(more, 'more set')}"] if more > 0 else []),
            ]
        )

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, which `tilewright.verify` can verify."""
        first = Problem(self.boards[0], *self.pool, turn=self.turn)
        return {
            "designs": [one.to_json() for one in self.sets],
            "boards": [problem_json(first.but(board=board))["board"] for board in self.boards],
            **{name: value for name, value in problem_json(first).items() if name == "lattice"},
            "pool": [*self.pool],
            "turn": self.turn,
            "numbers": [*self.numbers],
            "order": "fewest" if self.fewest else "most",
            "solving": None if self.solving is None else str(self.solving),
            "examined": str(self.examined),
            "total": str(self.total),
            "complete": self.complete,
        }


def _verb(number: int) -> str:
    return "solves" if number == 1 else "solve"


@picture_of.register(Design)
def _draw_design(design: Design, **options: Any) -> Picture:
    from tilewright.drawing import draw

    tiling = solve(design.problem())
    if tiling is None:
        raise NoTilingError(f"{' '.join(design.pieces)} do not tile {design.board}")
    return draw(tiling, **{"marks": design.board, "title": design.text(), **options})


@picture_of.register(Designs)
def _draw(designs: Designs, **options: Any) -> Picture:
    """Return a picture of the first sets, each with a solution of its worst board."""
    from tilewright.drawing import sheet

    if not designs.sets:
        raise NoTilingError(designs.text())
    title = options.pop("title", designs.text().splitlines()[0])
    pictures = [
        _draw_design(one, caption=f"{one.board}: {counted(one.worst, 'solution')}", **options)
        for one in designs.sets[:_DRAWN]
    ]
    return replace(sheet(pictures), title=title)
