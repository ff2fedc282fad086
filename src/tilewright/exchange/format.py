"""Format: what is to be known of the files of one program, and what such a file holds."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Literal

from tilewright.board import Board
from tilewright.errors import FormatError
from tilewright.exchange.exactcover import ExactCover
from tilewright.lattices.lattice import SQUARES, Lattice
from tilewright.lattices.surface import check_flat_squares
from tilewright.lattices.symmetry import TURNS
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.text import read_text
from tilewright.tiling import Tiling

__all__ = [
    "FEATURES",
    "LARGEST_BOX",
    "LONGEST",
    "Entry",
    "Format",
    "Holding",
    "LossWarning",
    "decoded",
    "lost_in",
    "parsed_json",
    "warn_of",
]

#: The longest text of a puzzle that is read, in bytes.
LONGEST = 1 << 26
#: The most cells in the box around a board in a file of another program: the file itself may be much smaller.
LARGEST_BOX = 1 << 24

#: What a file may hold.
Holding = Literal["problem", "cover", "board", "pieces", "tilings"]


class LossWarning(UserWarning):
    """Something of a puzzle could not be said in the format that it was written in, or read to."""


@dataclass(frozen=True, eq=False)
class Entry:
    """One puzzle of a file, and what the file says beside it.

    Parameters
    ----------
    problem : Problem, optional
    board : Board, optional
        Of a file that has no pieces.
    pieces : tuple of Piece
        Of a file that has no board.
    cover : ExactCover, optional
        Of a file with items and options, which need not be a tiling's.
    tilings : tuple of Tiling
        The solutions in the file.
    name, notes : str
    stated : int, optional
        The number of tilings up to symmetry that the file states.
    refused : str
        Why tilewright has no such problem; nothing if it has.
    lost : tuple of str
        What the file says and tilewright does not.
    """

    problem: Problem | None = None
    board: Board | None = None
    pieces: tuple[Piece, ...] = ()
    cover: ExactCover | None = None
    tilings: tuple[Tiling, ...] = ()
    name: str = ""
    notes: str = ""
    stated: int | None = None
    refused: str = ""
    lost: tuple[str, ...] = ()

    def holds(self, what: Holding) -> bool:
        """Whether there is something of a kind in it; a problem has a board and pieces, too."""
        if self.problem is not None and what in ("board", "pieces", "cover"):
            return True
        return bool(getattr(self, "problem" if what == "problem" else what))

    @property
    def kind(self) -> Holding:
        """What it is mainly: tilings if there is no problem beside them."""
        kinds: tuple[Holding, ...] = ("problem", "cover", "tilings", "board", "pieces")
        return next((kind for kind in kinds if getattr(self, kind)), "problem")

    def all_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces, those of the problem if there is one."""
        return self.problem.pieces if self.problem is not None else self.pieces


@dataclass(frozen=True, eq=False)
class Format:
    """The files of one program: a new format is a new object of this class in the table (`formats`).

    Parameters
    ----------
    name : str
        The word for ``--from`` and ``--to``.
    title : str
        What it is, in one line.
    endings : tuple of str
        Of its files, the usual one first.
    holds : tuple of str
        What it is about, the main thing first.
    says : frozenset of str, or callable
        Which of `FEATURES` of a problem it can say, and "name", "notes", "one tiling"; or what says so of a problem.
    recognizes : callable
        Whether a text (the first some thousand characters of a file) is one of this format.
    read : callable, optional
        Takes an open stream of bytes and the name of the file, gives the entries.
    write : callable, optional
        Takes the entries and the options, gives the text or the bytes.
    many : bool
        Whether a file may have several problems.
    options : dict
        What `write` may be told, and its defaults.
    lattices : frozenset of Lattice
        Those of its boards, which are flat; None for all, and all surfaces.
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
        """Raise if the format has no boards like this one."""
        if self.lattices is not None and (board.surface.joined or board.lattice not in self.lattices):
            check_flat_squares(board, f"files of this kind ({self.name})")

    def check_marks(self, problem: Problem) -> None:
        """Raise if the format is about problems and cannot say which marks agree with others: it would be another problem."""
        entry = Entry(problem=problem)
        if problem.marks_agree and "problem" in self.holds and "marks_agree" not in self._said(entry):
            raise FormatError(
                f"{self.title} cannot say that marks agree with others than the same; JSON and files of BurrTools can",
                where=self.name,
            )

    def losses(self, entries: Iterable[Entry]) -> list[str]:
        """Return what of the entries the format cannot say."""
        found: dict[str, None] = {}
        listed = list(entries)
        if len(listed) > 1 and not self.many:
            found[f"all but the first of {len(listed)} problems"] = None
            listed = listed[:1]
        for entry in listed:
            says = self._said(entry)
            if entry.problem is not None and "problem" in self.holds:
                found |= dict.fromkeys(lost_in(entry.problem, says))
            elif entry.problem is not None:
                both: tuple[Holding, ...] = ("board", "pieces")
                found |= {
                    f"the {part}": None for part in both if part not in self.holds and self.holds[0] in both
                }
            if entry.tilings and "tilings" not in self.holds and "one tiling" not in says:
                count = len(entry.tilings)
                found["the tiling" if count == 1 else f"the {count} tilings"] = None
            elif len(entry.tilings) > 1 and "one tiling" in says:
                found[f"all but the first of {len(entry.tilings)} tilings"] = None
            if entry.notes and "notes" not in says:
                found["the notes"] = None
            if entry.name and "name" not in says and "problem" in self.holds:
                found["the name of the puzzle"] = None
        return list(found)

    def _said(self, entry: Entry) -> frozenset[str]:
        """Return what the format can say of an entry."""
        if not callable(self.says):
            return self.says
        return self.says(entry.problem) if entry.problem is not None else frozenset()


def _turns(problem: Problem) -> bool:
    """Whether a piece may not turn all 8 ways though that would make a difference."""
    return any(
        (piece.turn or problem.turn) != "free" and _differs(piece, problem, "free")
        for piece in problem.pieces
    )


def _differs(piece: Piece, problem: Problem, turn: str) -> bool:
    own = Piece(piece.polyomino, marks=piece.marks)
    return own.orientations(turn) != own.orientations(piece.turn or problem.turn)  # type: ignore[arg-type]


def _turns_differ(problem: Problem) -> bool:
    """Whether no one way of turning would do for all pieces."""
    return not any(all(not _differs(piece, problem, turn) for piece in problem.pieces) for turn in TURNS)


def _counts_empties(problem: Problem) -> bool:
    most = int(problem.optional.sum())
    return (problem.empty_least, problem.empty_most) not in ((0, most), (0, 0))


#: What a problem may have that not every format can say: whether it has it, and what is lost without.
FEATURES: dict[str, tuple[Callable[[Problem], bool], str]] = {
    "turn": (_turns, "how the pieces turn: all of them turn freely"),
    "turns": (_turns_differ, "that pieces turn in different ways"),
    "ranges": (
        lambda problem: any(piece.least != piece.most for piece in problem.pieces),
        "that a piece may be there more or less often",
    ),
    "marks": (
        lambda problem: bool(problem.board.marks.any() or any(piece.marks for piece in problem.pieces)),
        "the marks",
    ),
    "optional": (lambda problem: problem.empty_most > 0, "that cells may stay empty"),
    "empties": (_counts_empties, "how many cells stay empty"),
    "placed": (lambda problem: bool(problem.placed), "that pieces are already placed"),
    "names": (
        lambda problem: any(piece.name != piece.base().partition("@")[0] for piece in problem.pieces),
        "the names of the pieces",
    ),
    "by_wrap": (
        lambda problem: problem.by_wrap,
        "that ways to go round which cover the same cells are told apart",
    ),
    "marks_agree": (lambda problem: bool(problem.marks_agree), "which marks agree with others"),
}
#: All of them, for formats that can say everything.
EVERYTHING = frozenset(FEATURES)


def lost_in(problem: Problem, says: frozenset[str]) -> list[str]:
    """Return what a problem has and a format with these features cannot say."""
    return [words for name, (has, words) in FEATURES.items() if name not in says and has(problem)]


def warn_of(lost: Iterable[str], what: str) -> None:
    """Warn of losses, in one warning."""
    if listed := list(lost):
        warnings.warn(f"{what} cannot say: {'; '.join(listed)}", LossWarning, stacklevel=3)


def parsed_json(text: str, where: str) -> Any:
    """Parse JSON; errors name the line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{where}, line {error.lineno}, column {error.colno}"
        raise FormatError(f"this is not JSON: {error.msg}", where=place) from None
    except ValueError:
        raise FormatError("a number in it has thousands of digits", where=where) from None
    except RecursionError:
        raise FormatError("lists in it are nested too deep", where=where) from None


def decoded(stream: IO[bytes], where: str, what: str) -> str:
    """Return the UTF-8 text of a stream, of at most `LONGEST` bytes; `what` it is stands in errors."""
    try:
        return read_text(stream, LONGEST, FormatError, what)
    except FormatError as error:
        raise FormatError(error.message, where=where) from None
