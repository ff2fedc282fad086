"""`tilewright.verify`: the one front of the independent checkers of tilings, colorings, tables and certificates."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tilewright.arguments import check_integer, format_value
from tilewright.board import Board
from tilewright.cluster import is_run
from tilewright.coloring import Coloring, check_certificate, check_coloring
from tilewright.deadline import Deadline, check_time
from tilewright.errors import (
    ColoringError,
    FormatError,
    LimitError,
    RequestError,
    TilewrightError,
    TimeLimitError,
    joined,
    quoted,
)
from tilewright.exchange.tables import TilingSequence
from tilewright.generation import Generated
from tilewright.labels import EMPTY, OUTSIDE
from tilewright.packing import Packing, packing_claims, relaxed
from tilewright.problem import Problem
from tilewright.proof import Barrier, WeightBound, Weighting
from tilewright.proof.claims import ClaimError, StateLimit, Unchecked
from tilewright.puzzle import Puzzle
from tilewright.reading import parse_tilings, read, read_tilings
from tilewright.rectification.answers import Primes
from tilewright.search import different_tilings
from tilewright.tessellation import Plane
from tilewright.text import STANDARD_INPUT, read_text
from tilewright.tiling import Tiling

__all__ = ["Claim", "Verification", "open_claims", "verify"]

#: Endings of files that are not text; of pictures, which cannot be read, for their error.
_BINARY = (".npy", ".svg", ".png", ".pdf", ".gif")
#: Proofs that there is no tiling, and the keys of their JSON.
_PROOFS = {
    "weighting": {"weights", "modulus"},
    "bound": {"weights", "least"},
    "barrier": {"parts", "between"},
}
#: The most characters of a file of certificates.
_LONGEST = 1 << 30
#: Claims that are listed in one line.
_LISTED = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, and whether it holds.

    Attributes
    ----------
    claim : str
        The claim as a sentence.
    holds : bool or None
        Whether the claim holds; None if it was not verified because the work is too large or the file has no proof.
    why : str
        The fault, or the reason why the claim was not verified.
    line : int or None
        The line number in the file, starting at 1.
    piece : str
        The piece that the claim is about, if any.
    limited : bool
        Whether `max_states` was too small to verify the claim.
    """

    claim: str
    holds: bool | None
    why: str = ""
    line: int | None = None
    piece: str = ""
    limited: bool = False

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        word = {True: "holds", False: "WRONG", None: "not verified"}[self.holds]
        return f"{where}{self.piece and f'{self.piece}: '}{self.claim}: {word}" + (
            f": {self.why}" if self.why else ""
        )

    def to_json(self) -> dict[str, Any]:
        """Return the claim as JSON values."""
        return {
            "line": self.line,
            "piece": self.piece or None,
            "claim": self.claim,
            "holds": self.holds,
            "why": self.why or None,
        }


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a file or an answer. A verification is true if every claim holds.

    Attributes
    ----------
    what : str
        The kind of answer: ``tilings``, ``plane``, ``rectangles``, ``coloring``, ``weighting``, ``bound``, ``barrier`` or ``puzzle``.
    source : str
        The name of the file; empty for an answer.
    claims : tuple of Claim
        The claims, in the order of the file.
    stopped : str
        Why the verification stopped early; empty if it finished.
    """

    what: str
    source: str
    claims: tuple[Claim, ...]
    stopped: str = ""

    @property
    def wrong(self) -> tuple[Claim, ...]:
        """The claims that do not hold."""
        return tuple(claim for claim in self.claims if claim.holds is False)

    @property
    def unverified(self) -> tuple[Claim, ...]:
        """The claims that were not verified."""
        return tuple(claim for claim in self.claims if claim.holds is None)

    def __bool__(self) -> bool:
        return not self.stopped and all(claim.holds for claim in self.claims)

    def __str__(self) -> str:
        wrong, open_, total = self.wrong, self.unverified, len(self.claims)
        if total == 1 and not self.stopped:
            return f"{self.source or self.what}: {self.claims[0]}"
        hold = total - len(wrong) - len(open_)
        counts = [f"all {total} claims hold" if total == hold else f"{hold} of {total} claims hold"]
        counts += [f"{len(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong"] if wrong else []
        counts += [f"{len(open_)} not verified"] if open_ else []
        counts += [f"stopped: {self.stopped}"] if self.stopped else []
        listed = [str(claim) for claim in (*wrong, *open_)[:_LISTED]]
        told = ", ".join(counts) + (f" ({'; '.join(listed)})" if listed else "")
        return f"{self.source or self.what}: {told}"

    def __repr__(self) -> str:
        return f"<Verification of {self}>"

    def to_json(self) -> dict[str, Any]:
        """Return the claims as JSON values, with the numbers of wrong and unverified claims."""
        return {
            "what": self.what,
            "claims": [claim.to_json() for claim in self.claims],
            "total": len(self.claims),
            "wrong": len(self.wrong),
            "unchecked": len(self.unverified),
            "stopped": self.stopped or None,
        }


def verify(
    answer: Any,
    problem: Problem | Puzzle | str | None = None,
    *,
    max_states: int | None = None,
    timeout: float | None = None,
) -> Verification:
    """Verify an answer or a file of certificates or tilings, independently of the code that found them.

    Parameters
    ----------
    answer : path, Tiling, list of Tiling, Coloring, Plane, Rectangles, Boxes, Weighting, WeightBound, Barrier, Packing or Generated
        A file is a certificate of the plane or of rectangles (.jsonl, .json), tilings (.txt, .json, .jsonl, .npy), a table of
        tilings (.parquet), or the folder of a run.
    problem : Problem, Puzzle or str, optional
        The problem that the tilings should solve, as for `tilewright.read`. Without a problem, only the form of the tilings
        is checked.
    max_states : int, optional
        Skip claims about rectangles if a strip has more states than this; the default is 200,000.
    timeout : float, optional
        Stop after this many seconds and return the claims verified by then.

    Returns
    -------
    Verification
        The result; it is true if every claim holds. ``print`` shows a one-line summary.

    Raises
    ------
    RequestError
        If there is nothing to verify, or the file cannot be read.

    Examples
    --------
    >>> import tilewright as tw
    >>> print(verify(tw.solve("6x10 pentominoes"), "6x10 pentominoes"))
    tilings: tiling 1 is a tiling of 6x10: holds
    >>> print(verify(tw.rectangles("L4")))
    rectangles: all 11 claims hold
    >>> bool(verify(tw.plane("Y5")))
    True
    """
    what, source, claims = open_claims(answer, problem, max_states=max_states)
    found: list[Claim] = []
    stopped = ""
    try:
        with Deadline(timeout).holds():
            for claim in claims:
                found.append(claim)
                check_time()
    except TimeLimitError:
        stopped = "the time limit was reached"
    if not found and not stopped:
        raise FormatError("there is no claim to verify", where=source or None)
    return Verification(what, source, tuple(found), stopped)


def open_claims(
    answer: Any, problem: Problem | Puzzle | str | None = None, *, max_states: int | None = None
) -> tuple[str, str, Iterator[Claim]]:
    """Return what kind of answer it is, its file, and its claims, which are verified as they are taken."""
    if max_states is not None:
        max_states = check_integer(max_states, "`max_states`", 1, where="max_states")
    what, source, claims = _claims(answer, None if problem is None else read(problem), max_states)
    if max_states is not None and what != "rectangles":
        raise RequestError(
            "this limit applies only to certificates of rectangles, but the input has none",
            where="max_states",
        )
    if problem is not None and what not in ("tilings", "packing", *_PROOFS):
        raise RequestError(
            "only tilings and proofs that there are none can be compared with a problem, and there are none here",
            where="problem",
        )
    return what, source, iter(claims)


def _claims(answer: Any, problem: Problem | None, max_states: int | None) -> tuple[str, str, Iterable[Claim]]:
    if isinstance(answer, str | os.PathLike):
        return _claims_of_file(os.fspath(answer), problem, max_states)
    if isinstance(answer, TilingSequence):
        return "tilings", "", _tilings(answer, problem or answer.problem)
    if isinstance(answer, Plane):
        return "plane", "", [_plane(answer.to_json())]
    if isinstance(answer, Primes):
        from tilewright.rectification import certificate_text

        return "rectangles", "", _rectangles(certificate_text(answer).splitlines(), max_states)  # type: ignore[arg-type]
    if isinstance(answer, Coloring):
        return "coloring", "", _coloring(answer)
    if isinstance(answer, Weighting):
        why = "" if answer.holds() else "the numbers do not exclude a tiling"
        return "weighting", "", [Claim("there is no tiling", not why, why)]
    if isinstance(answer, Barrier):
        return "barrier", "", [_barrier(answer)]
    if isinstance(answer, WeightBound):
        return "bound", "", [_barrier(answer)]
    if isinstance(answer, Packing):
        return "packing", "", _packing(answer.problem, answer.tiling, answer.to_json())
    if isinstance(answer, Generated):
        return "puzzle", "", _puzzle(answer)
    tilings = [answer] if isinstance(answer, Tiling) else answer
    if isinstance(tilings, Iterable) and not isinstance(tilings, Mapping):
        return "tilings", "", _tilings(tilings, problem)
    raise RequestError(
        f"cannot verify {format_value(answer)}; give a file, a tiling, or another answer", where="answer"
    )


def _claims_of_file(
    path: str, problem: Problem | None, max_states: int | None
) -> tuple[str, str, Iterable[Claim]]:
    """Return the claims of a file; its first record says what it holds."""
    where = STANDARD_INPUT if path == "-" else path
    if is_run(path):
        from tilewright.cluster import RunTable

        run = RunTable(path)
        return "tilings", path, _tilings(run, problem or run.problem)
    if path.lower().endswith(".parquet"):
        from tilewright.exchange.tables import TilingTable

        table = TilingTable(path)
        return "tilings", path, _tilings(table, problem or table.problem)
    if re.search(r"\.parquet#\d+$", path, re.IGNORECASE) or path.lower().endswith(_BINARY):
        return "tilings", path, _tilings(read_tilings(path), problem)
    text = read_text(sys.stdin if path == "-" else path, _LONGEST, FormatError, "a certificate or a tiling")
    if path.lower().endswith((".json", ".jsonl")) and not text.lstrip().startswith(("{", "[")):
        raise FormatError("invalid JSON", where=where)
    first = _first_record(text)
    if "claim" in first:
        return "rectangles", path, _rectangles(text.splitlines(), max_states)
    if "verdict" in first:
        return "plane", path, _planes(text, where)
    if isinstance(first.get("most"), dict):
        stated = _stated_problem(text) if problem is None else relaxed(problem)
        tilings = parse_tilings(text, where)
        if stated is None or len(tilings) != 1:
            raise FormatError("expected a problem and one packing", where=where)
        return "packing", path, _packing(stated, tilings[0], first["most"])
    if (proof := _proof_in(first)) is not None:
        stated = problem or _stated_problem(text)
        if stated is None:
            raise FormatError("the problem is missing; name the board and pieces", where=where)
        return proof[0], path, [_proof(*proof, stated)]
    if "coloring" in first and "labels" not in first:
        raise FormatError("a coloring without its tiling cannot be verified", where=where)
    if "board" in first and "labels" not in first and "tilings" not in first:
        raise FormatError("this file contains a problem, so there is nothing to verify", where=where)
    if problem is None and "board" in first and "pieces" in first:
        stated = _stated_problem(text)
        # An answer does not say how many cells may stay empty.
        return "tilings", path, _tilings(parse_tilings(text, where), stated, any_empty="empty" not in first)
    return "tilings", path, _tilings(parse_tilings(text, where), problem)


def _proof_in(record: dict[str, Any]) -> tuple[str, Any] | None:
    """Return the kind and the data of the proof that a record has: alone, or in the JSON of an answer without tilings."""
    if record.get("tilings"):
        return None
    for kind, keys in _PROOFS.items():
        if kind in record:
            return kind, record[kind]
        if keys <= record.keys():
            return kind, record
    return None


def _proof(kind: str, data: Any, problem: Problem) -> Claim:
    """Verify a proof that a problem has no tiling."""
    claim = f"there is no tiling of {problem.board} by {' '.join(problem.words())}"
    try:
        problem.check()
        if kind == "bound":
            WeightBound.from_json(problem, data).check()
        elif kind == "barrier":
            Barrier.from_json(problem, data).check()
        elif not Weighting.from_json(problem, data).holds():
            raise ClaimError("the numbers do not exclude a tiling")
    except ClaimError as error:
        return Claim(claim, False, str(error))
    return Claim(claim, True)


def _packing(problem: Problem, tiling: Tiling, data: dict[str, Any]) -> Iterator[Claim]:
    """Verify a packing and its bound."""
    problem.check()
    for claim, holds, why in packing_claims(problem, tiling, data):
        yield Claim(claim, holds, why)


def _first_record(text: str) -> dict[str, Any]:
    """Return the first JSON object of a text, empty if it begins with something else."""
    try:
        found, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _rectangles(lines: Iterable[str], max_states: int | None) -> Iterator[Claim]:
    from tilewright.rectification import check_certificate as check_lines

    most = {} if max_states is None else {"most_states": max_states}
    for each in check_lines(lines, **most):
        yield Claim(each.claim, each.holds, each.why, each.line, each.piece, each.states)


def _planes(text: str, where: str) -> Iterator[Claim]:
    records = text.splitlines()
    if isinstance(whole := _loaded(text), dict):
        records = [text]
    elif isinstance(whole, list):
        records = [json.dumps(record) for record in whole]
    for number, line in enumerate(records, start=1):
        if line.strip():
            record = _loaded(line)
            if not isinstance(record, dict):
                raise FormatError("expected a JSON object", where=f"{where}, line {number}")
            yield replace(_plane(record), line=number)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _plane(record: dict[str, Any]) -> Claim:
    from tilewright.tessellation import check

    names = record.get("piece")
    piece = " ".join(map(str, names)) if isinstance(names, list) else str(names or "")
    claim = str(record.get("verdict"))
    try:
        return Claim(claim, True, check(record), piece=piece)
    except Unchecked as error:
        return Claim(claim, None, str(error), piece=piece, limited=isinstance(error, StateLimit))
    except ClaimError as error:
        return Claim(claim, False, str(error), piece=piece)


def _coloring(answer: Coloring) -> Iterator[Claim]:
    if answer.tiling is None:
        raise RequestError(
            "this coloring does not store its tiling, so it cannot be verified", where="answer"
        )
    tiling, outside = answer.tiling, answer.outside
    if answer.coloring is not None:
        claim = f"touching tiles have different colors, from a set of {answer.colors}"
        yield _judged(
            claim,
            lambda: check_coloring(
                tiling, answer.coloring, answer.touch, outside=outside, colors=answer.colors
            ),
        )
    if answer.certificate is not None:
        yield _judged(f"{answer.lower_bound} colors are needed", lambda: check_certificate(tiling, answer))


def _barrier(answer: Barrier | WeightBound) -> Claim:
    try:
        answer.check()
    except ClaimError as error:
        return Claim("there is no tiling", False, str(error))
    return Claim("there is no tiling", True)


def _judged(claim: str, check: Any) -> Claim:
    try:
        check()
    except ColoringError as error:
        return Claim(claim, False, error.message)
    except LimitError as error:
        return Claim(claim, None, error.message)
    return Claim(claim, True)


def _puzzle(made: Generated) -> Iterator[Claim]:
    from tilewright.cover import compile_cover

    problem = made.puzzle.problem()
    faults = made.solution.faults(problem)
    yield Claim("the solution solves the puzzle", not faults, joined(faults))
    count = different_tilings(compile_cover(problem), limit=2, engine="dance").count
    yield Claim(
        "there is exactly one solution", count == 1, "" if count == 1 else "there are more" if count else ""
    )


def _stated_problem(text: str) -> Problem | None:
    """Return the problem that the JSON of an answer states, if it does."""
    try:
        return read(io.BytesIO(text.encode()))
    except TilewrightError:
        return None


def _named_problem(tiling: Tiling) -> Problem | None:
    """Return a problem of the pieces that a tiling names, on its own cells; None if a name says no shape, or has marks."""
    if tiling.piece is None:
        return None
    pieces = [f"{name}={copies}" for name, copies in Counter(tiling.piece_names()).items()]
    board = Board(tiling.labels != OUTSIDE, lattice=tiling.lattice, surface=tiling.surface)
    try:
        problem = Problem(board, *pieces, turn="free", empty=_empty(tiling))
    except TilewrightError:
        return None
    # The tiling does not have the marks of its board.
    return None if any(piece.marks for piece in problem.pieces) else problem


def _empty(tiling: Tiling) -> int:
    """Return the number of cells that a tiling leaves empty."""
    return int((tiling.labels == EMPTY).sum())


def _tilings(tilings: Iterable[Any], problem: Problem | None, *, any_empty: bool = False) -> Iterator[Claim]:
    """Verify tilings of a problem, if it is known; with `any_empty`, any number of cells may stay empty."""
    for number, tiling in enumerate(tilings, start=1):
        if not isinstance(tiling, Tiling):
            raise RequestError(
                f"cannot verify {quoted(tiling)} ({type(tiling).__name__}); it is not a Tiling"
            )
        named = problem or _named_problem(tiling)
        if problem is not None and any_empty and (empty := _empty(tiling)):
            named = problem.with_rules(empty=empty)
        faults = tiling.faults(named)
        if problem is not None:
            claim = f"tiling {number} is a tiling of {problem.board}"
        else:
            claim = f"tiling {number} {'consists of the pieces it names' if named else 'is well formed'}"
        yield Claim(claim, not faults, joined(faults))
