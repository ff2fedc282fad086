"""What a file format is (`Format`), and what a file holds (`Entry`)."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Literal

from tilewright.errors import FormatError, quoted
from tilewright.formats.exactcover import ExactCover
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import PLAIN, Puzzle
from tilewright.model.space.lattice import SQUARES, Lattice
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


class LossWarning(UserWarning):
    """A format cannot store everything, or part of a file was not read."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One puzzle in a file, with its solutions and notes.

    Parameters
    ----------
    problem : Problem, optional
    puzzle : Puzzle, optional
        The puzzle of the problem, if the file says its kind.
    board : Board, optional
        The board, if the file has no pieces.
    pieces : tuple of Piece
        The pieces, if the file has no board.
    cover : ExactCover, optional
        The items and options of an exact cover file.
    tilings : tuple of Tiling
        The solutions in the file.
    name, notes : str
    stated : int, optional
        The number of tilings up to symmetry, according to the file.
    refused : str
        Why the problem is not supported; empty if it is supported.
    lost : tuple of str
        The parts of the file that were not read.
    main : str, optional
        The kind of the main content; by default, the problem if there is one.
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
        """Return an entry with a puzzle, its problem and its title."""
        return cls(problem=puzzle.problem(), puzzle=puzzle, name=puzzle.title)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The parts of the file that were not read, and which equal pieces were merged."""
        return (*self.lost, *([] if self.problem is None else alike_words(self.problem)))

    def holds(self, what: Holding) -> bool:
        """Return True if the entry has this kind of content. A problem includes a board and
        pieces.
        """
        if self.problem is not None and what in ("board", "pieces", "cover"):
            return True
        return bool(getattr(self, "problem" if what == "problem" else what))

    @property
    def kind(self) -> Holding:
        """The kind of the entry's main content."""
        kinds: tuple[Holding, ...] = ("problem", "cover", "tilings", "board", "pieces")
        if self.main is not None:
            return self.main
        return next((kind for kind in kinds if getattr(self, kind)), "problem")

    def all_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the problem, or the entry's own pieces if it has no problem."""
        return self.problem.pieces if self.problem is not None else self.pieces


@dataclass(frozen=True, eq=False)
class Format:
    """A file format. Each format is an entry in the table of formats.

    Parameters
    ----------
    name : str
        The name of the format for ``--from`` and ``--to``.
    title : str
        A one-line description of the format.
    endings : tuple of str
        The file extensions, the usual one first.
    holds : tuple of str
        The kinds of content in a file, the main one first.
    says : frozenset of str, or callable
        The features that the format can store: some of `FEATURES`, "name", "kind", "notes" and
        "one tiling". With "no tilings", it cannot store those of the problem. If this is a
        callable, it returns the features for a given problem.
    recognizes : callable
        Returns True if the beginning of a file (as text) looks like this format.
    read : callable, optional
        Takes an open binary stream and the name of the file, and returns the entries.
    write : callable, optional
        Takes entries and options, and returns text or bytes.
    many : bool
        Whether a file can contain several problems.
    options : dict
        The options of `write`, with their defaults.
    lattices : frozenset of Lattice
        The supported lattices; boards must then be flat. None allows all lattices and surfaces.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    holds: tuple[Holding, ...]
    says: frozenset[str] | Callable[[Problem], frozenset[str]] = frozenset()
    recognizes: Callable[[str], bool] = lambda text: False
    read: Callable[[IO[bytes], str], list[Entry]] | None = None
    write: Callable[[list[Entry], Mapping[str, Any]], str | bytes] | None = None
    many: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    lattices: frozenset[Lattice] | None = frozenset({SQUARES})

    def check_board(self, board: Board) -> None:
        """Raise an error if the format does not support the lattice or surface of a board."""
        if self.lattices is None or (board.lattice in self.lattices and not board.surface.joined):
            return
        *others, last = sorted(lattice.cells for lattice in self.lattices)
        able = f"{', '.join(others)} or {last}" if others else last
        on = (
            f"a {board.surface.title} of {board.lattice.cells}"
            if board.surface.joined
            else board.lattice.cells
        )
        raise FormatError(
            f"{self.name} files are supported only on flat boards of {able}, not on {on}"
        )

    def check_marks(self, problem: Problem) -> None:
        """Raise an error if the format cannot store which marks agree or the rules, since the
        written problem would differ.
        """
        entry = Entry(problem=problem)
        if problem.rules and "problem" in self.holds and "rules" not in self._list_storable(entry):
            raise FormatError(
                f"the format cannot store the rule {quoted(problem.rules[0].word())}. Formats that "
                "support rules: json, puzzle",
                where=self.name,
            )
        if (
            problem.marks_agree
            and "problem" in self.holds
            and "marks_agree" not in self._list_storable(entry)
        ):
            raise FormatError(
                "in this format, marks can only agree with equal marks. Formats that support "
                "others: json, xmpuzzle",
                where=self.name,
            )

    def losses(self, entries: Iterable[Entry]) -> list[str]:
        """Return the parts of some entries that the format cannot store."""
        losses: dict[str, None] = {}
        storable = list(entries)
        if len(storable) > 1 and not self.many:
            losses[f"all but the first of {len(storable)} problems"] = None
            storable = storable[:1]
        for entry in storable:
            features = self._list_storable(entry)
            if entry.problem is not None and "problem" in self.holds:
                losses |= dict.fromkeys(lost_in(entry.problem, features))
            elif entry.problem is not None and "cover" in self.holds:
                losses |= dict.fromkeys(alike_words(entry.problem))
            elif entry.problem is not None:
                both: tuple[Holding, ...] = ("board", "pieces")
                losses |= {
                    f"the {part}": None
                    for part in both
                    if part not in self.holds and self.holds[0] in both
                }
            holds = "tilings" in self.holds and "no tilings" not in features
            if entry.tilings and not holds and "one tiling" not in features:
                count = len(entry.tilings)
                losses["the tiling" if count == 1 else f"the {count} tilings"] = None
            elif len(entry.tilings) > 1 and "one tiling" in features:
                losses[f"all but the first of {len(entry.tilings)} tilings"] = None
            if entry.notes and "notes" not in features:
                losses["the notes"] = None
            if entry.name and "name" not in features and "problem" in self.holds:
                losses["the name of the puzzle"] = None
            if entry.puzzle and entry.puzzle.kind != PLAIN and "kind" not in features:
                losses["the kind of the puzzle"] = None
        return list(losses)

    def _list_storable(self, entry: Entry) -> frozenset[str]:
        """Return what the format can store of an entry."""
        if not callable(self.says):
            return self.says
        return self.says(entry.problem) if entry.problem is not None else frozenset()


def _restricts_turns(problem: Problem) -> bool:
    """Return True if a piece may not turn freely, and that makes a difference."""
    return any(
        (piece.turn or problem.turn) != "free" and _differs(piece, problem, "free")
        for piece in problem.pieces
    )


def _differs(piece: Piece, problem: Problem, turn: str) -> bool:
    alone = Piece(piece.polyomino, marks=piece.marks)
    return alone.orientations(turn) != alone.orientations(piece.turn or problem.turn)  # type: ignore[arg-type]


def _turns_differ(problem: Problem) -> bool:
    """Return True if the same turns for all pieces would change the problem."""
    return not any(
        all(not _differs(piece, problem, turn) for piece in problem.pieces) for turn in TURNS
    )


def _counts_empties(problem: Problem) -> bool:
    most = int(problem.optional.sum())
    return (problem.empty_least, problem.empty_most) not in ((0, most), (0, 0))


#: Features that not every format can store: whether a problem has the feature, and what is lost
#: without it.
FEATURES: dict[str, tuple[Callable[[Problem], bool], str]] = {
    "turn": (_restricts_turns, "how pieces turn (all turn freely instead)"),
    "turns": (_turns_differ, "that pieces turn in different ways"),
    "ranges": (
        lambda problem: any(piece.least != piece.most for piece in problem.pieces),
        "that the number of copies of a piece may vary",
    ),
    "marks": (
        lambda problem: bool(
            problem.board.marks.any() or any(piece.marks for piece in problem.pieces)
        ),
        "the marks",
    ),
    "optional": (lambda problem: problem.empty_most > 0, "that cells may stay empty"),
    "empties": (_counts_empties, "how many cells stay empty"),
    "placed": (lambda problem: bool(problem.placed), "that pieces are already placed"),
    "names": (
        lambda problem: any(
            piece.name != piece.base().partition("@")[0] for piece in problem.pieces
        ),
        "the names of the pieces",
    ),
    "colors": (lambda problem: any(problem.colors), "the colors of the pieces"),
    "by_wrap": (
        lambda problem: problem.by_wrap,
        "that different wraps count separately",
    ),
    "marks_agree": (lambda problem: bool(problem.marks_agree), "which different marks agree"),
    "rules": (lambda problem: bool(problem.rules), "the rules"),
    "apart": (
        lambda problem: bool(problem.alike),
        "that equal pieces are listed apart (they become copies of one)",
    ),
}
#: All features, for formats that can store everything.
EVERYTHING = frozenset(FEATURES)


def lost_in(problem: Problem, says: frozenset[str]) -> list[str]:
    """Return the features of a problem that are not in `says`."""
    lost = [words for name, (has, words) in FEATURES.items() if name not in says and has(problem)]
    if "apart" not in says and problem.alike:
        # How the counts of other programs differ.
        lost[lost.index(FEATURES["apart"][1]) :] = alike_words(problem)
    return lost


def alike_words(problem: Problem) -> list[str]:
    """Say which equal pieces of a file are read as copies of one, and what that means for counts.

    >>> pieces = Piece.parse("L3"), Piece.parse("##/.#")
    >>> alike_words(Problem("2x3", *pieces))[0]
    'that L3 and ##/.# are 2 pieces: they are read as 2 copies of one (told apart, there are 2 times as many tilings)'
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
    statement = (
        f"{named} are {len(pieces)} pieces"
        if len(distinct) > 1
        else f"{named} is listed {len(pieces)} times"
    )
    copies = sum(piece.least for piece in pieces)
    if any(piece.least != piece.most for piece in pieces):
        return f"that {statement}: they are read as copies of one"
    # Which of the pieces is placed is not known, and very large numbers say little.
    times_apart = ""
    if not placed and copies <= _FACTORIAL:
        times = math.factorial(copies) // math.prod(math.factorial(piece.least) for piece in pieces)
        times_apart = f" (told apart, there are {times:,} times as many tilings)"
    return f"that {statement}: they are read as {copies} copies of one{times_apart}"


def warn_of(lost: Iterable[str], what: str) -> None:
    """Issue one warning about everything that is lost."""
    if losses := list(lost):
        warnings.warn(f"{what} cannot store: {'; '.join(losses)}", LossWarning, stacklevel=3)


def parsed_json(text: str, where: str) -> Any:
    """Parse JSON. Errors name line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{where}, line {error.lineno}, column {error.colno}"
        raise FormatError(f"invalid JSON: {error.msg}", where=place) from None
    except ValueError:
        raise FormatError("invalid JSON: a number has too many digits", where=where) from None
    except RecursionError:
        raise FormatError("invalid JSON: lists are nested too deeply", where=where) from None


def decoded(stream: IO[bytes], where: str, what: str) -> str:
    """Return the UTF-8 text of a stream of at most `LONGEST` bytes; errors call it `what`."""
    try:
        return read_text(stream, LONGEST, FormatError, what)
    except FormatError as error:
        raise FormatError(error.message, where=where) from None
