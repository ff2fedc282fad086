"""Saving: a game in progress as a few JSON values, with its history as moves.

A state is not written again for every move: what is written is how the history begins, and each move
as a line of words. ``L3:0,0-1,0-1,1`` places a piece, ``-1,0`` lifts the one on that cell, ``2,3r``
and ``2,3d`` draw the edge on the right of a cell and below it, or wipe it out, and ``2,3|1,4`` any other edge; ``x2,3r``
notes that there is none, or takes the note back. Reading makes the moves again, and so checks every one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.errors import FormatError, RequestError
from tilewright.lattices.lattice import Cell
from tilewright.play.rulebook import Rulebook
from tilewright.play.state import Edge, State, cell_word, edge_word, note_word, read_edge, read_note
from tilewright.problem import Placement

__all__ = ["START", "Saved", "kept_moves", "move_words", "read_saved", "replay"]

#: Nothing placed, nothing drawn.
START = State()

_LIFT = re.compile(r"-(\d{1,4}(?:,\d{1,4}){1,2})")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a saved game says, before its moves are read (see `Session.save`)."""

    puzzle: str
    start: str
    moves: tuple[str, ...]
    done: int
    hand: dict[str, int]
    seconds: float
    hints: int


def read_saved(data: Any) -> Saved:
    """Read the values of a saved game."""
    try:
        moves = data.get("moves", [])
        if not isinstance(moves, (list, tuple)):
            raise TypeError(f"the moves are a list, not {moves!r}")
        saved = Saved(
            puzzle=str(data["puzzle"]),
            start=str(data.get("start", "")),
            moves=tuple(map(str, moves)),
            done=int(data.get("done", len(moves))),
            hand={str(name): int(number) for name, number in dict(data.get("hand", {})).items()},
            seconds=float(data.get("seconds", 0)),
            hints=int(data.get("hints", 0)),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise FormatError(f"this is not a saved game: {error}") from None
    if not 0 <= saved.done <= len(saved.moves):
        raise FormatError(f"this is not a saved game: {saved.done} of its {len(saved.moves)} moves are done")
    if not (math.isfinite(saved.seconds) and saved.seconds >= 0 and saved.hints >= 0):
        raise FormatError("this is not a saved game: its time and its hints are at least 0")
    return saved


def move_words(before: State, after: State) -> str:
    """Return the words that lead from one state to another.

    Examples
    --------
    >>> move_words(State(), State(edges=frozenset({((0, 0), (0, 1))})))
    '0,0r'
    """
    staying = set(after.placed)
    kept = tuple(placement for placement in before.placed if placement in staying)
    if after.placed[: len(kept)] != kept:
        kept = ()
    lifted = [placement for placement in before.placed if placement not in kept]
    return " ".join(
        [
            *(f"-{cell_word(placement.cells[0])}" for placement in lifted),
            *(placement.word() for placement in after.placed[len(kept) :]),
            *sorted(edge_word(edge) for edge in before.edges ^ after.edges),
            *sorted(note_word(edge) for edge in before.notes ^ after.notes),
        ]
    )


def kept_moves(moves: Sequence[str], done: int, longest: int) -> tuple[int, int]:
    """Return the first and the end of the moves that are kept where they may have so many characters.

    The oldest are left out first, then those that were taken back first.
    """
    first, end = 0, len(moves)
    length = sum(map(len, moves))
    while length > longest and first < done:
        length -= len(moves[first])
        first += 1
    while length > longest and end > done:
        end -= 1
        length -= len(moves[end])
    return first, end


def replay(rules: Rulebook, start: str, moves: Iterable[str]) -> list[State]:
    """Return the state at the start and after each move."""
    table = _Table(rules)
    table.move(start)
    states = [table.state()]
    for line in moves:
        table.move(line)
        states.append(table.state())
    return states


class _Table:
    """What lies on the board while moves are made again; changes in place."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.taken: dict[Cell, Placement] = dict(rules.given)
        self.used = rules.count(())
        self.placed: tuple[Placement, ...] = ()
        self.edges: frozenset[Edge] = frozenset()
        self.notes: frozenset[Edge] = frozenset()

    def state(self) -> State:
        """Return what lies there now."""
        return State(self.placed, self.edges, self.notes)

    def move(self, line: str) -> None:
        """Make the move that a line of words says."""
        toggled: set[Edge] = set()
        noted: set[Edge] = set()
        for word in line.split():
            if edge := read_edge(word):
                self._on_board(edge, word)
                toggled ^= {edge}
            elif edge := read_note(word):
                self._on_board(edge, word)
                noted ^= {edge}
            elif match := _LIFT.fullmatch(word):
                self._lift(tuple(map(int, match[1].split(","))))
            else:
                self._place(word)
        if toggled:
            self.edges ^= toggled
        if noted:
            self.notes ^= noted
        if not self.edges.isdisjoint(self.notes):
            raise _misfit("an edge is drawn and noted to be none")

    def _on_board(self, edge: Edge, word: str) -> None:
        if not self.rules.is_edge(edge):
            raise _misfit(f"the edge {word} is not on the board")

    def _lift(self, cell: Cell) -> None:
        placement = self.taken.get(cell)
        if placement is None or cell in self.rules.given:
            raise _misfit(f"there is no piece to lift on the cell {cell_word(cell)}")
        for other in placement.cells:
            del self.taken[other]
        self.used[placement.piece] -= 1
        self.placed = tuple(other for other in self.placed if other is not placement)

    def _place(self, word: str) -> None:
        try:
            placement = self.rules.named(Placement.parse(word))
        except RequestError as error:
            raise FormatError(f"this is no move of a saved game: {error}") from None
        if fault := self.rules.fault(placement, self.taken, self.used):
            raise _misfit(fault)
        for cell in placement.cells:
            self.taken[cell] = placement
        self.used[placement.piece] += 1
        self.placed = (*self.placed, placement)


def _misfit(fault: str) -> FormatError:
    return FormatError(f"the saved game does not fit the puzzle: {fault}")
