"""Problem: a board, pieces and rules. Every engine takes a problem."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import BoardError, PieceError, ProblemError, RequestError, joined, quoted
from tilewright.model.board import Board, has_cell
from tilewright.model.piece import Alternatives, Piece, PieceLike, find_name, images, turned
from tilewright.model.piece_list import DistinctPieces, merge_pieces
from tilewright.model.placement import Placement
from tilewright.model.rules.rule_types import Clues, Rule, as_rules
from tilewright.model.space.lattice import SQUARES, Cell, Turn, cell_word, check_turn, is_known
from tilewright.model.space.polyform import Polyform
from tilewright.system.lazy import provided
from tilewright.system.values.arguments import check_text, format_value
from tilewright.system.values.arrays import read_only
from tilewright.system.values.svg_repr import SvgRepr

#: The key of `marks_agree` that lists the marks of cells that may stay empty.
EMPTY_MARK = "?"

_Read = TypeVar("_Read")

#: A row of at least so many different letters that are no marks of pieces is text.
_TEXT = 4
#: The maximum number of faults of a kind that are listed one by one.
_LISTED = 10


class ProblemRules(TypedDict, total=False):
    """The options of a `Problem` as keyword arguments, for functions that also take a board and
    pieces.
    """

    turn: Turn | None
    placed: Iterable[Placement | str | tuple[str, Iterable[Cell]]]
    empty: int | str | tuple[int, int] | None
    by_wrap: bool
    marks_agree: Mapping[str, Iterable[str]] | None
    rules: Iterable[Rule | str]


class ProblemChanges(ProblemRules, total=False):
    """The parameters that `Problem.but` can change."""

    board: Board | str
    pieces: Iterable[PieceLike]


@dataclass(frozen=True, eq=False)
class Problem(SvgRepr):
    """A tiling problem: a board, pieces and rules.

    Parameters
    ----------
    board : Board, str, (rows, columns), array or cells
        A board, a string that `Board.parse` reads, or any argument that `Board` accepts: a size, a
        grid or cells. If ``pieces`` is omitted, the board string must also contain the pieces:
        ``"6x10 pentominoes"``.
    *pieces : Piece, str, array or list
        Pieces, or strings that describe pieces in command-line notation (see
        `tilewright.model.piece.parse_pieces`). Equal pieces are merged, and their numbers of copies
        are added up. A string that follows a set can change the number of copies of one piece of
        the set: ``"tetrominoes+", "T4=2"``. ``"T4|P5"`` means one piece that is placed either as a
        T or as a P.
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        How the pieces may be turned, unless a piece specifies its own turns. The default is
        ``free`` in the plane and ``one-sided`` for cubes.
    placed : iterable of Placement, str, or (name, cells)
        The pieces that are already on the board. Placed pieces count toward the number of copies.
        In the attribute `placed`, pieces have the same names as in the problem.
    empty : int, (least, most) or str, optional
        The number of cells that may stay empty: a maximum, or the pair ``(least, most)``, which can
        also be written as ``"2..3"``. If the board has optional cells (``?``), only these cells may
        stay empty; by default, any number of them may. On boards without optional cells, the
        default is 0.
    by_wrap : bool
        Whether to count placements separately if they cover the same cells but wrap around joined
        sides in different ways. By default, placements that cover the same cells in different ways
        are counted once.
    marks_agree : mapping from str to str or iterable of str, optional
        For each mark of the pieces, the marks of the board that it may cover. ``""`` stands for no
        mark, and any other string stands for each of its characters. A mark that is not listed may
        cover only an equal mark. Cells whose marks are listed under the key ``"?"`` may stay empty,
        like cells drawn as ``?``.
    rules : iterable of rules or str, optional
        Additional conditions on a tiling, created by the functions in `tilewright.rules` or written
        as strings.

    Attributes
    ----------
    pieces : tuple of Piece
    parts : tuple of tuple of Piece
        For each piece, the equal pieces merged into it, with their numbers of copies. A piece that
        was not merged is listed alone. `tilewright.count(…, distinct_pieces=True)` distinguishes
        the merged pieces.
    alike : tuple of tuple of Piece
        The groups of equal pieces that were passed as `Piece` objects, such as the pieces of a
        file. Other programs may treat the pieces of a group as distinct.
    empty_least, empty_most : int
        The minimum and maximum number of empty cells.
    optional : (rows, columns) bool
        The cells that may stay empty, excluding cells with a clue.
    marks_agree : dict from str to tuple of str
        For each mark of the pieces, the marks of the board that it may cover, in ascending order. A
        mark that may cover only an equal mark is omitted.
    rules : tuple of rules
        The additional conditions, without duplicates.

    Notes
    -----
    By default, marks must be equal: a marked cell of the board must be covered by a piece's cell
    with the same mark, and vice versa. `marks_agree` changes which marks a piece may cover.
    Placements that cover the same cells with different marks are counted once.

    Two problems are equal if their boards, pieces, turns, placed pieces, empty cells, `marks_agree`
    and rules are equal.

    Raises
    ------
    RequestError
        If a string is invalid or an argument has the wrong type. The error message lists all
        invalid arguments. If the arguments are valid but contradict each other, no error is raised;
        see the method `faults`.

    Examples
    --------
    >>> problem = Problem("6x10", "pentominoes")
    >>> problem.faults(), problem == Problem("6x10 pentominoes")
    ([], True)
    >>> problem.names[:4]
    ('F5', 'I5', 'L5', 'N5')

    Piece cells marked *a* may cover board cells marked *x* or *y*. Unmarked piece cells may cover
    board cells that are unmarked or marked *x*:

    >>> problem = Problem("#x/y#", "#a=2", marks_agree={"a": "xy", "": ["", "x"]})
    >>> problem.to_json()["marks_agree"]
    {'': ['', 'x'], 'a': ['x', 'y']}
    """

    board: Board
    pieces: tuple[Piece, ...]
    parts: tuple[tuple[Piece, ...], ...]
    alike: tuple[tuple[Piece, ...], ...]
    turn: Turn
    placed: tuple[Placement, ...]
    empty_least: int
    empty_most: int
    optional: NDArray[np.bool_]
    by_wrap: bool
    marks_agree: dict[str, tuple[str, ...]]
    rules: tuple[Rule, ...]

    def __init__(
        self,
        board: Board | str,
        *pieces: PieceLike | Alternatives,
        turn: Turn | None = None,
        placed: Iterable[Placement | str | tuple[str, Iterable[Cell]]] = (),
        empty: int | str | tuple[int, int] | None = None,
        by_wrap: bool = False,
        marks_agree: Mapping[str, Iterable[str]] | None = None,
        rules: Iterable[Rule | str] = (),
    ) -> None:
        if isinstance(board, str) and not pieces:
            board, pieces = provided("request_words")(board)
        errors: list[RequestError] = []

        def attempt(read: Callable[[Any], _Read], value: object, otherwise: _Read) -> _Read:
            try:
                return read(value)
            except RequestError as error:
                errors.append(error)
                return otherwise

        turn = None if turn is None else attempt(check_turn, turn, None)
        known = attempt(_board, board, None)
        lattice = SQUARES if known is None else known.lattice
        marks = {*marks_agree} if isinstance(marks_agree, Mapping) else set()
        marks |= set() if known is None else {*known.alphabet}
        turn = turn or lattice.turn
        merged, wrong = merge_pieces(pieces, turn, lattice, marks)
        errors += wrong
        standing = [attempt(_read_placement, value, None) for value in _list_placed(placed)]
        least, most = attempt(_read_empty, 0 if empty is None else empty, (0, 0))
        agree: dict[str, tuple[str, ...]] = attempt(
            _read_agreement, {} if marks_agree is None else marks_agree, {}
        )
        listed_rules: tuple[Rule, ...] = attempt(as_rules, rules, ())
        if len(errors) == 1:
            raise errors[0]
        if errors or known is None:
            raise ProblemError(joined(errors))
        optional = known.optional
        if EMPTY_MARK in agree:
            optional = optional | _marked_cells(known, agree[EMPTY_MARK])
        is_partial = bool(optional.any())
        if most > 0 and not is_partial:
            optional = known.mask
        clued = [cell for rule in listed_rules if isinstance(rule, Clues) for cell in rule.at]
        if clued := [cell for cell in clued if has_cell(known, cell)]:
            # A tile covers a cell with a clue.
            optional = optional.copy()
            optional[tuple(np.array(clued).T)] = False
        self.__dict__.update(
            board=known,
            pieces=merged.pieces,
            parts=merged.parts,
            alike=merged.alike,
            turn=turn,
            empty_least=least,
            empty_most=int(optional.sum()) if is_partial and empty is None else most,
            optional=read_only(optional),
            by_wrap=bool(by_wrap) and known.surface.joined,
            marks_agree=agree,
            rules=tuple(dict.fromkeys((*listed_rules, *merged.rules))),
        )
        self.__dict__["placed"] = tuple(self.named(one) for one in standing if one is not None)

    @property
    def reads_marks(self) -> bool:
        """Whether tilings must include marks because a rule depends on the marks of the pieces."""
        return any(rule.reads_marks for rule in self.rules)

    @property
    def has_optional(self) -> bool:
        """Whether only certain cells may stay empty: cells drawn as ``?``, or cells with marks that
        `marks_agree` lists under ``"?"``.
        """
        return bool(self.board.optional.any()) or EMPTY_MARK in self.marks_agree

    def turns(self) -> frozenset[int]:
        """Return the symmetries of the lattice by which each piece may turn."""
        allowed = self.board.lattice.turns
        ways = {self.turn, *(piece.turn or self.turn for piece in self.pieces)}
        return frozenset.intersection(*(frozenset(allowed[turn]) for turn in ways))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces, as used in tilings and on the command line."""
        return tuple(piece.name for piece in self.pieces)

    @cached_property
    def colors(self) -> tuple[int | None, ...]:
        """The palette number (starting at 1) of each piece that specifies a color, and None for all
        others.
        """
        return tuple(piece.color for piece in self.pieces)

    def with_rules(self, **rules: Unpack[ProblemRules]) -> Problem:
        """Return the problem with additional rules. The parameters are the same as for `Problem`.

        Placed pieces and `rules` are added to those of the problem. Parameters that are omitted
        keep their values. If `empty` was left at its default, it is recomputed to include the cells
        that a new `marks_agree` makes optional.

        Examples
        --------
        >>> Problem("4x4", "tetrominoes+").with_rules(empty=1).empty_most
        1
        """
        changes = {name: value for name, value in rules.items() if value is not None}
        if (placed := changes.pop("placed", ())) != ():
            changes["placed"] = (*self.placed, *_list_placed(placed))
        if (more := changes.pop("rules", ())) != ():
            changes["rules"] = (*self.rules, *as_rules(more))
        if not changes.get("by_wrap"):
            changes.pop("by_wrap", None)
        return self.but(**cast(ProblemChanges, changes)) if changes else self

    def but(self, **changes: Unpack[ProblemChanges]) -> Problem:
        """Return a copy of the problem with some parameters changed.

        The parameters are those of `Problem`, except that the pieces are passed as a list,
        `pieces`. If `empty` was left at its default, it is recomputed from the optional cells of
        the new board or the new `marks_agree`.

        Examples
        --------
        >>> problem = Problem("2x4", "domino=4", rules=["fault-free"])
        >>> problem.but(board="2x5", pieces=["domino=5"]).rules == problem.rules
        True
        >>> problem.but(rules=()).rules
        ()
        """
        values: dict[str, Any] = {
            "board": self.board,
            "pieces": [DistinctPieces(self.pieces, self.parts, self.alike)],
            "turn": self.turn,
            "placed": self.placed,
            "empty": self._stated_empty,
            "by_wrap": self.by_wrap,
            "marks_agree": self.marks_agree,
            "rules": self.rules,
            **changes,
        }
        board, pieces = values.pop("board"), values.pop("pieces")
        is_new_lattice = not isinstance(board, Board) or board.lattice is not self.board.lattice
        if "pieces" not in changes and ("turn" in changes or is_new_lattice):
            # Others may be equal now.
            pieces = [part for parts in self.parts for part in parts]
        return Problem(board, *pieces, **values)

    @property
    def _stated_empty(self) -> tuple[int, int] | None:
        """The minimum and maximum number of empty cells; None if they are the defaults without
        `empty`.
        """
        usual = (0, int(self.optional.sum()) if self.has_optional else 0)
        bounds = (self.empty_least, self.empty_most)
        return None if bounds == usual else bounds

    def without_rules(self) -> Problem:
        """Return a copy of the problem without `rules`.

        Examples
        --------
        >>> Problem("2x4", "domino=4", rules=["fault-free"]).without_rules().rules
        ()
        """
        return self.but(rules=()) if self.rules else self

    def refuse_rules(self, what: str) -> None:
        """Raise an error if the problem has `rules`, which the operation `what` does not support.

        Raises
        ------
        ProblemError
            If the problem has rules. The error message names the first rule of the problem.
        """
        if self.rules:
            raise ProblemError(f"{what} does not support the rule {quoted(self.rules[0].word())}")

    def times_apart(self, number: int, most: int) -> dict[int, int]:
        """Return the number of ways to assign k tiles to the equal pieces that were merged into one
        piece, for each possible k.

        Copies of one listed piece are not distinguished, so there are k! / (a! b! …) ways if the
        listed pieces have a, b, … copies. If the numbers of copies are ranges, the terms are added
        up for all a + b + … = k.

        Parameters
        ----------
        number : int
            The index of the piece.
        most : int
            The largest k to consider. The result omits every k that is impossible.

        Examples
        --------
        >>> Problem("4x4", "domino=3", "##").times_apart(0, 8)
        {4: 4}
        >>> Problem("3x4", "L4+", "J4=0..1").times_apart(0, 4)
        {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}
        """
        ways = {0: 1}
        for piece in self.parts[number]:
            longer: dict[int, int] = {}
            for before, times in ways.items():
                largest = most - before if piece.most is None else min(piece.most, most - before)
                for copies in range(piece.least, largest + 1):
                    total = before + copies
                    longer[total] = longer.get(total, 0) + comb(total, copies) * times
            ways = longer
        return ways

    def words(self) -> list[str]:
        """Return the pieces in command-line notation."""
        return [piece.word() for piece in self.pieces]

    def faults(self) -> list[str]:
        """Return all faults of the problem as sentences; the list is empty if the problem is valid.

        A problem can be valid even if it has no tiling.
        """
        return list(self._faults)

    @cached_property
    def _faults(self) -> tuple[str, ...]:
        return tuple(problem_faults(self))

    def check(self) -> None:
        """Raise an error if the problem has faults.

        Raises
        ------
        ProblemError
            If the problem has faults. The error message lists up to ten faults.
        """
        if faults := self.faults():
            raise ProblemError(joined(faults))

    def piece_index(self, name: str) -> int | None:
        """Return the index of the piece with the given name, or None if there is no such piece.

        The name can be any string that denotes the piece. A letter or number alone (``F`` for
        ``F5``, ``12`` for ``hexomino:12``) is enough if it is unique in the problem.
        """
        check_text(name, "the name of a piece", error=PieceError)
        if (index := find_name(name, self.names)) is not None:
            return index
        try:
            meant = Piece.parse(name, self.turn, self.board.lattice)
        except RequestError:
            return None
        shapes = meant.orientations(self.turn)
        return next(
            (i for i, piece in enumerate(self.pieces) if piece.orientations(self.turn) == shapes),
            None,
        )

    def named(self, placement: Placement) -> Placement:
        """Return a copy of a placement in which the piece has the same name as in the problem. If
        the problem does not contain the piece, the placement is returned unchanged.
        """
        index = self.piece_index(placement.piece)
        return placement if index is None else replace(placement, piece=self.names[index])

    def placed_words(self) -> list[str]:
        """Return the placed pieces in command-line notation, using standard names or drawings."""
        indexes = [self.piece_index(placement.piece) for placement in self.placed]
        return [
            (
                placement if index is None else replace(placement, piece=self.pieces[index].base())
            ).word()
            for placement, index in zip(self.placed, indexes, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the problem as JSON values; `from_json` returns an equal problem.

        The keys ``names`` and ``colors`` are included only if pieces specify names or colors, and
        ``parts`` only if equal pieces were merged. The keys ``by_wrap``, ``marks_agree`` and
        ``rules`` are included only if the corresponding options were given.

        Raises
        ------
        ProblemError
            If the board uses a custom lattice, because a custom lattice exists only in the current
            process.
        """
        lattice = self.board.lattice
        if not is_known(lattice):
            raise ProblemError(
                f"problems on a custom lattice ({quoted(lattice.name)}) cannot be written as JSON"
            )
        data: dict[str, Any] = {
            "board": self.board.text() + "\n",
            "pieces": self.words(),
            "turn": self.turn,
            "placed": self.placed_words(),
            "empty": [self.empty_least, self.empty_most],
        }
        names = [piece.name for piece in self.pieces]
        if names != [Piece.parse(word, self.turn, lattice).name for word in self.words()]:
            data["names"] = names
        if any(self.colors):
            data["colors"] = list(self.colors)
        if any(len(parts) > 1 for parts in self.parts):
            data["parts"] = [[part.word() for part in parts] for parts in self.parts]
        if self.by_wrap:
            data["by_wrap"] = True
        if self.marks_agree:
            data["marks_agree"] = {mark: list(marks) for mark, marks in self.marks_agree.items()}
        if self.rules:
            data["rules"] = [rule.word() for rule in self.rules]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Problem:
        """Return the problem that the values returned by `to_json` describe.

        Raises
        ------
        ProblemError
            If a key is missing or has the wrong type.
        RequestError
            If the string for the board or a piece is invalid.
        """
        data = _check_shape(data)
        text, turn = data["board"], data["turn"]
        board = Board.from_text(text) if "\n" in text else Board.parse(text)
        words, names = data["pieces"], data["names"]
        colors = data["colors"] or [None] * len(words)
        parts = data["parts"] or [[word] for word in words]
        for number, what in (
            (len(names or words), "names"),
            (len(colors), "colors"),
            (len(parts), "parts"),
        ):
            if number != len(words):
                raise ProblemError(
                    f"'{what}' must have as many entries as 'pieces' ({len(words)}), got {number}"
                )
        named = []
        if names or data["colors"] or data["parts"]:
            for number, color in enumerate(colors):
                name = names[number] if names else ""
                for part in parts[number]:
                    piece = Piece.parse(part, turn or board.lattice.turn, board.lattice)
                    named.append(replace(piece, name=name or piece.name, color=color))
        problem = cls(
            board,
            *(named or words),
            turn=turn,
            placed=data["placed"],
            empty=data["empty"],
            by_wrap=bool(data.get("by_wrap")),
            marks_agree=data.get("marks_agree"),
            rules=data["rules"],
        )
        for word, piece in zip(words, problem.pieces if data["parts"] else (), strict=False):
            if Piece.parse(word, turn or board.lattice.turn, board.lattice).word() != piece.word():
                raise ProblemError(
                    f"the JSON lists the piece {quoted(word)}, but describes its parts as "
                    f"{piece.word()}"
                )
        return problem

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self.board == other.board and self._rules() == other._rules()

    def __hash__(self) -> int:
        return hash((self.board, self._rules()))

    def _rules(self) -> tuple[object, ...]:
        placed = frozenset((self.piece_index(p.piece), p.cells) for p in self.placed)
        agree = tuple(self.marks_agree.items())
        return (
            self.pieces,
            self.turn,
            placed,
            self.empty_least,
            self.empty_most,
            self.by_wrap,
            agree,
            frozenset(self.rules),
        )

    def __repr__(self) -> str:
        words = ", ".join(map(repr, (self.board.name, *self.words())))
        turn = "" if self.turn == self.board.lattice.turn else f", turn={self.turn!r}"
        agree = f", marks_agree={self.marks_agree!r}" if self.marks_agree else ""
        rules = f", rules={[rule.word() for rule in self.rules]!r}" if self.rules else ""
        return f"Problem({words}{turn}{agree}{rules})"


def _board(value: object) -> Board:
    """Return a board from a `Board`, a string or an array."""
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        try:
            return Board.parse(value)
        except BoardError as error:
            raise BoardError(f"{error.message}{_suggest_call(value)}", where=error.where) from None
    if isinstance(value, np.ndarray | list | tuple | Set | Iterator):
        return Board(value)  # type: ignore[arg-type]
    hint = f"; tilewright.read({quoted(value)}) reads a file" if isinstance(value, PathLike) else ""
    raise ProblemError(
        "`board` must be a Board, a string such as '6x10' or an array, got "
        f"{format_value(value)}{hint}",
        where="board",
    )


def _suggest_call(word: str) -> str:
    """Suggest a call for a string that is not a board, such as the name of a puzzle."""
    whole = len(word.split()) > 1 and "\n" not in word
    if whole or re.match(r"\s*\w+:", word) or Path(word).suffix[1:].isalpha():
        return f". To read a puzzle, a file or a whole request, use tilewright.read({word!r})"
    return ""


def _list_placed(placed: object) -> Iterable[object]:
    """Return the placed pieces one by one. A single piece counts as a list with one element."""
    if isinstance(placed, str | Placement) or not isinstance(placed, Iterable):
        return [placed]
    if (
        isinstance(placed, tuple)
        and len(placed) == 2
        and not isinstance(placed[1], str | Placement | tuple)
    ):
        return [placed]
    return placed


def _read_placement(value: object) -> Placement:
    if isinstance(value, Placement):
        return value
    if isinstance(value, str):
        return Placement.parse(value)
    if isinstance(value, tuple | list) and len(value) == 2 and isinstance(value[0], str):
        cells = value[1]
        return Placement(value[0], tuple(cells) if isinstance(cells, Iterable) else cells)
    raise ProblemError(
        "`placed` must be a list of Placements, strings such as 'L3:0,0-1,0-1,1' or pairs (name, "
        "cells), "
        f"got {format_value(value)}",
        where="placed",
    )


def _read_empty(value: object) -> tuple[int, int]:
    """Return the minimum and maximum number of cells that may stay empty."""
    bounds = value if isinstance(value, tuple | list) else (0, value)
    if isinstance(value, str):
        match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", value.strip())
        if match is None:
            raise ProblemError(
                f"`empty` must be a number of cells, N or N..M, got {quoted(value)}", where="empty"
            )
        bounds = (0, int(match[1])) if match[2] is None else (int(match[1]), int(match[2]))
    try:
        least, most = map(operator.index, bounds)
    except (TypeError, ValueError):
        raise ProblemError(
            f"`empty` must be an integer or a pair (least, most), got {format_value(value)}",
            where="empty",
        ) from None
    return least, most


def _read_agreement(mapping: object) -> dict[str, tuple[str, ...]]:
    """Return the marks that each mark of the pieces agrees with, unless it agrees only with
    itself.
    """
    if not isinstance(mapping, Mapping):
        raise ProblemError(
            f"must be a mapping such as {{'a': 'xy'}}, got {format_value(mapping)}",
            where="marks_agree",
        )
    agreeing = {}
    for mark, marks in mapping.items():
        if not isinstance(marks, Iterable):
            raise ProblemError(
                f"must map each mark to a string or list of marks, got {format_value(marks)}",
                where="marks_agree",
            )
        partners = [mark, *marks]
        for sign in partners[1:] if mark == EMPTY_MARK else partners:
            if not isinstance(sign, str) or len(sign) > 1 or (sign and not sign.isalnum()):
                raise ProblemError(
                    f"a mark must be one letter or digit, or '' for none, got {format_value(sign)}",
                    where="marks_agree",
                )
        agreeing[mark] = tuple(sorted(set(partners[1:])))
    return {mark: agreeing[mark] for mark in sorted(agreeing) if agreeing[mark] != (mark,)}


def _marked_cells(board: Board, marks: Iterable[str]) -> NDArray[np.bool_]:
    """Return the cells of a board that have one of these marks."""
    wanted = np.array([letter in marks for letter in ("", *board.alphabet)])
    marked: NDArray[np.bool_] = wanted[board.marks] & board.mask
    return marked


def _check_shape(data: Any) -> dict[str, Any]:
    """Return the JSON of a problem with all keys, after checking their types."""
    if not isinstance(data, dict):
        raise ProblemError(
            f"a problem in JSON must be an object with 'board' and 'pieces', got {quoted(data)}"
        )
    full = {"turn": None, "empty": None, **{key: [] for key in _JSON_LISTS}, **data}
    for key in ("board", "pieces"):
        if key not in data:
            raise ProblemError(f"the JSON of the problem has no key '{key}'")
    for key in ("board", "turn"):
        if key in data and not isinstance(data[key], str):
            raise ProblemError(f"'{key}' is a string, not {quoted(data[key])}")
    for key, (is_entry, entries) in _JSON_LISTS.items():
        if not isinstance(full[key], list) or not all(map(is_entry, full[key])):
            raise ProblemError(f"'{key}' must be a list of {entries}, got {quoted(full[key])}")
    empty = full["empty"]
    if isinstance(empty, list) and len(empty) == 2:
        full["empty"] = empty = tuple(empty)
    numbers = empty if isinstance(empty, tuple) else (0 if empty is None else empty,)
    if not all(isinstance(number, int) for number in numbers):
        raise ProblemError(
            f"'empty' must be an integer or a list of two integers, got {quoted(empty)}"
        )
    return full


def _is_text(value: object) -> bool:
    return isinstance(value, str)


#: The lists in the JSON of a problem: what an entry must be, and how all are called.
_JSON_LISTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "pieces": (_is_text, "strings"),
    "placed": (_is_text, "strings"),
    "names": (_is_text, "strings"),
    "rules": (_is_text, "strings"),
    "parts": (
        lambda part: isinstance(part, list) and bool(part) and all(map(_is_text, part)),
        "lists of strings",
    ),
    "colors": (lambda color: True, "numbers"),
}


def problem_faults(problem: Problem) -> list[str]:
    """Return all faults of a request; empty if the request is valid."""
    faults = [*_piece_faults(problem), *_turning_faults(problem)]
    least, most = problem.empty_least, problem.empty_most
    if least < 0 or least > most:
        faults.append(
            f"the number of empty cells must satisfy 0 <= least <= most, got {least} and {most}"
        )
    elif most > (available := int(problem.optional.sum())) + sum(
        len(rule.at) for rule in problem.rules if isinstance(rule, Clues)
    ):
        faults.append(
            f"up to {most} empty cells are requested, but at most {available} may stay empty"
        )
    if problem.by_wrap and problem.marks_agree:
        faults.append("by_wrap and marks_agree cannot be combined; remove one of them")
    faults += _mark_faults(problem) + _placed_faults(problem)
    return faults + [fault for rule in problem.rules for fault in rule.faults(problem)]


def _piece_faults(problem: Problem) -> list[str]:
    if not problem.pieces:
        return ["no pieces given; at least one piece is required"]
    faults = [
        f"{number} different pieces have the name '{name}'"
        for name, number in Counter(piece.name for piece in problem.pieces).items()
        if number > 1
    ]
    owners: dict[bytes, int] = {}
    clashes: set[tuple[int, int]] = set()
    for index, looks in enumerate(images(problem.pieces, problem.turn)):
        for image in looks:
            owner = owners.setdefault(image, index)
            if owner != index:
                clashes.add((owner, index))
    return faults + [
        f"the pieces {problem.pieces[owner].base()} and {problem.pieces[index].base()} have an "
        "orientation in common, so a tiling could not distinguish them"
        for owner, index in sorted(clashes)
    ]


def foreign_marks(problem: Problem) -> NDArray[np.bool_]:
    """Return the cells of the board whose mark does not agree with any mark of the pieces."""
    board = problem.board
    known = {
        letter
        for piece in problem.pieces
        for mark in piece.marks or ("",)
        for letter in problem.marks_agree.get(mark, (mark,))
    }
    # Cells that may stay empty need no piece.
    known.update(problem.marks_agree.get(EMPTY_MARK, ()))
    foreign = np.array([False, *(letter not in known for letter in board.alphabet)])
    return foreign[board.marks]


def _mark_faults(problem: Problem) -> list[str]:
    """Describe an argument that looks like text, or like a drawing with characters other than
    ``#``.
    """
    board = problem.board
    if not board.alphabet or problem.marks_agree or any(piece.marks for piece in problem.pieces):
        return []
    foreign = foreign_marks(problem)
    if np.array_equal(foreign, board.mask):
        cells = f"all {board.area} cells do" if board.area > 1 else "the cell does"
        return [
            f"no piece has {mark_words(problem)}, but {cells}; write # for a cell and . for no cell"
        ]
    if board.lattice.dimension > 2:
        return []
    rows = np.flatnonzero((foreign == board.mask).all(axis=1) & foreign.any(axis=1)).tolist()
    for row in rows:
        letters = [letter_of(problem, mark) for mark in board.marks[row].tolist()]
        if len(set(letters) - {""}) >= _TEXT:
            text = quoted("".join(letter or " " for letter in letters).strip())
            return [
                f"row {row} of the board is not a drawing: {text}; write # for a cell and . for "
                "no cell"
            ]
    return []


def mark_words(problem: Problem) -> str:
    """Return a phrase for the marks of the board that no piece has: ``the mark X``,
    ``the marks X and O``.
    """
    board = problem.board
    letters = [
        letter_of(problem, mark) for mark in np.unique(board.marks[foreign_marks(problem)]).tolist()
    ]
    if len(letters) == 1:
        return f"the mark {letters[0]}"
    if len(letters) > _LISTED:
        return f"the marks {', '.join(letters[:_LISTED])} and {len(letters) - _LISTED} more"
    return f"the marks {', '.join(letters[:-1])} and {letters[-1]}"


def _turning_faults(problem: Problem) -> list[str]:
    """Return the faults of pieces that come back in an orientation that `turn` does not allow."""
    surface = problem.board.surface
    turnings = [element for element in surface.turnings if element]
    wrong = []
    for piece in problem.pieces if turnings else ():
        looks = set(piece.orientations(problem.turn))
        if any(turned(look, element) not in looks for look in looks for element in turnings):
            wrong.append(piece.base())
    if not wrong:
        return []
    others = f" and {len(wrong) - _LISTED} more" if len(wrong) > _LISTED else ""
    return [
        f"a piece that moves around a {surface.title} returns flipped, but "
        f"{', '.join(wrong[:_LISTED])}{others} "
        "may not be flipped; set turn to 'free'"
    ]


def _placed_faults(problem: Problem) -> list[str]:
    faults: list[str] = []
    taken: dict[Cell, Placement] = {}
    used: Counter[int] = Counter()
    for placement in problem.placed:
        word = placement.word()
        index = problem.piece_index(placement.piece)
        if index is None:
            faults.append(f"{word}: the problem has no piece '{placement.piece}'")
        else:
            used[index] += 1
        faults_here = []
        for cell in dict.fromkeys(placement.cells):
            if not has_cell(problem.board, cell):
                faults_here.append(f"{word}: the cell {cell_word(cell)} is not on the board")
            elif cell in taken:
                faults_here.append(
                    f"{word}: the cell {cell_word(cell)} is already covered by {taken[cell].word()}"
                )
            taken[cell] = placement
        faults_here += [
            f"{word}: the cell {cell_word(cell)} is listed {times} times"
            for cell, times in Counter(placement.cells).items()
            if times > 1
        ]
        # Whether the piece could look so is a question only for cells that it could have.
        if index is not None and not faults_here:
            ways = dict(laid_marks(problem)(placement.cells)).get(index)
            shown = tuple(zip(placement.cells, placement.marks, strict=False))
            if ways is None:
                faults_here.append(
                    f"{word}: the piece has no orientation with these cells and marks"
                )
            elif shown and shown not in [tuple(sorted(way)) for way in ways]:
                faults_here.append(f"{word}: the piece cannot show these marks on its cells")
        faults += faults_here
    for index, number in used.items():
        most = problem.pieces[index].most
        if most is not None and number > most:
            faults.append(
                f"{number} copies of {problem.pieces[index].name} are placed, but at most {most} "
                "are allowed"
            )
    return faults


#: The pieces that can cover some cells, each with the marks that it can show there.
_Ways = list[tuple[int, list[tuple[tuple[Cell, str], ...]]]]


def laid_marks(problem: Problem) -> Callable[[tuple[Cell, ...]], _Ways]:
    """Return a function that returns which pieces can cover given cells, and which marks they can
    show on them.
    """
    board = problem.board
    known: dict[frozenset[Cell], _Ways] = {}
    for index in range(len(problem.pieces)) if board.surface.joined else ():
        ways: dict[frozenset[Cell], list[tuple[tuple[Cell, str], ...]]] = {}
        for cells, marks in _lay_everywhere(problem, index):
            ways.setdefault(frozenset(cells), []).append(tuple(zip(cells, marks, strict=True)))
        for where, shown in ways.items():
            known.setdefault(where, []).append((index, shown))

    def flat(cells: tuple[Cell, ...]) -> _Ways:
        there = tuple(sorted(cells))
        shape, letters = Polyform(there, board.lattice), _letters(problem, there)
        pieces_there: _Ways = []
        for index, piece in enumerate(problem.pieces):
            if len(piece.polyomino) != len(there):
                continue
            shown = [
                tuple(zip(there, marks, strict=True))
                for look, marks in piece.orientations(problem.turn)
                if look == shape and _may_lie_on(problem, marks, letters)
            ]
            if shown:
                pieces_there.append((index, shown))
        return pieces_there

    return (lambda cells: known.get(frozenset(cells), [])) if board.surface.joined else flat


def _lay_everywhere(
    problem: Problem, index: int
) -> Iterator[tuple[tuple[Cell, ...], tuple[str, ...]]]:
    """Yield the cells and marks of a piece at all positions on a board with joined sides."""
    board = problem.board
    lattice, surface = board.lattice, board.surface
    cells = np.argwhere(board.mask)
    for polyform, marks in problem.pieces[index].orientations(problem.turn):
        offsets = np.array(polyform.cells) - np.array(polyform.cells[0])
        kind = polyform.cells[0][-1] % lattice.kinds
        for turning in range(len(surface.turnings)):
            places = surface.image(lattice, turning, cells)
            laid = places[lattice.kind(places) == kind][:, None] + offsets
            low, high = laid.min(axis=(0, 1), initial=0), laid.max(axis=(0, 1), initial=0) + 1
            there = np.full(tuple(high - low), -1, dtype=np.int64)
            where, which = surface.copies(lattice, cells, low, high)
            there[tuple((where - low).T)] = which
            for row in there[tuple(np.moveaxis(laid - low, -1, 0))].tolist():
                if min(row) < 0 or len(set(row)) < len(row):
                    continue
                covered = tuple(tuple(cells[number].tolist()) for number in row)
                if _may_lie_on(problem, marks, _letters(problem, covered)):
                    yield covered, marks


def _letters(problem: Problem, cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the marks of cells of the board."""
    return tuple(letter_of(problem, int(problem.board.marks[cell])) for cell in cells)


def _may_lie_on(problem: Problem, marks: Sequence[str], letters: Sequence[str]) -> bool:
    """Whether cells of a piece with these marks may cover cells with these letters."""
    return all(
        letter in problem.marks_agree.get(mark, (mark,))
        for mark, letter in zip(marks, letters, strict=True)
    )


def letter_of(problem: Problem, mark: int) -> str:
    """Return the letter of a mark of the board; 0 means no mark."""
    return problem.board.alphabet[mark - 1] if mark else ""
