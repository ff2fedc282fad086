"""Session: a game in progress. Everything returns a new session; nothing changes in place.

Where a fact lives decides what undo does: the *puzzle* never changes; the *state* (pieces on the board,
outlines drawn) is what undo goes back over; the *hand* (how the pieces in the tray are turned) and
the *clock* are not undone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from tilewright.errors import FormatError, RequestError
from tilewright.identity import puzzle_id, read_id
from tilewright.piece import Piece, turned
from tilewright.play.hint import Hint, deduce
from tilewright.play.outlines import closed_regions
from tilewright.play.remaining import Ways, first_tilings, ways
from tilewright.play.state import PlayError, State, make_edge, neighbors
from tilewright.polyomino import Cell, Polyomino
from tilewright.problem import Placement, Problem
from tilewright.puzzle import Puzzle
from tilewright.symmetry import COMPOSE, TURNS
from tilewright.tiling import EMPTY, Tiling, number_tiles

__all__ = ["Session"]

#: The most states that are kept for undo.
LONGEST_HISTORY = 10_000


#: Nothing placed, nothing drawn.
_START = State()


@dataclass(frozen=True, init=False)
class Session:
    """A game in progress.

    Parameters
    ----------
    puzzle : Puzzle or str
        What is played, or its name or ID.
    state : State
    past, future : tuple of State
        For undo and redo.
    hand : dict of str to int
        How each piece in the tray is turned: an element of the symmetry group; 0 if not named.
    seconds : float
        Time played before the clock was last started.
    started : float or None
        When the clock was last started (`time.monotonic`); None while it stands.
    hints : int
        How many hints were taken.

    Raises
    ------
    RequestError
        If there is no such puzzle.
    """

    puzzle: Puzzle
    state: State
    past: tuple[State, ...]
    future: tuple[State, ...]
    hand: dict[str, int]
    seconds: float
    started: float | None
    hints: int

    def __init__(
        self,
        puzzle: Puzzle | str,
        state: State = _START,
        past: tuple[State, ...] = (),
        future: tuple[State, ...] = (),
        hand: Mapping[str, int] | None = None,
        seconds: float = 0.0,
        started: float | None = None,
        hints: int = 0,
    ) -> None:
        # The values of a frozen class can only be set like this.
        own = self.__dict__
        own["puzzle"] = read_id(puzzle) if isinstance(puzzle, str) else puzzle
        own["state"], own["past"], own["future"] = state, past, future
        own["hand"] = dict(hand or {})
        own["seconds"], own["started"], own["hints"] = seconds, started, hints

    @cached_property
    def problem(self) -> Problem:
        """The puzzle as it was set, without the player's pieces."""
        return self.puzzle.problem()

    @cached_property
    def owner(self) -> dict[Cell, Placement]:
        """The placement on each cell that is covered."""
        everything = (*self.problem.placed, *self.state.placed)
        return {cell: placement for placement in everything for cell in placement.cells}

    def left(self, piece: str) -> int | None:
        """Return how many copies of a piece are still in the tray; None if there is no end of them."""
        index = self._index(piece)
        most = self.problem.pieces[index].most
        used = Counter(self.problem.piece_index(p.piece) for p in (*self.problem.placed, *self.state.placed))
        return None if most is None else most - used[index]

    # Moves -----------------------------------------------------------------------------------------

    def place(self, piece: str, cells: Iterable[Cell]) -> Session:
        """Put a piece on the board.

        Raises
        ------
        PlayError
            If there is no such piece left, the cells are not one of its orientations, their marks do
            not agree, or they are taken or off the board.
        """
        index = self._index(piece)
        placement = Placement(self.problem.pieces[index].name, tuple(cells))
        for cell in placement.cells:
            if cell in self.owner:
                raise PlayError(f"the cell {cell[0]},{cell[1]} is taken", where=piece)
        problem = self.after((*self.state.placed, placement))
        if faults := problem.faults():
            raise PlayError(faults[-1].partition(": ")[2] or faults[-1], where=piece)
        return self._move(replace(self.state, placed=(*self.state.placed, placement)))

    def place_at(self, piece: str, row: int, column: int) -> Session:
        """Put a piece, turned as it is in the hand, with the corner of its bounding box at a cell."""
        shape = self.held(piece)
        return self.place(piece, [(row + r, column + c) for r, c in shape.cells])

    def lift(self, cell: Cell) -> Session:
        """Take the piece on a cell back into the tray.

        Raises
        ------
        PlayError
            If the cell is empty, or the piece came with the puzzle.
        """
        placement = self.owner.get(cell)
        if placement is None or placement in self.problem.placed:
            reason = "is empty" if placement is None else "has a piece that came with the puzzle"
            raise PlayError(f"the cell {cell[0]},{cell[1]} {reason}")
        placed = tuple(other for other in self.state.placed if other != placement)
        return self._move(replace(self.state, placed=placed))

    def draw(self, first: Cell, second: Cell) -> Session:
        """Draw the outline edge between two cells, or wipe it out if it is there."""
        edge = make_edge(first, second)
        for row, column in edge:
            rows, columns = self.problem.board.shape
            if not (0 <= row < rows and 0 <= column < columns and self.problem.board.mask[row, column]):
                raise PlayError(f"the cell {row},{column} is not on the board")
        return self._move(replace(self.state, edges=self.state.edges ^ {edge}))

    def turn(self, piece: str, quarters: int = 1) -> Session:
        """Turn a piece in the tray by quarter turns, counterclockwise.

        Raises
        ------
        PlayError
            If the piece may not turn.
        """
        self._allow(piece, 1, "turn")
        element = self.hand.get(self._name(piece), 0)
        return replace(self, hand=self.hand | {self._name(piece): int(COMPOSE[quarters % 4, element])})

    def flip(self, piece: str) -> Session:
        """Flip a piece in the tray, left for right.

        Raises
        ------
        PlayError
            If the piece may not be flipped.
        """
        self._allow(piece, 4, "be flipped")
        element = self.hand.get(self._name(piece), 0)
        return replace(self, hand=self.hand | {self._name(piece): int(COMPOSE[4, element])})

    def held(self, piece: str) -> Polyomino:
        """Return a piece as it is turned in the tray."""
        found = self.problem.pieces[self._index(piece)]
        marks = found.marks or ("",) * len(found.polyomino)
        return turned((found.polyomino, marks), self.hand.get(found.name, 0))[0]

    def undo(self) -> Session:
        """Take the last move back; the same session if there is none."""
        if not self.past:
            return self
        return replace(self, state=self.past[-1], past=self.past[:-1], future=(self.state, *self.future))

    def redo(self) -> Session:
        """Make the move again that was taken back; the same session if there is none."""
        if not self.future:
            return self
        return replace(self, state=self.future[0], past=(*self.past, self.state), future=self.future[1:])

    def clear(self) -> Session:
        """Take everything off the board; can be undone."""
        return self._move(State())

    # Questions -------------------------------------------------------------------------------------

    @cached_property
    def tiling(self) -> Tiling:
        """The board as it stands: pieces, and closed outlines that are pieces, are tiles; the rest has -2."""
        labels = np.where(self.problem.board.mask, EMPTY, -1).astype(np.int32)
        drawn = self.outlined()[0] if self.state.edges else ()
        for number, placement in enumerate((*drawn, *self.problem.placed, *self.state.placed)):
            labels[tuple(np.array(placement.cells).T)] = number
        return Tiling(number_tiles(labels))

    @property
    def solved(self) -> bool:
        """Whether the board is tiled as the puzzle asks."""
        return not self.tiling.faults(self.problem)

    def check(self) -> list[str]:
        """Return what is wrong so far, in words; empty while everything may still be right.

        What is placed is compared with the tilings of the puzzle, not with one of them only.
        """
        wrong = self.wrong(seconds=2.0)
        if wrong is None:
            return []
        return [wrong.text]

    def ways(self, seconds: float = 0.5) -> Ways:
        """Return in how many ways the board can be finished from here.

        Parameters
        ----------
        seconds : float
            Budget of time.
        """
        if self._broken():
            return Ways(0, True)
        return ways(self.after(self._fixed()), seconds)

    def hint(self, seconds: float = 2.0) -> Hint:
        """Return the next step that a person could find, and why; or what has to go first."""
        if self.solved:
            return Hint("done", "everything is in its place")
        wrong = self.wrong(seconds)
        if wrong is not None:
            return wrong
        placed = self._fixed()
        found = first_tilings(self.after(placed), 1, seconds)
        if not found.tilings:
            return Hint("none", "no way to finish was found in this time")
        return deduce(self.problem, placed, found.tilings[0], seconds)

    def take_hint(self) -> Session:
        """Do what the hint says, and count it; the same session if it says nothing."""
        hint = self.hint()
        if hint.placement is None:
            return self
        counted = replace(self, hints=self.hints + 1)
        if hint.action == "lift":
            return counted.lift(hint.placement.cells[0])
        if self.puzzle.kind == "dots":
            return counted.outline(hint.placement.cells)
        return counted.place(hint.placement.piece, hint.placement.cells)

    def outline(self, cells: Iterable[Cell]) -> Session:
        """Draw the outline around some cells, and wipe out what is drawn inside."""
        inside = set(cells)
        edges = set(self.state.edges)
        for cell in inside:
            for other in neighbors(cell):
                if other in inside:
                    edges.discard(make_edge(cell, other))
                elif self.on_board(other):
                    edges.add(make_edge(cell, other))
        return self._move(replace(self.state, edges=frozenset(edges)))

    # Clock, saving ---------------------------------------------------------------------------------

    def start(self) -> Session:
        """Start the clock."""
        return self if self.started is not None else replace(self, started=time.monotonic())

    def stop(self) -> Session:
        """Stop the clock."""
        return replace(self, seconds=self.elapsed, started=None)

    @property
    def elapsed(self) -> float:
        """Seconds played."""
        return self.seconds + (0.0 if self.started is None else time.monotonic() - self.started)

    def save(self) -> dict[str, Any]:
        """Return the session as JSON values: the puzzle's ID, the state with its history, hand and clock."""
        return {
            "puzzle": puzzle_id(self.puzzle),
            "state": self.state.to_json(),
            "past": [state.to_json() for state in self.past],
            "future": [state.to_json() for state in self.future],
            "hand": dict(self.hand),
            "seconds": round(self.elapsed, 3),
            "hints": self.hints,
        }

    @classmethod
    def load(cls, data: dict[str, Any]) -> Session:
        """Read what `save` returns; the clock stands.

        Raises
        ------
        RequestError
            If it is something else, or a state of it does not fit the puzzle.
        """
        try:
            past = tuple(State.from_json(state) for state in data.get("past", ()))
            future = tuple(State.from_json(state) for state in data.get("future", ()))
            hand = {str(name): int(element) % 8 for name, element in dict(data.get("hand", {})).items()}
            seconds, hints = float(data.get("seconds", 0)), int(data.get("hints", 0))
            word, state = str(data["puzzle"]), State.from_json(data.get("state", {}))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RequestError):
                raise
            raise FormatError(f"this is not a saved game: {error}") from None
        session = cls(read_id(word), state, past, future, hand, seconds, None, hints)
        for each in (state, *past, *future):
            if faults := session.after(each.placed).faults():
                raise FormatError(f"the saved game does not fit the puzzle: {faults[0]}")
        return session

    # Inside ----------------------------------------------------------------------------------------

    def _move(self, state: State) -> Session:
        past = (*self.past, self.state)[-LONGEST_HISTORY:]
        return replace(self, state=state, past=past, future=())

    def after(self, placed: tuple[Placement, ...]) -> Problem:
        """Return the problem that is left after some pieces are placed."""
        problem = self.problem
        words: tuple[Piece, ...] = problem.pieces
        empty = 0 if problem.empty_most == 0 else (problem.empty_least, problem.empty_most)
        return Problem(
            problem.board, *words, turn=problem.turn, placed=(*problem.placed, *placed), empty=empty
        )

    def _index(self, piece: str) -> int:
        index = self.problem.piece_index(piece)
        if index is None:
            raise PlayError(f"there is no piece '{piece}' in this puzzle")
        return index

    def _name(self, piece: str) -> str:
        return self.problem.pieces[self._index(piece)].name

    def _allow(self, piece: str, element: int, what: str) -> None:
        found = self.problem.pieces[self._index(piece)]
        turn = found.turn or self.problem.turn
        if element not in TURNS[turn]:
            raise PlayError(f"the pieces of this puzzle cannot {what} (they are {turn})", where=piece)

    def on_board(self, cell: Cell) -> bool:
        """Whether a cell is one of the board."""
        rows, columns = self.problem.board.shape
        row, column = cell
        return 0 <= row < rows and 0 <= column < columns and bool(self.problem.board.mask[cell])

    def outlined(self) -> tuple[tuple[Placement, ...], tuple[tuple[Cell, ...], ...]]:
        """Return the regions that the outlines close: those that are pieces, and those that are none."""
        return closed_regions(self.problem, self.state.edges)

    def _fixed(self) -> tuple[Placement, ...]:
        """Return what counts as placed: pieces, or closed outlines."""
        if self.puzzle.kind == "dots" or self.state.edges:
            return self.outlined()[0]
        return self.state.placed

    def _broken(self) -> bool:
        """Whether the outlines close a region that is no piece."""
        return (self.puzzle.kind == "dots" or bool(self.state.edges)) and bool(self.outlined()[1])

    def wrong(self, seconds: float) -> Hint | None:
        """Return a hint that says what has to go; None if all may be right, or that was not found out in time."""
        outlined = self.puzzle.kind == "dots" or bool(self.state.edges)
        if outlined:
            bad = self.outlined()[1]
            if bad:
                text = f"this closed region of {len(bad[0])} cells is no piece of the puzzle, or its dots do not agree"
                return Hint("outline", text, None, bad[0])
        placed = self._fixed()
        deadline = time.monotonic() + seconds
        if not placed or not self._hopeless(placed, deadline):
            return None
        # The last piece after which it could not be finished any more.
        good, bad_until = 0, len(placed)
        while bad_until - good > 1:
            middle = (good + bad_until) // 2
            if self._hopeless(placed[:middle], deadline):
                bad_until = middle
            else:
                good = middle
        guilty = placed[bad_until - 1]
        text = "with this piece here the board can no longer be finished"
        return Hint("outline" if outlined else "lift", text, guilty, guilty.cells)

    def _hopeless(self, placed: tuple[Placement, ...], deadline: float) -> bool:
        found = first_tilings(self.after(placed), 1, max(0.05, deadline - time.monotonic()))
        return found.complete and not found.tilings
