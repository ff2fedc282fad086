"""`tilewright.verify`: the one front of the independent checkers of tilings, colorings, tables and
certificates.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.claims import (
    COUNTED,
    PROBLEM_FIELDS,
    Claim,
    check_tiling,
    color_claims,
    one_solution,
    puzzle_claims,
    space_of,
    stated_problem,
    tiling_claims,
    tromino_claims,
)
from tilewright.errors import (
    ColoringError,
    FormatError,
    LimitError,
    MemoryLimitError,
    RequestError,
    TilewrightError,
    TimeLimitError,
    joined,
)
from tilewright.formats.native import parse_tilings, tiling_values
from tilewright.formats.request import read, read_tilings
from tilewright.formats.tables import TilingSequence
from tilewright.model.board import Board
from tilewright.model.claims import (
    ClaimError,
    Proof,
    StateLimit,
    Unchecked,
    check_fields,
    check_stated,
)
from tilewright.model.cover import Unique, compile_cover, up_to
from tilewright.model.line_drawing import is_drawing
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.polyform import Polyform, scaled
from tilewright.model.tiling import Tiling
from tilewright.puzzles import Generated
from tilewright.shapes.figures import Fewest, Figures, fewest_claims, figure_claims
from tilewright.shapes.plane import Plane
from tilewright.shapes.rectangles.answers import Primes
from tilewright.shapes.rectangles.claims import record_fault
from tilewright.solving.coloring import Certificate, Coloring, check_certificate, check_coloring
from tilewright.solving.packing import Packing, packing_claims, relax_problem
from tilewright.solving.proofs import PROOFS, Reasons
from tilewright.solving.search import EngineName, Search
from tilewright.system.runs import is_run
from tilewright.system.values.arguments import check_integer, format_value
from tilewright.system.values.text import STANDARD_INPUT, read_text
from tilewright.system.work.deadline import Deadline, check_time

#: Endings of files that are not text; of pictures, which cannot be read, for their error.
_BINARY = (".npy", ".svg", ".png", ".pdf", ".gif")
#: The other fields of an answer with tilings.
_ANSWER = (
    "unique",
    "symmetric",
    "engine",
    "tilings",
    "complete",
    "count",
    "how",
    "most",
    "nodes",
    "seconds",
    "reasons",
    *PROOFS,
)
#: The fields of which nothing is checked: how an answer was found, and what it is called.
_NOT_CHECKED = ("engine", "nodes", "seconds", "method", "number", "how")
#: The most characters of a file of certificates.
_LONGEST = 1 << 30
#: Claims that are listed in one line.
_LISTED = 3
#: What the first line of a file of the atlas says, and the facts of its records, in their order.
_ATLAS = "tilewright atlas"
_FACTS = ("plane", "rectangles", "boxes", "rep_tile", "one_missing")


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a file or an answer. A verification is true if every claim holds.

    Attributes
    ----------
    what : str
        The kind of answer: ``tilings``, ``answer`` (of `solve --json`), ``plane``, ``rectangles``,
        ``coloring``, ``weighting``, ``bound``, ``barrier``, ``figures``, ``fewest`` or
        ``puzzle``.
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
        faults = [str(claim) for claim in (*wrong, *open_)[:_LISTED]]
        summary = ", ".join(counts) + (f" ({'; '.join(faults)})" if faults else "")
        return f"{self.source or self.what}: {summary}"

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
    max_memory: int | str | None = None,
) -> Verification:
    """Verify an answer or a file of certificates or tilings, independently of the code that found
    them.

    Parameters
    ----------
    answer : path, Tiling, list of Tiling, or an answer such as Coloring, Plane or Rectangles
        A file is a certificate of the plane or of rectangles (.jsonl, .json), tilings (.txt, .json,
        .jsonl, .npy), a table of tilings (.parquet), or the folder of a run. Figures (.json) and
        the records of a set in the atlas (.jsonl) are files of certificates, too.
    problem : Problem, Puzzle or str, optional
        The problem that the tilings should solve, as for `tilewright.read`. Without it, tilings are
        compared with the problem that their file states, or with the shapes that their pieces are
        named after. If there is nothing to compare with, they are not verified.
    max_states : int, optional
        Skip claims about rectangles if a strip has more states than this; the default is 200,000.
    timeout : float, optional
        Stop after this many seconds and return the claims verified by then.
    max_memory : int or str, optional
        The memory limit in bytes, or as text such as ``"2G"``; by default, 80% of the free memory.
        If it is reached, the claims verified by then are returned.

    Returns
    -------
    Verification
        The result; it is true if every claim was verified and holds. ``print`` shows a one-line
        summary.

    Raises
    ------
    RequestError
        If there is nothing to verify, or the file cannot be read.
    MemoryLimitError
        If the limit of memory is reached before the first claim.

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
    results: list[Claim] = []
    stopped = ""
    with Deadline(memory=max_memory).holds():
        what, source, claims = open_claims(answer, problem, max_states=max_states)
        try:
            with Deadline(timeout).holds():
                for claim in claims:
                    results.append(claim)
                    check_time()
        except TimeLimitError:
            stopped = "the time limit was reached"
        except MemoryLimitError as error:
            stopped = error.message
    if not results and not stopped:
        raise FormatError("there is no claim to verify", where=source or None)
    return Verification(what, source, tuple(results), stopped)


def open_claims(
    answer: Any, problem: Problem | Puzzle | str | None = None, *, max_states: int | None = None
) -> tuple[str, str, Iterator[Claim]]:
    """Return what kind of answer it is, its file, and its claims, which are verified as they are
    taken.
    """
    if max_states is not None:
        max_states = check_integer(max_states, "max_states", 1)
    what, source, claims = _claims(answer, None if problem is None else read(problem), max_states)
    if max_states is not None and what not in ("rectangles", "atlas"):
        raise RequestError(
            "this limit applies only to certificates of rectangles, but the input has none",
            where="max_states",
        )
    if problem is not None and what not in ("tilings", "answer", "packing", *PROOFS):
        raise RequestError(
            "only tilings and proofs that there are none can be compared with a problem, and "
            "there are none here",
            where="problem",
        )
    return what, source, iter(claims)


def _claims(
    answer: Any, problem: Problem | None, max_states: int | None
) -> tuple[str, str, Iterable[Claim]]:
    if isinstance(answer, str | os.PathLike):
        return _claims_of_file(os.fspath(answer), problem, max_states)
    if isinstance(answer, TilingSequence):
        return "tilings", "", tiling_claims(answer, problem or answer.problem)
    if isinstance(answer, Plane):
        return "plane", "", _plane_claims(answer.to_json())
    if isinstance(answer, Primes):
        from tilewright.shapes.rectangles import certificate_text

        return (
            "rectangles",
            "",
            _rectangle_claims(
                certificate_text(answer).splitlines(),  # type: ignore[arg-type]
                max_states,
            ),
        )
    if isinstance(answer, Coloring):
        return "coloring", "", _coloring_claims(answer)
    if isinstance(answer, Proof):
        return (
            answer.kind,
            "",
            [
                _proof_claim(
                    answer.kind, None if problem is None else answer.to_json(), problem, answer
                )
            ],
        )
    if isinstance(answer, Packing):
        return (
            "packing",
            "",
            _packing_claims(answer.problem, answer.tiling, answer.to_json()["most"]),
        )
    if isinstance(answer, Figures):
        return "figures", "", _figure_claims(answer.to_json())
    if isinstance(answer, Fewest):
        return "fewest", "", itertools.starmap(Claim, fewest_claims(answer.to_json()))
    if isinstance(answer, Generated):
        return "puzzle", "", _puzzle_claims(answer)
    tilings = [answer] if isinstance(answer, Tiling) else answer
    if isinstance(tilings, Iterable) and not isinstance(tilings, Mapping):
        return "tilings", "", tiling_claims(tilings, problem)
    raise RequestError(
        f"cannot verify {format_value(answer)}; give a file, a tiling, or another answer",
        where="answer",
    )


def _claims_of_file(
    path: str, problem: Problem | None, max_states: int | None
) -> tuple[str, str, Iterable[Claim]]:
    """Return the claims of a file; its first record says what it holds."""
    where = STANDARD_INPUT if path == "-" else path
    if is_run(path):
        from tilewright.solving.search.recorded import RunTable

        run = RunTable(path)
        return "tilings", path, tiling_claims(run, problem or run.problem)
    if path.lower().endswith(".parquet"):
        from tilewright.formats.tables import TilingTable

        table = TilingTable(path)
        return "tilings", path, tiling_claims(table, problem or table.problem)
    if re.search(r"\.parquet#\d+$", path, re.IGNORECASE) or path.lower().endswith(_BINARY):
        board = None if problem is None else problem.board
        return "tilings", path, tiling_claims(read_tilings(path, board), problem)
    text = read_text(
        sys.stdin if path == "-" else path, _LONGEST, FormatError, "a certificate or a tiling"
    )
    if path.lower().endswith((".json", ".jsonl")) and not text.lstrip().startswith(("{", "[")):
        raise FormatError("invalid JSON", where=where)
    first = _first_record(text)
    if first.get("format") == _ATLAS:
        return "atlas", path, _atlas_claims(text.splitlines(), where, max_states)
    if "claim" in first:
        return "rectangles", path, _rectangle_claims(text.splitlines(), max_states)
    if "verdict" in first:
        return "plane", path, _plane_file_claims(text, where)
    if isinstance(first.get("most"), dict):
        return "packing", path, _saved_packing_claims(_load_object(text, where), problem)
    whole = _load_json(text)
    records = [record for record in (whole if isinstance(whole, list) else [whole]) if record]
    for name, (what, claims) in _RECORDS.items():
        if records and all(isinstance(record, dict) and name in record for record in records):
            return what, path, itertools.chain.from_iterable(map(claims, records))
    if {"size", "hole", "labels"} <= first.keys():
        what = "trominoes" if first["labels"] is None else "tilings"
        return what, path, tromino_claims(_load_object(text, where), problem)
    if (
        kind := next((name for name, proof in PROOFS.items() if proof.fields <= first.keys()), None)
    ) is not None:
        if problem is None:
            raise FormatError("the problem is missing; name the board and pieces", where=where)
        return kind, path, [_proof_claim(kind, _load_object(text, where), problem)]
    if "file" in first and "tilings" in first:
        return "tilings", path, _shown_claims(_load_object(text, where), problem)
    if first and "labels" not in first:
        record = _load_object(text, where)
        if "tilings" not in record and not PROOFS.keys() & record.keys():
            raise FormatError(
                "this file has no tiling, no proof and no certificate, so there is nothing to "
                "verify",
                where=where,
            )
        return _answer_claims(record, path, where, problem)
    return "tilings", path, _verify_text(text, where, problem)


def _load_object(text: str, where: str) -> dict[str, Any]:
    """Return the JSON object that is a whole file."""
    value = _load_json(text)
    if not isinstance(value, dict):
        raise FormatError("expected one JSON object", where=where)
    return value


def _proof_claim(
    kind: str, data: Any, problem: Problem | None, answer: Proof | None = None
) -> Claim:
    """Verify a proof that a problem has no tiling: the JSON of one, or one that was found."""
    about = answer.problem if problem is None and answer is not None else problem
    assert about is not None
    claim = f"there is no tiling of {about.board} by {' '.join(about.words())}"
    try:
        about.check()
        proof = (
            PROOFS[kind].from_json(about, data) if answer is None or data is not None else answer
        )
        proof.check()
    except ClaimError as error:
        return Claim(claim, False, str(error))
    return Claim(claim, True)


def _saved_packing_claims(record: dict[str, Any], problem: Problem | None) -> Iterator[Claim]:
    """Verify the JSON that `solve --most` printed."""
    try:
        fields = ("board", "pieces", "tilings", "most")
        check_fields(record, (*PROBLEM_FIELDS, *fields), "an answer about packings", fields)
        about = stated_problem(record) if problem is None else relax_problem(problem)
        if problem is None:
            check_stated(record, space_of(about.board))
        values = record["tilings"]
        if not isinstance(values, list) or len(values) != 1:
            raise ClaimError("expected one packing")
        check_tiling(values[0], about)
        tiling = Tiling.from_json(values[0])
    except (ClaimError, RequestError) as error:
        yield Claim("the answer has a known form", False, str(error))
        return
    unread = () if problem is None else tuple(name for name in record if name in PROBLEM_FIELDS)
    for claim in _packing_claims(about, tiling, record["most"]):
        yield replace(claim, not_checked=unread)


def _packing_claims(problem: Problem, tiling: Tiling, data: dict[str, Any]) -> Iterator[Claim]:
    """Verify a packing and its bound."""
    problem.check()
    for claim, holds, why in packing_claims(problem, tiling, data):
        yield Claim(claim, holds, why)


def _figure_claims(data: dict[str, Any]) -> Iterator[Claim]:
    """Verify figures and what is proven about smaller ones."""
    for claim, holds, why in figure_claims(data):
        yield Claim(claim, holds, why, not_checked=("nodes",) if "nodes" in data else ())


def _answer_claims(
    record: dict[str, Any], path: str, where: str, problem: Problem | None
) -> tuple[str, str, Iterable[Claim]]:
    """Return the claims of the JSON that `solve`, `nth` or `sample` printed."""
    try:
        check_fields(record, (*PROBLEM_FIELDS, *_ANSWER), "an answer", ("board", "pieces"))
        values = record.get("tilings", [])
        if not isinstance(values, list):
            raise ClaimError("'tilings' must be a list")
    except ClaimError as error:
        return "answer", path, [Claim("the answer has a known form", False, str(error))]
    try:
        stated = stated_problem(record)
    except RequestError as error:
        if problem is None:
            raise FormatError(
                f"the stated problem is invalid: {error.message}", where=where
            ) from None
        stated = None
    kind = next((name for name in PROOFS if name in record and not values), None)
    return kind or "answer", path, _verify_answer(record, values, problem or stated, stated, kind)


def _verify_answer(
    record: dict[str, Any],
    values: list[Any],
    problem: Problem | None,
    stated: Problem | None,
    kind: str | None,
) -> Iterator[Claim]:
    """Verify an answer: its tilings, that they are all of them, or the proof that there are
    none.
    """
    assert problem is not None
    not_checked = tuple(name for name in record if name in _NOT_CHECKED)
    not_checked += ("symmetric",) if record.get("symmetric") else ()
    if stated is None or stated != problem:
        not_checked += tuple(name for name in record if name in PROBLEM_FIELDS)
    if fault := joined(problem.faults()) or _form_fault(record, values, problem, stated):
        yield Claim("the answer has a known form", False, fault)
        return
    if not values:
        if record.get("complete"):
            yield replace(_no_tiling_claim(record, problem, stated, kind), not_checked=not_checked)
        return
    tilings = [Tiling.from_json(value) for value in values]
    yield from tiling_claims(tilings, problem)
    if "complete" not in record:
        not_checked += tuple(
            name for name in ("number", "count", "unique") if name in values[0] | record
        )
        number = f"{len(tilings)} tiling{'s' if len(tilings) > 1 else ''}"
        yield Claim(f"the answer has {number}", True, not_checked=not_checked)
        return
    unique: Unique = record.get("unique", False)
    claim = f"the answer has {len(tilings)} different tilings{up_to(unique)}"
    few = len(tilings) <= COUNTED
    forms = _Forms(problem, tilings, False if record.get("symmetric") else unique) if few else None
    seen = tilings if forms is None else forms.of(tilings)
    if len(set(seen)) < len(tilings) and not problem.by_wrap:
        yield Claim(claim, False, f"a tiling is listed twice{up_to(unique)}")
    elif not record["complete"]:
        more = ("unique",) if unique and (forms is None or record.get("symmetric")) else ()
        yield Claim(claim, True, not_checked=(*not_checked, *more))
    elif forms is None or record.get("symmetric"):
        yield Claim(
            "there are no other tilings", None, "they were not counted", not_checked=not_checked
        )
    else:
        yield replace(_no_others_claim(problem, tilings, forms, record), not_checked=not_checked)


class _Forms:
    """Forms of tilings: equal for equal tilings and, if `unique`, for those that symmetries of the
    problem map to each other.
    """

    def __init__(self, problem: Problem, tilings: Sequence[Tiling], unique: Unique) -> None:
        self._problem, self._cover = problem, compile_cover(problem)
        # Without the names of the pieces, only the cells count.
        self._named = all(tiling.piece is not None for tiling in tilings)
        self._index: dict[str, int] = {}
        #: The first placement of each piece on the same cells, or of any piece.
        self._first: dict[tuple[int, frozenset[int]], int] = {}
        pieces = self._cover.placement_piece.tolist() if self._named else [0] * self._cover.size
        rows = self._cover.padded().tolist()
        like = [
            self._first.setdefault((piece, frozenset(row) - {-1}), number)
            for number, (piece, row) in enumerate(zip(pieces, rows, strict=True))
        ]
        self._like = np.array([*like, -1], dtype=np.int64)
        every = self._cover.symmetries(unique) if unique else np.arange(self._cover.size)[None]
        # The last entry stands for no placement.
        self._moves = [np.append(moved, -1) for moved in every]

    def of(self, tilings: Sequence[Tiling]) -> list[bytes]:
        """Return the form of each tiling: the least row of sorted placements among its images."""
        placed = [self._placements(tiling) for tiling in tilings]
        rows = np.full((len(placed), max(map(len, placed), default=0)), -1, dtype=np.int64)
        for number, placements in enumerate(placed):
            rows[number, : len(placements)] = placements
        least: NDArray[np.int64] | None = None
        for moved in self._moves:
            check_time()
            image = np.sort(self._like[moved[rows]], axis=1)
            if least is None:
                least = image
                continue
            differ = image != least
            at = (
                np.argmax(differ, axis=1)[:, None]
                if differ.size
                else np.zeros((len(rows), 0), dtype=int)
            )
            smaller = np.take_along_axis(image, at, 1) < np.take_along_axis(least, at, 1)
            least = np.where(smaller, image, least)
        assert least is not None
        return [row.tobytes() for row in least]

    def _placements(self, tiling: Tiling) -> list[int]:
        """Return the placement of each tile, except those that every tiling has because they are
        placed.
        """
        if tiling.shape != self._cover.number.shape:
            # A fault that is a claim of its own.
            return []
        placements, index = [], self._index
        for name, cells in tiling:
            if name not in index:
                index[name] = (self._problem.piece_index(name) if self._named else 0) or 0
            piece = index[name]
            cell_numbers = frozenset(self._cover.number[tuple(np.array(cells).T)].tolist())
            if (number := self._first.get((piece, cell_numbers))) is not None:
                placements.append(number)
        return placements


def _no_others_claim(
    problem: Problem, tilings: Sequence[Tiling], forms: _Forms, record: dict[str, Any]
) -> Claim:
    """List the tilings with another engine than the one that listed them."""
    engine: EngineName = "scan" if record.get("engine") == "dance" else "dance"
    unique: Unique = record.get("unique", False)
    search = Search(problem, unique=unique, limit=len(tilings) + 1, threads=1, engine=engine)
    others = list(search)
    what = f"there are no other tilings{up_to(unique)}"
    if len(others) != len(tilings):
        return Claim(
            what, False, f"there are {'more' if len(others) > len(tilings) else len(others)}"
        )
    # With wraps that count, tilings that look alike are listed several times, each as often as it
    # should be.
    if Counter(forms.of(others)) != Counter(forms.of(tilings)):
        return Claim(what, False, "others are missing, and some are listed too often")
    return Claim(what, True)


def _form_fault(
    record: dict[str, Any], values: list[Any], problem: Problem, stated: Problem | None
) -> str:
    """Return what is wrong with the fields of an answer that need no search; empty if nothing
    is.
    """
    try:
        for value in values:
            check_tiling(value, problem)
        if stated is not None:
            check_stated(record, space_of(stated.board))
        if "complete" in record:
            if type(record["complete"]) is not bool:
                raise ClaimError("'complete' must be true or false")
            check_stated(record, {"count": str(len(values))})
        if record.get("most") is not None:
            raise ClaimError("'most' must be an object or null")
        if values and "most" in record:
            raise ClaimError("there is a packing, but 'most' is null")
        if (unique := record.get("unique", False)) is not True and unique not in (
            False,
            "rotations",
        ):
            raise ClaimError("'unique' must be true, false or 'rotations'")
        if extra := [name for name in ("reasons", *PROOFS) if record.get(name) and values]:
            raise ClaimError(f"there are tilings, but also '{extra[0]}' why there are none")
    except ClaimError as error:
        return str(error)
    return ""


def _no_tiling_claim(
    record: dict[str, Any], problem: Problem, stated: Problem | None, kind: str | None
) -> Claim:
    """Verify that a problem has no tiling: by the proof in the answer, or by its reasons if they
    are simple.
    """
    claim = Claim(f"there is no tiling of {problem.board} by {' '.join(problem.words())}", None)
    reasons = record.get("reasons", [])
    known = Reasons(problem).sentences
    if kind is not None:
        if (claim := _proof_claim(kind, record[kind], problem)).holds:
            known = [*known, PROOFS[kind].from_json(problem, record[kind]).text()]
    elif record.get("symmetric"):
        return replace(claim, why="there is no proof that none is symmetric")
    elif reasons and set(reasons) <= set(known):
        return replace(claim, holds=True)
    elif not reasons:
        return replace(claim, why="the answer has no proof")
    if (
        claim.holds is not False
        and stated == problem
        and (others := set(reasons).difference(known))
    ):
        return replace(claim, holds=False, why=f"the reason '{min(others)}' does not follow")
    return claim


def _saved_coloring_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON that `color` printed."""
    if "labels" not in record:
        raise FormatError("a coloring without its tiling cannot be verified")
    drawn: dict[str, Any] = {
        name: record[name] for name in ("labels", "lattice", "surface") if name in record
    }
    rest = {
        name: value for name, value in record.items() if name not in drawn and name != "seconds"
    }
    try:
        answer = Coloring.from_json(rest, Tiling.from_json(drawn))
    except ColoringError as error:
        yield Claim("the coloring has a known form", False, error.message)
        return
    more = ("seconds",) if "seconds" in record else ()
    for claim in _coloring_claims(answer):
        yield replace(claim, not_checked=(*claim.not_checked, *more))


def _shown_claims(record: dict[str, Any], problem: Problem | None) -> Iterator[Claim]:
    """Verify the JSON that `show` printed: the tilings of a file."""
    values = record["tilings"]
    try:
        check_fields(record, ("file", "tilings", "count", "complete"), "an answer of `show`")
        if not isinstance(values, list):
            raise ClaimError("'tilings' must be a list")
        check_stated(record, {"count": str(len(values))})
        for value in values:
            check_tiling(value, problem)
    except ClaimError as error:
        yield Claim("the answer has a known form", False, str(error))
        return
    for claim in tiling_claims(map(Tiling.from_json, values), problem):
        yield replace(claim, not_checked=("file", "complete", "number"))


def _verify_text(text: str, where: str, problem: Problem | None) -> Iterator[Claim]:
    """Verify tilings in a text, one value of JSON or one drawing each."""
    tilings = parse_tilings(text, where, None if problem is None else problem.board)
    if problem is not None and is_drawing(text):
        for piece in problem.pieces:
            if not piece.polyomino.is_connected():
                raise FormatError(
                    f"a drawing does not show which cells belong to one {piece.name}, a piece of "
                    "separate cells; -o FILE.txt and -o FILE.jsonl save tilings that can be read",
                    where=where,
                )
    if text.lstrip().startswith(("{", "[")):
        for number, value in enumerate(tiling_values(text), start=1):
            try:
                check_tiling(value, problem)
            except ClaimError as error:
                yield Claim(f"tiling {number} has a known form", False, str(error))
    yield from tiling_claims(tilings, problem)


def _first_record(text: str) -> dict[str, Any]:
    """Return the first JSON object of a text, empty if it begins with something else."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _rectangle_claims(lines: Iterable[str], max_states: int | None) -> Iterator[Claim]:
    from tilewright.shapes.rectangles import check_certificate as check_lines

    most = {} if max_states is None else {"most_states": max_states}
    for claim in check_lines(lines, **most):
        yield Claim(claim.claim, claim.holds, claim.why, claim.line, claim.piece, claim.states)


def _plane_file_claims(text: str, where: str) -> Iterator[Claim]:
    records = text.splitlines()
    if isinstance(whole := _load_json(text), dict):
        records = [text]
    elif isinstance(whole, list):
        records = [json.dumps(record) for record in whole]
    for number, line in enumerate(records, start=1):
        if line.strip():
            record = _load_json(line)
            if not isinstance(record, dict):
                raise FormatError("expected a JSON object", where=f"{where}, line {number}")
            for claim in _plane_claims(record):
                yield replace(claim, line=number)


def _load_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _plane_claims(record: dict[str, Any]) -> Iterator[Claim]:
    from tilewright.shapes.plane.checker import UNREAD, check, unproven

    names = record.get("piece")
    piece = " ".join(map(str, names)) if isinstance(names, list) else str(names or "")
    claim = Claim(str(record.get("verdict")), True, piece=piece)
    try:
        claim = replace(
            claim, why=check(record), not_checked=tuple(name for name in UNREAD if name in record)
        )
    except Unchecked as error:
        claim = replace(claim, holds=None, why=str(error), limited=isinstance(error, StateLimit))
    except ClaimError as error:
        claim = replace(claim, holds=False, why=str(error))
    if claim.holds and claim.claim == "not known":
        # What is not known cannot hold, only the rings that fit.
        holds = True if record["certificate"] else None
        claim = replace(claim, claim=claim.why, holds=holds, why="")
    yield claim
    for sentence in unproven(record) if claim.holds is not False else ():
        yield Claim(sentence, None, "there is no proof of it", piece=piece)


def _atlas_claims(lines: list[str], where: str, max_states: int | None) -> Iterator[Claim]:
    """Verify the facts of the atlas: each piece has a line with their certificates and tilings."""
    for number, line in enumerate(lines[1:], start=2):
        record = _load_json(line)
        if not isinstance(record, dict) or not {"id", "facts", "limits"} == record.keys():
            raise FormatError("expected a record of the atlas", where=f"{where}, line {number}")
        for claim in _fact_claims(str(record["id"]), record["facts"], max_states):
            yield replace(claim, line=number, piece=str(record["id"]))


def _fact_claims(name: str, facts: Any, max_states: int | None) -> Iterator[Claim]:
    """Verify the facts about a piece; each has to be about this piece."""
    try:
        piece = Piece.parse(name)
        check_fields(facts, _FACTS, "the facts about a piece", ())
        for fact, record in facts.items():
            if fact in ("rep_tile", "one_missing"):
                yield _copy_claim(piece, record, facts.get("plane", {}))
                continue
            stated = record["cells" if fact == "plane" else "piece"]
            shape = Polyform.from_text(stated, piece.polyomino.lattice)
            if shape.canonical("free") != piece.polyomino.canonical("free"):
                yield Claim(f"'{fact}' is about {name}", False, f"it is about {stated}")
            elif fact == "plane":
                yield from _plane_claims(record)
            else:
                yield from _prime_claims(record, solid=fact == "boxes", max_states=max_states)
    except (ClaimError, TilewrightError, KeyError, TypeError, ValueError, AttributeError) as error:
        yield Claim("the record has a known form", False, str(error))


def _prime_claims(
    record: dict[str, Any], *, solid: bool, max_states: int | None
) -> Iterator[Claim]:
    """Verify rectangles by their certificate, and that the record says what this proves; verify the
    tilings of boxes.
    """
    if solid:
        about = {
            "claim": "piece",
            "piece": record["piece"],
            "name": record["name"],
            "turn": record["turn"],
        }
        fillings = [{"claim": "filling", **tiling} for tiling in record["tilings"]]
        yield from _rectangle_claims(
            map(json.dumps, [{**about, "lattice": "cube"}, *fillings]), max_states
        )
        drawn = [tiling["box"] for tiling in record["tilings"]]
        unread = tuple(
            name for name in ("order", "odd_order", "complete", "because", "sides") if record[name]
        )
        yield Claim(
            "each prime box has its tiling",
            sorted(drawn) == sorted(record["primes"]),
            not_checked=unread,
        )
        return
    if not isinstance(record.get("claims"), list):
        yield Claim("the list of primes is right", None, "the answer has no certificate ('claims')")
        return
    yield from _rectangle_claims(map(json.dumps, record["claims"]), max_states)
    why, not_checked = record_fault(record)
    claim = "the record says what its certificate proves"
    yield Claim(claim, not why, why, not_checked=not_checked)


def _copy_claim(piece: Piece, record: dict[str, Any], plane: dict[str, Any]) -> Claim:
    """Verify that copies of a piece make it again, enlarged, or a rectangle without a cell, or that
    they cannot.
    """
    shape, unread = piece.polyomino, tuple(name for name in ("excluded",) if record.get(name))
    if record.get("verdict") == "none":
        why = (
            ""
            if plane.get("verdict") == "does not tile"
            else "only pieces that do not tile the plane have none"
        )
        return Claim("no number of copies makes the piece again, enlarged", not why, why)
    labels = record["labels"]
    if labels is None:
        is_unknown = record.get("verdict", "not known") != "found" and not record.get("board")
        return Claim(
            "no tiling by copies is known",
            is_unknown,
            "" if is_unknown else "its tiling is missing",
            not_checked=unread,
        )
    if "scale" in record:
        board = Board.from_array(scaled(shape, record["scale"]), shape.lattice)
        claim = f"copies make the piece again, enlarged by {record['scale']}"
    else:
        rows, columns = record["board"]
        board = Board.rectangle(rows, columns, holes=[record["hole"]])
        claim = (
            f"copies cover {'x'.join(map(str, record['board']))} "
            f"except for the cell {record['hole']}"
        )
        unread += ("copies",) if board.area != record["copies"] * len(shape) else ()
    problem = Problem(board, Piece(shape, piece.name, least=0, most=None), turn=shape.lattice.turn)
    numbers = np.array(labels, dtype=np.int32)
    which = np.zeros(int(numbers.max()) + 1, dtype=np.int32)
    faults = Tiling(numbers, which, (piece.name,), shape.lattice).faults(problem)
    return Claim(claim, not faults, joined(faults), not_checked=unread)


def _coloring_claims(answer: Coloring) -> Iterator[Claim]:
    if answer.tiling is None:
        raise RequestError(
            "this coloring does not store its tiling, so it cannot be verified", where="answer"
        )
    tiling, outside = answer.tiling, answer.outside
    if answer.coloring is not None:
        claim = f"touching tiles have different colors, from a set of {answer.colors}"
        yield replace(_judge(claim, lambda: _check_colors(answer)), not_checked=("method",))
    if len(tiling) or answer.lower_bound:
        yield _judge(f"{answer.lower_bound} colors are needed", lambda: _check_bound(answer))
    if answer.coloring is None:
        yield _judge(
            f"there is no coloring with {answer.colors} colors", lambda: _check_none(answer)
        )
    elif answer.proven:
        used = max([0 if outside is None else outside, *answer.coloring.tolist()], default=-1) + 1
        why = f"{used} colors are used" if len(tiling) and answer.lower_bound < used else ""
        yield Claim("fewer colors are not enough", not why, why)


def _check_colors(answer: Coloring) -> None:
    assert answer.tiling is not None and answer.coloring is not None
    check_coloring(
        answer.tiling, answer.coloring, answer.touch, outside=answer.outside, colors=answer.colors
    )
    if answer.outside not in (None, 0) or isinstance(answer.outside, bool):
        raise ColoringError(f"the color of the outside must be 0, got {answer.outside}")
    numbers = np.bincount(answer.coloring, minlength=answer.colors).tolist()
    if list(answer.sizes) != numbers:
        raise ColoringError(
            f"the numbers of tiles of each color are {numbers}, not {list(answer.sizes)}"
        )


def _check_bound(answer: Coloring) -> None:
    """Verify the lower bound: by the certificate, or by trying all colorings if that is of another
    claim.
    """
    assert answer.tiling is not None
    proof, least = answer.certificate, answer.lower_bound
    if proof is not None and proof.kind != "exhausted":
        check_certificate(answer.tiling, answer)
        if proof.colors != least:
            raise ColoringError(
                f"the certificate proves that {proof.colors} colors are needed, not {least}"
            )
    else:
        everything = tuple(range(len(answer.tiling) + (answer.outside is not None)))
        whole = Certificate("subgraph", least, everything)
        check_certificate(answer.tiling, whole, answer.touch, outside=answer.outside is not None)


def _check_none(answer: Coloring) -> None:
    proof = answer.certificate
    if proof is None or not answer.proven or answer.sizes:
        raise ColoringError("there is no certificate for it")
    if proof.colors <= answer.colors and (
        proof.kind != "exhausted" or proof.colors != answer.colors
    ):
        raise ColoringError(f"the certificate proves only that {proof.colors} colors are needed")
    check_certificate(answer.tiling, answer)  # type: ignore[arg-type]


def _judge(claim: str, check: Any) -> Claim:
    try:
        check()
    except ColoringError as error:
        return Claim(claim, False, error.message)
    except LimitError as error:
        return Claim(claim, None, error.message)
    return Claim(claim, True)


def _puzzle_claims(generated: Generated) -> Iterator[Claim]:
    problem = generated.puzzle.problem()
    faults = generated.solution.faults(problem)
    yield Claim(
        "the solution solves the puzzle", not faults, joined(faults), not_checked=("grade", "seed")
    )
    yield one_solution(problem)


#: The answers of commands in JSON, by a field that only they have: their kind, and their claims.
_RECORDS: dict[str, tuple[str, Callable[[dict[str, Any]], Iterable[Claim]]]] = {
    "figure": ("figures", _figure_claims),
    "fewest": ("fewest", lambda data: itertools.starmap(Claim, fewest_claims(data))),
    "coloring": ("coloring", _saved_coloring_claims),
    "by_colors": ("coloring", color_claims),
    "colorable": ("coloring", color_claims),
    "rectifiable": ("rectangles", lambda data: _prime_claims(data, solid=False, max_states=None)),
    "puzzles": ("puzzle", puzzle_claims),
}
