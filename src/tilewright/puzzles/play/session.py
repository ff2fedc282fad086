"""Session: a game in progress. All methods return a new session. Sessions are not changed in place.

The effect of undo depends on where data are stored. The *puzzle* never changes. Undo restores the
*state* (pieces on the board, drawn outlines). Undo does not change the *hand* (the orientations of
pieces in the tray) and the *clock*.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.errors import FormatError, RequestError
from tilewright.formats.request import read_id
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, puzzle_id
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import Cell, cell_word
from tilewright.model.space.polyform import Polyform
from tilewright.model.tiling import Tiling
from tilewright.puzzles.play.advice import Hint, find_hint, find_ways, find_wrong
from tilewright.puzzles.play.position import Position
from tilewright.puzzles.play.remaining import WaysLeft
from tilewright.puzzles.play.rulebook import Rulebook, rulebook
from tilewright.puzzles.play.state import (
    Edge,
    Exclusion,
    PlayError,
    State,
    edge_word,
    exclusion_word,
    joined_edge,
    note_word,
    read_edge,
    read_exclusion,
    read_note,
)
from tilewright.system.values.arguments import counted
from tilewright.system.values.svg_repr import picture_of

if TYPE_CHECKING:
    from tilewright.drawing import Picture


#: Nothing placed, nothing drawn.
START = State()

_LIFT = re.compile(r"-(\d{1,4}(?:,\d{1,4}){1,2})")


@dataclass(frozen=True, slots=True)
class Saved:
    """The data of a saved game before its moves are parsed (see `Session.save`)."""

    puzzle: str
    start: str
    moves: tuple[str, ...]
    done: int
    hand: dict[str, int]
    seconds: float
    hints: int


def read_saved(data: Any) -> Saved:
    """Parse the values of a saved game."""
    try:
        moves = data.get("moves", [])
        if not isinstance(moves, (list, tuple)):
            raise TypeError(f"the moves must be a list, got {moves!r}")
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
        raise FormatError(f"invalid saved game: {error}") from None
    if not 0 <= saved.done <= len(saved.moves):
        raise FormatError(
            f"invalid saved game: it counts {saved.done} moves as done, but contains "
            f"{len(saved.moves)}"
        )
    if not (math.isfinite(saved.seconds) and saved.seconds >= 0 and saved.hints >= 0):
        raise FormatError("invalid saved game: time and hints must be at least 0")
    return saved


def move_words(before: State, after: State) -> str:
    """Return the words of the move from one state to another.

    Examples
    --------
    >>> move_words(State(), State(edges=frozenset({((0, 0), (0, 1))})))
    '0,0r'
    """
    staying = set(after.placed)
    prefix = tuple(placement for placement in before.placed if placement in staying)
    if after.placed[: len(prefix)] != prefix:
        prefix = ()
    lifted = [placement for placement in before.placed if placement not in prefix]
    return " ".join(
        [
            *(f"-{cell_word(placement.cells[0])}" for placement in lifted),
            *(placement.word() for placement in after.placed[len(prefix) :]),
            *sorted(edge_word(edge) for edge in before.edges ^ after.edges),
            *sorted(note_word(edge) for edge in before.notes ^ after.notes),
            *sorted(map(exclusion_word, before.excluded ^ after.excluded)),
        ]
    )


def trim_moves(moves: Sequence[str], done: int, longest: int) -> tuple[int, int]:
    """Return the range of moves that are kept within a number of characters.

    The oldest moves are dropped first, and then the moves that were undone first.
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
    """The pieces on the board while moves are repeated, changed in place."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.taken: dict[Cell, Placement] = dict(rules.given)
        self.used = rules.count(())
        self.placed: tuple[Placement, ...] = ()
        self.edges: frozenset[Edge] = frozenset()
        self.notes: frozenset[Edge] = frozenset()
        self.excluded: frozenset[Exclusion] = frozenset()

    def state(self) -> State:
        """Return the current pieces."""
        return State(self.placed, self.edges, self.notes, self.excluded)

    def move(self, line: str) -> None:
        """Make the move that a line describes."""
        toggled: set[Edge] = set()
        noted: set[Edge] = set()
        for word in line.split():
            if edge := read_edge(word):
                self._on_board(edge, word)
                toggled ^= {edge}
            elif edge := read_note(word):
                self._on_board(edge, word)
                noted ^= {edge}
            elif exclusion := read_exclusion(word):
                if fault := self.rules.exclusion_fault(exclusion):
                    raise _misfit(fault)
                self.excluded ^= {exclusion}
            elif match := _LIFT.fullmatch(word):
                self._lift(tuple(map(int, match[1].split(","))))
            else:
                self._place(word)
        if toggled:
            self.edges ^= toggled
        if noted:
            self.notes ^= noted
        if not self.edges.isdisjoint(self.notes):
            raise _misfit("an edge is both drawn and marked as not an edge")

    def _on_board(self, edge: Edge, word: str) -> None:
        if not self.rules.is_edge(edge):
            raise _misfit(f"the edge {word} is not on the board")

    def _lift(self, cell: Cell) -> None:
        placement = self.taken.get(cell)
        if placement is None or cell in self.rules.given:
            raise _misfit(f"the cell {cell_word(cell)} has no piece to remove")
        for other in placement.cells:
            del self.taken[other]
        self.used[placement.piece] -= 1
        self.placed = tuple(other for other in self.placed if other is not placement)

    def _place(self, word: str) -> None:
        try:
            placement = self.rules.problem.named(Placement.parse(word))
        except RequestError as error:
            raise FormatError(f"invalid move in a saved game: {error}") from None
        if fault := self.rules.fault(placement, self.taken, self.used):
            raise _misfit(fault)
        placement = self.rules.add_marks(placement)
        for cell in placement.cells:
            self.taken[cell] = placement
        self.used[placement.piece] += 1
        self.placed = (*self.placed, placement)


def _misfit(fault: str) -> FormatError:
    return FormatError(f"the saved game does not match the puzzle: {fault}")


#: The most states that are kept for undo.
LONGEST_HISTORY = 10_000


@dataclass(frozen=True, init=False)
class Session:
    """A game in progress.

    Parameters
    ----------
    puzzle : Puzzle or str
        The puzzle to play, or the name or ID of the puzzle.
    state : State
    past, future : tuple of State
        The earlier states, which `undo` restores, and the later states, which `redo` restores.
    hand : mapping of str to int
        The orientation of each piece in the tray, as an index into `Piece.orientations`. A piece
        that is not listed has its original orientation.
    seconds : float
        The time played so far, in seconds.
    hints : int
        The number of hints used.

    Raises
    ------
    RequestError
        If the puzzle does not exist.
    """

    puzzle: Puzzle
    state: State
    past: tuple[State, ...]
    future: tuple[State, ...]
    hand: Mapping[str, int] = field(hash=False)
    seconds: float
    hints: int

    def __init__(
        self,
        puzzle: Puzzle | str,
        state: State = START,
        past: tuple[State, ...] = (),
        future: tuple[State, ...] = (),
        hand: Mapping[str, int] | None = None,
        seconds: float = 0.0,
        hints: int = 0,
    ) -> None:
        # The values of a frozen class can only be set like this.
        values = self.__dict__
        values["puzzle"] = read_id(puzzle) if isinstance(puzzle, str) else puzzle
        if state.placed:
            state = replace(state, placed=tuple(map(self.rules.settle, state.placed)))
        values["state"], values["past"], values["future"] = state, past, future
        values["hand"] = MappingProxyType(dict(hand or {}))
        values["seconds"], values["hints"] = seconds, hints

    def __repr__(self) -> str:
        placed = f"{counted(len(self.state.placed), 'piece')} placed"
        where = "solved" if self.solved else placed
        return f"<Session of {self.puzzle.title or self.puzzle.name}: {where}>"

    def __reduce__(self) -> tuple[type[Session], tuple[Any, ...]]:
        """Pickle the arguments of the constructor, because a read-only mapping cannot be
        pickled.
        """
        values = {**self.__dict__, "hand": dict(self.hand)}
        return Session, tuple(values[part.name] for part in fields(self))

    # Where it stands
    # -------------------------------------------------------------------------------

    @cached_property
    def position(self) -> Position:
        """The current position, without the history."""
        return Position(self.rules, self.state)

    @property
    def rules(self) -> Rulebook:
        """The rules of the puzzle."""
        return rulebook(self.puzzle)

    @property
    def problem(self) -> Problem:
        """The original problem, without the player's pieces."""
        return self.rules.problem

    @property
    def tiling(self) -> Tiling:
        """The current board as a tiling. Placed pieces and closed outlines of pieces are tiles; all
        other cells have the label -2.
        """
        return self.position.tiling

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.position.solved

    def left(self, piece: str) -> int | None:
        """Return how many copies of a piece are left in the tray, or None if there is no limit."""
        return self.position.left(piece)

    def check(self, timeout: float = 2.0) -> list[str]:
        """Return the mistakes so far as sentences. The list is empty if no mistake was found.

        The player's pieces and outlines are compared with all tilings of the puzzle, not just with
        one.

        Parameters
        ----------
        timeout : float
            The time limit in seconds.
        """
        wrong = self.wrong(timeout)
        return [] if wrong is None else [wrong.text]

    def ways(self, timeout: float = 0.5) -> WaysLeft:
        """Return the number of ways to finish the board from the current position.

        Parameters
        ----------
        timeout : float
            The time limit in seconds.
        """
        return find_ways(self.position, timeout, self.puzzle.tilings)

    def hint(self, timeout: float = 2.0, found: Iterable[Mapping[Cell, str]] = ()) -> Hint:
        """Return the next step that a person could find, with the reason, or a piece to remove
        first.

        Parameters
        ----------
        timeout : float
            The time limit in seconds.
        found : iterable of mapping of cell to str
            The solutions that the player has already found. Each solution maps each cell to the
            name of its piece. If the step is taken from a known solution, a solution that
            the player has not found yet is preferred. Symmetric images of a solution count as the
            same solution.
        """
        return find_hint(self.position, timeout, found)

    def wrong(self, timeout: float) -> Hint | None:
        """Return a hint that names a mistake, or None if no mistake was found in time."""
        return find_wrong(self.position, timeout)

    # Moves
    # -----------------------------------------------------------------------------------------

    def place(self, piece: str, cells: Iterable[Cell], marks: Iterable[str] = ()) -> Session:
        """Place a piece on the board. The next copy of the piece keeps the same orientation.

        Parameters
        ----------
        piece : str
        cells : iterable of cells
        marks : iterable of str, optional
            The mark that the piece shows on each cell, if a rule depends on the orientation of the
            piece. By default, the piece is placed in its current orientation in the tray or, if
            that orientation does not fit, in the first one that fits.

        Raises
        ------
        PlayError
            If no copy of the piece is left, if the cells do not form one of its orientations, if
            the marks do not agree, or if a cell is covered or outside the board.
        """
        return self._place_beside(
            self.state.placed, Placement(self.rules.piece(piece).name, tuple(cells), tuple(marks))
        )

    def shift(self, cell: Cell, cells: Iterable[Cell]) -> Session:
        """Move the piece that covers a cell to other cells, as a single move.

        Raises
        ------
        PlayError
            If `lift` or `place` would raise an error.
        """
        placement = self._movable_placement(cell)
        others = tuple(other for other in self.state.placed if other != placement)
        return self._place_beside(others, Placement(placement.piece, tuple(cells)))

    def lift(self, cell: Cell) -> Session:
        """Move the piece that covers a cell back to the tray. The piece keeps its orientation.

        Raises
        ------
        PlayError
            If no piece covers the cell, or if the piece is part of the puzzle.
        """
        placement = self._movable_placement(cell)
        placed = tuple(other for other in self.state.placed if other != placement)
        return self._move(replace(self.state, placed=placed))._with_hand(placement)

    def toggle(self, edges: Iterable[Edge]) -> Session:
        """Draw the given outline edges as a single move. Edges that are already drawn are erased.

        Raises
        ------
        PlayError
            If the two cells of an edge are not neighbors, or if one of them is not on the board.
        """
        toggled = self._check_edges(edges)
        return self._move(
            replace(self.state, edges=self.state.edges ^ toggled, notes=self.state.notes - toggled)
        )

    def note(self, edges: Iterable[Edge]) -> Session:
        """Add notes that the given edges are not outlines, as a single move. If a note already
        exists, it is removed instead.

        Any outlines at the given edges are erased. Notes are for the player only: hints and `check`
        ignore them.

        Raises
        ------
        PlayError
            If the two cells of an edge are not neighbors, or if one of them is not on the board.
        """
        noted = self._check_edges(edges)
        return self._move(
            replace(self.state, edges=self.state.edges - noted, notes=self.state.notes ^ noted)
        )

    def exclude(self, piece: str, cells: Iterable[Cell]) -> Session:
        """Add notes that a piece does not cover the given cells, as a single move. If a note
        already exists, it is removed instead.

        Notes are for the player only: hints and `check` ignore them.

        Raises
        ------
        RequestError
            If the puzzle does not contain the piece.
        PlayError
            If a cell is not on the board.
        """
        name = self.rules.piece(piece).name
        excluded = frozenset((name, cell) for cell in cells)
        for exclusion in sorted(excluded):
            if fault := self.rules.exclusion_fault(exclusion):
                raise PlayError(fault)
        return self._move(replace(self.state, excluded=self.state.excluded ^ excluded))

    def erase(self, edges: Iterable[Edge]) -> Session:
        """Erase outlines and notes at the given edges, as a single move.

        Raises
        ------
        PlayError
            If the two cells of an edge are not neighbors, or if one of them is not on the board.
        """
        erased = self._check_edges(edges)
        return self._move(
            replace(self.state, edges=self.state.edges - erased, notes=self.state.notes - erased)
        )

    def outline(self, cells: Iterable[Cell]) -> Session:
        """Draw the outline around the given cells. Edges inside the outline and notes along the
        outline are erased.

        Raises
        ------
        PlayError
            If a cell is not on the board.
        """
        inside = set(cells)
        edges = set(self.state.edges)
        for cell in inside:
            if cell not in self.rules.marks:
                raise PlayError(f"the cell {cell_word(cell)} is not on the board")
            for other in self.rules.beside[cell]:
                if other in inside:
                    edges.discard(joined_edge(cell, other))
                else:
                    edges.add(joined_edge(cell, other))
        return self._move(
            replace(self.state, edges=frozenset(edges), notes=self.state.notes - edges)
        )

    def clear(self) -> Session:
        """Clear the board, as a move that `undo` can reverse."""
        return self._move(START)

    def follow(self, hint: Hint) -> Session:
        """Make the move that a hint suggests, and count the hint. Return the same session if the
        hint does not suggest a move.

        Raises
        ------
        PlayError
            If the suggested move is not possible, because the hint was made for a different state.
        """
        if hint.placement is None or hint.action not in {"place", "lift"}:
            return self
        counted = replace(self, hints=self.hints + 1)
        if self.rules.drawn:
            return counted.outline(hint.placement.cells)
        if hint.action == "lift":
            return counted.lift(hint.placement.cells[0])
        placement = hint.placement
        return counted.place(placement.piece, placement.cells, placement.marks)

    def take_hint(self, timeout: float = 2.0) -> Session:
        """Get a hint within `timeout` seconds, and make the suggested move."""
        return self.follow(self.hint(timeout))

    def undo(self) -> Session:
        """Undo the last move. Return the same session if there is no move to undo."""
        if not self.past:
            return self
        return replace(
            self, state=self.past[-1], past=self.past[:-1], future=(self.state, *self.future)
        )

    def redo(self) -> Session:
        """Redo the last undone move. Return the same session if there is no move to redo."""
        if not self.future:
            return self
        return replace(
            self, state=self.future[0], past=(*self.past, self.state), future=self.future[1:]
        )

    # The hand
    # --------------------------------------------------------------------------------------

    def hold(self, piece: str, orientation: int) -> Session:
        """Set the orientation of a piece in the tray.

        Raises
        ------
        PlayError
            If the piece has no orientation with this number.
        """
        index = self.rules.number(piece)
        number = len(self.rules.orientations[index])
        if not 0 <= orientation < number:
            raise PlayError(
                f"the orientation of {piece} must be between 0 and {number - 1}, got {orientation}",
                where=piece,
            )
        return replace(self, hand={**self.hand, self.problem.pieces[index].name: orientation})

    def held(self, piece: str) -> Polyform:
        """Return a piece from the tray in its current orientation."""
        index = self.rules.number(piece)
        return self.rules.orientations[index][self.orientation(piece)][0]

    def orientation(self, piece: str) -> int:
        """Return the number of the current orientation of a piece in the tray."""
        index = self.rules.number(piece)
        return self.hand.get(self.problem.pieces[index].name, self.rules.first[index])

    # Saving
    # ----------------------------------------------------------------------------------------

    def save(self, longest: int | None = None) -> dict[str, Any]:
        """Return the session as JSON values that `load` reads.

        Parameters
        ----------
        longest : int, optional
            The maximum total length of all moves, in characters. If the limit is exceeded, the
            oldest moves are dropped.

        Returns
        -------
        dict
            A dictionary with the keys ``puzzle`` (the ID), ``start`` (the first state), ``moves``
            (one line for each move; see `tilewright.puzzles.play.session`), ``done`` (the number of
            moves that have not been undone), ``hand``, ``seconds`` and ``hints``.
        """
        states = (*self.past, self.state, *self.future)
        moves = [move_words(one, two) for one, two in itertools.pairwise(states)]
        done = len(self.past)
        first, end = (0, len(moves)) if longest is None else trim_moves(moves, done, longest)
        return {
            "puzzle": puzzle_id(self.puzzle),
            "start": move_words(START, states[first]),
            "moves": moves[first:end],
            "done": done - first,
            "hand": dict(self.hand),
            "seconds": round(self.seconds, 3),
            "hints": self.hints,
        }

    @classmethod
    def load(cls, data: dict[str, Any]) -> Session:
        """Load a session from the values that `save` returned.

        Raises
        ------
        RequestError
            If the data are invalid, or if a move is not possible in the puzzle.
        """
        saved = read_saved(data)
        session = cls(read_id(saved.puzzle), seconds=saved.seconds, hints=saved.hints)
        states = replay(session.rules, saved.start, saved.moves)
        past, future = states[: saved.done][-LONGEST_HISTORY:], states[saved.done + 1 :]
        session = replace(session, state=states[saved.done], past=tuple(past), future=tuple(future))
        for name, number in saved.hand.items():
            session = session.hold(name, number)
        return session

    @classmethod
    def resume(cls, puzzle: Puzzle | str, state: State) -> Session:
        """Return a session with a given state and without a history. The state is checked for
        faults.

        Raises
        ------
        RequestError
            If the state cannot occur in the puzzle. The error message lists up to three faults.
        """
        session = cls(puzzle, state)
        state = session.state
        faults = session.position.after(state.placed).faults() + [
            f"the edge {first} {second} is not on the board"
            for first, second in sorted(state.edges | state.notes)
            if not session.rules.is_edge((first, second))
        ]
        faults += [
            f"the edge {first} {second} is both drawn and marked as not an edge"
            for first, second in sorted(state.edges & state.notes)
        ]
        faults += filter(None, map(session.rules.exclusion_fault, sorted(state.excluded)))
        if faults:
            raise RequestError(
                f"this state does not match the puzzle: {'; '.join(faults[:3])}", where="state"
            )
        return session

    # Inside
    # ----------------------------------------------------------------------------------------

    def _move(self, state: State) -> Session:
        if state == self.state:
            return self
        past = (*self.past, self.state)[-LONGEST_HISTORY:]
        return replace(self, state=state, past=past, future=())

    def _check_edges(self, edges: Iterable[Edge]) -> frozenset[Edge]:
        """Return some edges, each with its first cell first, if they are edges of the board."""
        return frozenset(self.rules.edge(first, second) for first, second in edges)

    def _place_beside(self, others: tuple[Placement, ...], placement: Placement) -> Session:
        """Place a piece next to others on the board."""
        taken = self.position.owner
        if others != self.state.placed:
            taken = self.rules.given | {cell: other for other in others for cell in other.cells}
        if fault := self.rules.fault(placement, taken, self.rules.count(others)):
            raise PlayError(fault, where=placement.piece)
        placement = self.rules.add_marks(placement, self.hand.get(placement.piece))
        return self._move(replace(self.state, placed=(*others, placement)))._with_hand(placement)

    def _movable_placement(self, cell: Cell) -> Placement:
        placement = self.position.owner.get(cell)
        if placement is None or cell in self.rules.given:
            reason = (
                "is empty"
                if placement is None
                else "is covered by a piece that is part of the puzzle"
            )
            raise PlayError(f"the cell {cell_word(cell)} {reason}")
        return placement

    def _with_hand(self, placement: Placement) -> Session:
        return replace(self, hand={**self.hand, placement.piece: self.rules.orientation(placement)})


@picture_of.register(Session)
def _draw(session: Session, **options: Any) -> Picture:
    from tilewright.drawing import UNCOVERED, draw

    problem = session.problem
    labels = np.where(problem.board.mask, UNCOVERED, OUTSIDE).astype(np.int32)
    for number, placement in enumerate(session.state.placed):
        labels[tuple(np.array(placement.cells).T)] = number
    return draw(labels, lattice=problem.board.lattice, **options)
