"""What a file format is (`Format`), and what a file holds (`Entry`)."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Literal, NamedTuple

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.formats.exactcover import ExactCover
from tilewright.formats.piece_sets import is_named
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import PLAIN, Puzzle
from tilewright.model.puzzle.ids import default_title
from tilewright.model.space.lattice import SQUARES, Lattice, Turn
from tilewright.model.space.symmetry import TURNS
from tilewright.model.tiling import Tiling
from tilewright.system.values.text import read_text

#: The longest puzzle file that is read, in bytes.
LONGEST = 1 << 26
#: The most cells in the bounding box of a board: a small file can describe a huge one.
LARGEST_BOX = 1 << 24

#: The most equal pieces that are named.
_NAMED = 5
#: The most copies whose arrangements are counted in a message.
_FACTORIAL = 100

#: What a file can hold.
Holding = Literal["problem", "cover", "board", "pieces", "tilings"]
#: The kinds of content, the one that matters most first.
_HOLDINGS: tuple[Holding, ...] = ("problem", "cover", "tilings", "board", "pieces")


class LossWarning(UserWarning):
    """A warning that a format cannot store all data, or that part of a file was not read."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One puzzle in a file, with its solutions and notes.

    Parameters
    ----------
    problem : Problem, optional
    puzzle : Puzzle, optional
        The puzzle, if the file specifies the kind of puzzle.
    board : Board, optional
        The board, if the file contains no pieces.
    pieces : tuple of Piece
        The pieces, if the file contains no board.
    cover : ExactCover, optional
        The items and options of an exact cover file.
    tilings : tuple of Tiling
        The solutions in the file.
    name, notes : str
    stated : int, optional
        The number of tilings up to symmetry, according to the file.
    refused : str
        The reason why the problem is not supported; empty if it is supported.
    lost : tuple of str
        The parts of the file that were not read.
    main : str, optional
        The main kind of content; by default, ``"problem"`` if the entry contains a problem.
    """

    problem: Problem | None = None
    puzzle: Puzzle | None = None
    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    cover: ExactCover | None = None
    tilings: tuple[Tiling, ...] = ()
    name: str = ""
    notes: str = ""
    stated: int | None = None
    refused: str = ""
    lost: tuple[str, ...] = ()
    main: Holding | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> Entry:
        """Return an entry that contains a puzzle, its problem and its title."""
        return cls(problem=puzzle.problem(), puzzle=puzzle, name=puzzle.title)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The parts of the file that were not read, and the equal pieces that were merged."""
        return (*self.lost, *([] if self.problem is None else alike_words(self.problem)))

    def holds(self, what: Holding) -> bool:
        """Return True if the entry contains the given kind of content. If the entry contains a
        problem, it also counts as containing a board and pieces.
        """
        return bool(getattr(self, what)) or (self.problem is not None and what != "tilings")

    @property
    def kind(self) -> Holding:
        """The main kind of content in the entry."""
        if self.main is not None:
            return self.main
        return next((kind for kind in _HOLDINGS if getattr(self, kind)), "problem")

    def the_board(self) -> Board | None:
        """Return the board of the problem, or the board of the entry if it has no problem."""
        return self.problem.board if self.problem is not None else self.board

    def all_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the problem, or the pieces of the entry if it has no problem."""
        return self.problem.pieces if self.problem is not None else self.pieces


Reader = Callable[[IO[bytes], str], list[Entry]]
Writer = Callable[[list[Entry], Mapping[str, Any]], str | bytes]


@dataclass(frozen=True, eq=False)
class Format:
    """A file format that problems can be read from or written to.

    Parameters
    ----------
    name : str
        The name of the format, as used by ``--from`` and ``--to``.
    title : str
        A one-line description of the format.
    endings : tuple of str
        The file extensions, with the most common one first.
    holds : tuple of str
        The kinds of content that a file can have, with the main kind first.
    says : frozenset of str, or callable
        The features that the format can store: any of `FEATURES`, "name", "kind", "notes" and "one
        tiling". The feature "no tilings" means that the format cannot store the tilings of the
        problem. `says` can also be a function that returns the features that the format can store
        for a given problem.
    recognizes : callable
        A function that returns True if the beginning of a file (as text) matches this format.
    read : callable, optional
        A function that takes an open binary stream and the name of the file, and returns the
        entries.
    write : callable, optional
        A function that takes entries and options, and returns text or bytes.
    many : bool
        Whether a file can contain several problems.
    options : dict
        The options of `write`, with their default values.
    lattices : frozenset of Lattice
        The supported lattices if all boards must be flat; None if all lattices and surfaces are
        supported.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    holds: tuple[Holding, ...]
    says: frozenset[str] | Callable[[Problem], frozenset[str]] = frozenset()
    recognizes: Callable[[str], bool] = lambda text: False
    read: Reader | None = None
    write: Writer | None = None
    many: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    lattices: frozenset[Lattice] | None = frozenset({SQUARES})

    def check_board(self, board: Board) -> None:
        """Raise an error if the format does not support the lattice or surface of a board."""
        if self.lattices is None or (board.lattice in self.lattices and not board.surface.joined):
            return
        *others, last = sorted(lattice.cells for lattice in self.lattices)
        able = f"{', '.join(others)} or {last}" if others else last
        surface = f"a {board.surface.title} of " if board.surface.joined else ""
        raise FormatError(
            f"{self.name} files support only flat boards of {able}, not "
            f"{surface}{board.lattice.cells}"
        )

    def check(self, problem: Problem) -> None:
        """Raise an error if the format cannot store the board of a problem, or a feature that the
        problem depends on.
        """
        problem.check()
        self.check_board(problem.board)
        if "problem" in self.holds:
            says = self.features(problem)
            for name, feature in FEATURES.items():
                if feature.refusal and name not in says and (found := feature.has(problem)):
                    first = quoted(next(iter(found)))
                    raise FormatError(feature.refusal.format(first), where=self.name)

    def losses(self, entries: Iterable[Entry]) -> list[str]:
        """Return the parts of the given entries that the format cannot store."""
        storable = list(entries)
        lost = []
        if len(storable) > 1 and not self.many:
            lost.append(f"all but the first of {len(storable)} problems")
            del storable[1:]
        return [
            *dict.fromkeys([*lost, *(part for entry in storable for part in self._lost(entry))])
        ]

    def _lost(self, entry: Entry) -> Iterator[str]:
        """Yield the parts of an entry that the format cannot store."""
        problem, tilings = entry.problem, len(entry.tilings)
        says = self.features(problem)
        if problem is not None:
            if "problem" in self.holds:
                yield from lost_in(problem, says)
            elif "cover" in self.holds:
                yield from alike_words(problem)
            elif self.holds[0] != "tilings":
                for part in ("board", "pieces"):
                    if part not in self.holds:
                        yield f"the {part}"
                if "pieces" in self.holds and problem.rules:
                    yield FEATURES["rules"].lost
        if "one tiling" in says:
            if tilings > 1:
                yield f"all but the first of {tilings} tilings"
        elif tilings and ("tilings" not in self.holds or "no tilings" in says):
            yield "the tiling" if tilings == 1 else f"the {tilings} tilings"
        if entry.notes and "notes" not in says:
            yield "the notes"
        puzzle = entry.puzzle
        usual = puzzle and default_title(puzzle.kind, puzzle.board)
        if entry.name not in ("", usual) and "name" not in says and "problem" in self.holds:
            yield "the name of the puzzle"
        if entry.puzzle and entry.puzzle.kind != PLAIN and "kind" not in says:
            yield "the kind of the puzzle"

    def features(self, problem: Problem | None) -> frozenset[str]:
        """Return the names of the features that the format can store for a problem."""
        if not callable(self.says):
            return self.says
        return frozenset() if problem is None else self.says(problem)


def _restricts_turns(problem: Problem) -> bool:
    """Return True if a piece may not turn freely, and that makes a difference."""
    return any(
        (piece.turn or problem.turn) != "free" and turns_otherwise(piece, problem, "free")
        for piece in problem.pieces
    )


def turns_otherwise(piece: Piece, problem: Problem, turn: Turn) -> bool:
    """Return True if a piece of a problem has other orientations with this turn."""
    alone = Piece(piece.polyomino, marks=piece.marks)
    return alone.orientations(turn) != alone.orientations(piece.turn or problem.turn)


def _turns_differ(problem: Problem) -> bool:
    """Return True if the same turns for all pieces would change the problem."""
    return not any(
        all(not turns_otherwise(piece, problem, turn) for piece in problem.pieces) for turn in TURNS
    )


def _counts_empties(problem: Problem) -> bool:
    most = int(problem.optional.sum())
    return (problem.empty_least, problem.empty_most) not in ((0, most), (0, 0))


class Feature(NamedTuple):
    """A feature that not every format can store.

    `has` returns whether a problem has it, and `lost` says what is lost without it. If there is a
    refusal, a problem with the feature is not written without it, as it would be another problem.
    """

    has: Callable[[Problem], Any]
    lost: str
    refusal: str = ""


FEATURES: dict[str, Feature] = {
    "turn": Feature(
        _restricts_turns, "the rule for turning pieces (all pieces turn freely instead)"
    ),
    "turns": Feature(_turns_differ, "the different ways in which pieces may turn"),
    "ranges": Feature(
        lambda problem: any(piece.least != piece.most for piece in problem.pieces),
        "variable numbers of copies of a piece",
    ),
    "marks": Feature(
        lambda problem: problem.board.marks.any() or any(piece.marks for piece in problem.pieces),
        "the marks",
    ),
    "optional": Feature(lambda problem: problem.empty_most > 0, "the cells that may stay empty"),
    "empties": Feature(_counts_empties, "the number of empty cells"),
    "placed": Feature(lambda problem: problem.placed, "the pieces that are already placed"),
    "names": Feature(
        lambda problem: any(map(is_named, problem.pieces)),
        "the names of the pieces",
    ),
    "colors": Feature(lambda problem: any(problem.colors), "the colors of the pieces"),
    "by_wrap": Feature(
        lambda problem: problem.by_wrap, "whether different wraps count separately (by-wrap)"
    ),
    "marks_agree": Feature(
        lambda problem: problem.marks_agree,
        "which marks of pieces match which marks of the board",
        "in this format, a mark can match only identical marks. Formats that let different marks "
        "agree: json, xmpuzzle",
    ),
    "rules": Feature(
        lambda problem: [rule.word() for rule in problem.rules],
        "the rules",
        "the format cannot store the rule {}. Formats that support rules: json, puzzle",
    ),
    "apart": Feature(
        lambda problem: problem.alike,
        "the difference between equal pieces (they become copies of one piece)",
    ),
}
#: All features, for formats that can store everything.
EVERYTHING = frozenset(FEATURES)


def lost_in(problem: Problem, says: frozenset[str]) -> list[str]:
    """Return the features of a problem that are not in `says`."""
    lost = [
        feature.lost
        for name, feature in FEATURES.items()
        if name not in {*says, "apart"} and feature.has(problem)
    ]
    # How the counts of other programs differ.
    return lost if "apart" in says else lost + alike_words(problem)


def alike_words(problem: Problem) -> list[str]:
    """Say which equal pieces of a file are read as copies of one, and what that means for counts.

    >>> pieces = Piece.parse("L3"), Piece.parse("##/.#")
    >>> alike_words(Problem("2x3", *pieces))[0]
    'the difference between equal pieces: L3 and ##/.# are read as 2 copies of one piece (if counted separately, there are 2 times as many tilings)'
    """  # noqa: E501
    return [_describe_equal(pieces, bool(problem.placed)) for pieces in problem.alike]


def _describe_equal(pieces: Sequence[Piece], placed: bool) -> str:
    names = [piece.name for piece in pieces]
    distinct = [*dict.fromkeys(names)]
    named = (
        " and ".join(filter(None, [", ".join(distinct[:-1]), distinct[-1]]))
        if len(distinct) <= _NAMED
        else distinct[0]
    )
    named += f" and {len(distinct) - 1} others" if len(distinct) > _NAMED else ""
    verb = "are" if len(distinct) > 1 else f"(listed {len(pieces)} times) is"
    copies = sum(piece.least for piece in pieces)
    varies = any(piece.least != piece.most for piece in pieces)
    number = "" if varies else f"{copies} "
    # Which of the pieces is placed is not known, and very large numbers say little.
    times_apart = ""
    if not (varies or placed) and copies <= _FACTORIAL:
        times = math.factorial(copies) // math.prod(math.factorial(piece.least) for piece in pieces)
        times_apart = f" (if counted separately, there are {times:,} times as many tilings)"
    return (
        f"the difference between equal pieces: {named} {verb} read as {number}copies of one piece"
        f"{times_apart}"
    )


def warn_of(lost: Iterable[str], what: str) -> None:
    """Issue one warning about everything that is lost."""
    if losses := list(lost):
        warnings.warn(f"{what} cannot store: {'; '.join(losses)}", LossWarning, stacklevel=3)


@contextmanager
def at(where: str, error: type[RequestError] = FormatError) -> Iterator[None]:
    """Add the name of a file to errors: before the line, if they name one."""
    try:
        yield
    except RequestError as fault:
        place = str(fault.where or "")
        if where and (place == where or place.startswith(f"{where},")):
            raise
        if place.startswith("line "):
            raise error(fault.message, ", ".join(filter(None, (where, place)))) from None
        raise error(str(fault), where, advice=fault.advice) from None


def text_reader(what: str, parse: Callable[[str], Iterable[Entry]]) -> Reader:
    """Return a reader of UTF-8 text, called `what` in errors. Errors of `parse` say the line, and
    get the name of the file here.
    """

    def read(stream: IO[bytes], where: str) -> list[Entry]:
        text = decoded(stream, where, what)
        with at(where):
            return list(parse(text))

    return read


def json_reader(what: str, parse: Callable[[Any], Iterable[Entry]]) -> Reader:
    """Return a reader of JSON."""

    def parse_text(text: str) -> list[Entry]:
        data = parsed_json(text)
        try:
            return list(parse(data))
        except RequestError as fault:
            # It may name a line of a drawing in a string, not of the file.
            raise FormatError(str(fault), advice=fault.advice) from None

    return text_reader(what, parse_text)


def problem_writer(write: Callable[[Entry, Problem], str | bytes]) -> Writer:
    """Return a writer of the first problem."""

    def write_first(entries: list[Entry], options: Mapping[str, Any]) -> str | bytes:
        entry = entries[0]
        assert entry.problem is not None
        return write(entry, entry.problem)

    return write_first


def parsed_json(text: str) -> Any:
    """Parse JSON. Errors name line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FormatError(f"invalid JSON: {error.msg}", where=place) from None
    except ValueError:
        raise FormatError("invalid JSON: a number has too many digits") from None
    except RecursionError:
        raise FormatError("invalid JSON: lists are nested too deeply") from None


def decoded(stream: IO[bytes], where: str, what: str) -> str:
    """Return the UTF-8 text of a stream of at most `LONGEST` bytes; errors call it `what`."""
    try:
        return read_text(stream, LONGEST, FormatError, what)
    except FormatError as error:
        raise FormatError(error.message, where=where) from None
