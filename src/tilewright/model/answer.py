"""The common parts of all answers: text, JSON, and claims that `tilewright.verify` verifies. Also
the claims about tilings.

The table `answers` in `tilewright/__init__.py` lists the forms of JSON and the functions that
verify them. The verifying functions are in the packages of their subjects, and share no code with
the functions that find the answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, Self

from tilewright.errors import RequestError, TilewrightError, joined, quoted
from tilewright.model.board import Board
from tilewright.model.claims import Claim, ClaimError, check_fields, check_stated, judge, known_form
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle, is_puzzle_name
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import SQUARES
from tilewright.model.space.surface import space_words
from tilewright.model.tiling import Tiling
from tilewright.system.lazy import answers
from tilewright.system.values.svg_repr import SvgRepr

#: The fields of the JSON of a tiling, and those of an answer that state its problem.
_TILING = ("labels", "pieces", "marks", "lattice", "surface", "number")
PROBLEM_FIELDS = (
    "board",
    "lattice",
    "surface",
    "by_wrap",
    "pieces",
    "placed",
    "empty",
    "names",
    "parts",
    "colors",
    "marks_agree",
    "rules",
    "turn",
)


class Form(NamedTuple):
    """A form of JSON: the kind of answer, the fields that identify it, the function that yields its
    claims, and the additional arguments of this function.
    """

    kind: str
    fields: str
    home: str
    takes: str = ""

    def fits(self, record: Mapping[str, Any]) -> bool:
        """Return whether a record has all fields and the first field is not null."""
        first, *others = self.fields.split()
        return record.get(first) is not None and all(name in record for name in others)

    def check(self, given: Mapping[str, Any]) -> None:
        """Raise an error if an argument is given that answers of this form are not compared
        with.
        """
        for name, value in given.items():
            if value is not None and name not in self.takes.split():
                raise RequestError(_NOT_TAKEN[name], where=name)

    def claims(self, record: Any, given: Mapping[str, Any]) -> Iterator[Claim]:
        """Verify a record, or the lines of a file if the form takes `lines`."""
        self.check(given)
        module, _, name = self.home.partition(":")
        taken = {name: value for name, value in given.items() if value is not None}
        return known_form(getattr(import_module(module), name)(record, **taken))


_NOT_TAKEN = {
    "max_states": "a limit on states applies only to rectangle certificates, but the input "
    "contains none",
    "problem": "a problem can be compared only with tilings or impossibility proofs, but the input "
    "contains neither",
}


def form_of(record: Any) -> Form | None:
    """Return the form of a record, or None if it is not the record of an answer."""
    if not isinstance(record, Mapping):
        return None
    return next((form for form in map(Form._make, answers) if form.fits(record)), None)


class Answer(SvgRepr, ABC):
    """An answer to a question."""

    __slots__ = ()

    @abstractmethod
    def text(self) -> str:
        """Return the answer as text."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, which `tilewright.verify` reads."""

    def __str__(self) -> str:
        return self.text()


class Proof(Answer):
    """A proof that a problem has no tiling."""

    #: The key under which an answer stores its JSON.
    kind: ClassVar[str]

    problem: Problem

    def claim(self, problem: Problem | None = None) -> Claim:
        """Verify the proof, or a proof from JSON about another problem."""
        return self.saved_claim(
            problem or self.problem, self if problem is None else self.to_json()
        )

    @classmethod
    def saved_claim(cls, problem: Problem, data: Any) -> Claim:
        """Verify a proof, or the JSON of a proof, that a problem has no tiling."""

        def check() -> None:
            problem.check()
            (data if isinstance(data, Proof) else cls.from_json(problem, data)).check()

        words = " ".join(problem.words())
        return judge(f"there is no tiling of {problem.board} by {words}", check)

    @classmethod
    @abstractmethod
    def from_json(cls, problem: Problem, data: Any) -> Self:
        """Return the proof that `to_json` saved for a problem.

        Raises
        ------
        ClaimError
            If the data are not such a proof.
        """

    @abstractmethod
    def check(self) -> None:
        """Verify the proof by computing everything again from the problem and the stated values.

        Raises
        ------
        ClaimError
            If the proof is wrong. The message gives the reason.
        """

    def holds(self) -> bool:
        """Return whether `check` accepts the proof."""
        try:
            self.check()
        except ClaimError:
            return False
        return True


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return the keys that describe the problem of an answer. Boards are given by name if the name
    can be parsed.
    """
    name = problem.board.name
    try:
        readable = is_puzzle_name(name) or type(problem.board).parse(name) == problem.board
    except RequestError:
        readable = False
    values = problem.to_json()
    return {**values, "board": name if readable else values["board"], **space_json(problem)}


def space_json(problem: Problem) -> dict[str, Any]:
    """Return the keys for the lattice and surface of an answer, or no keys for flat squares."""
    words = space_words(problem.board, problem.board.shape)
    return {**words, "by_wrap": True} if words and problem.by_wrap else words


def stated_problem(record: Mapping[str, Any]) -> Problem:
    """Return the problem that is stated in an answer."""
    data = {name: record[name] for name in PROBLEM_FIELDS if name in record}
    if is_puzzle_name(str(data["board"])):
        data["board"] = find_puzzle(data["board"]).problem().board.text() + "\n"
    return Problem.from_json(data)


def check_space(record: Mapping[str, Any], board: Board) -> None:
    """Raise `ClaimError` if the lattice or surface in a record differs from that of a board."""
    words = space_words(board, board.shape)
    check_stated(
        record,
        {"lattice": words.get("lattice", SQUARES.name), "surface": words.get("surface", "flat")},
    )


def check_tiling(value: Any, problem: Problem | None) -> None:
    """Raise `ClaimError` unless the JSON of a tiling has only known fields, and its lattice and
    surface, if any, are those of the problem.
    """
    check_fields(value, _TILING, "a tiling", ("labels",))
    if problem is not None:
        check_space(value, problem.board)


def read_listed(values: Any, problem: Problem | None) -> list[Tiling]:
    """Return the tilings that an answer lists.

    Raises
    ------
    ClaimError
        If a tiling has unknown fields, or its lattice or surface differs from that of the problem.
    """
    if not isinstance(values, list):
        raise ClaimError("'tilings' must be a list")
    for value in values:
        check_tiling(value, problem)
    return [Tiling.from_json(value) for value in values]


def tiling_claims(tilings: Iterable[Any], problem: Problem | None) -> Iterator[Claim]:
    """Verify tilings against a problem, or against the pieces that they name."""
    for number, tiling in enumerate(tilings, start=1):
        if not isinstance(tiling, Tiling):
            raise RequestError(
                f"cannot verify {quoted(tiling)} ({type(tiling).__name__}); expected a Tiling"
            )
        named = problem or _problem_of_names(tiling)
        faults = tiling.faults(named)
        if named is None and not faults:
            tiles = f"{len(tiling)} tile{'' if len(tiling) == 1 else 's'}"
            claim = f"tiling {number} is a well-formed drawing of {tiles}"
            yield Claim(claim, None, "to verify the tiling, also pass BOARD PIECES")
            continue
        if problem is not None:
            claim = f"tiling {number} is a tiling of {problem.board}"
        else:
            claim = f"tiling {number} consists of the named pieces"
            claim = claim if named else f"tiling {number} is well formed"
        yield Claim(claim, not faults, joined(faults))


def shown_claims(record: dict[str, Any], problem: Problem | None = None) -> Iterator[Claim]:
    """Verify the JSON that `show` printed: the tilings of a file."""
    check_fields(record, ("file", "tilings", "count", "complete"), "the output of `show`")
    tilings = read_listed(record["tilings"], problem)
    check_stated(record, {"count": str(len(tilings))})
    for claim in tiling_claims(tilings, problem):
        yield replace(claim, not_checked=("file", "complete", "number"))


def _problem_of_names(tiling: Tiling) -> Problem | None:
    """Return a problem with the pieces that a tiling names, or None if a name does not denote a
    plain shape.
    """
    if tiling.piece is None:
        return None
    pieces = [f"{name}={copies}" for name, copies in Counter(tiling.piece_names()).items()]
    board = Board(tiling.labels != OUTSIDE, lattice=tiling.lattice, surface=tiling.surface)
    try:
        problem = Problem(board, *pieces, turn="free", empty=int((tiling.labels == EMPTY).sum()))
    except TilewrightError:
        return None
    # The tiling does not have the marks of its board.
    return None if any(piece.marks for piece in problem.pieces) else problem
