"""The claims about tilings from a search: that the list is complete, or that no tiling exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, RequestError, joined
from tilewright.model.answer import (
    PROBLEM_FIELDS,
    check_space,
    read_listed,
    stated_problem,
    tiling_claims,
)
from tilewright.model.claims import Claim, ClaimError, check_fields, check_stated
from tilewright.model.cover import Unique, compile_cover, up_to
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import PROOFS, Reasons
from tilewright.solving.search.choice import EngineName
from tilewright.solving.search.enumeration import Search
from tilewright.solving.search.uniqueness import two_solutions
from tilewright.system.work.deadline import check_time

#: The fields of an answer with tilings that do not state its problem.
_FIELDS = (
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
#: The most tilings of an answer that are counted again to see that there are no others.
_COUNTED = 100_000


def one_solution(problem: Problem) -> Claim:
    """Verify that a puzzle has exactly one solution."""
    number = len(two_solutions(problem, engine="dance"))
    why = "there are more" if number > 1 else "" if number else "there is none"
    return Claim("there is exactly one solution", number == 1, why)


def answer_claims(record: Mapping[str, Any], problem: Problem | None = None) -> Iterator[Claim]:
    """Verify the JSON from `solve`, `nth` or `sample`: the tilings, that the list is complete, or
    the proof that no tiling exists.
    """
    check_fields(record, (*PROBLEM_FIELDS, *_FIELDS), "an answer", ("board", "pieces"))
    try:
        stated = stated_problem(record)
    except RequestError as error:
        if problem is None:
            raise FormatError(f"the problem in the answer is invalid: {error.message}") from None
        stated = None
    about = problem or stated
    assert about is not None
    unread = tuple(name for name in record if name in _NOT_CHECKED)
    unread += ("symmetric",) if record.get("symmetric") else ()
    if stated != about:
        unread += tuple(name for name in record if name in PROBLEM_FIELDS)
    if fault := joined(about.faults()):
        raise ClaimError(fault)
    tilings = read_listed(record.get("tilings", []), about)
    _check_form(record, tilings, stated)
    if tilings:
        yield from _found_claims(record, about, tilings, unread)
    elif record.get("complete"):
        claim = _no_tiling_claim(record, about, follows=stated == about)
        yield replace(claim, not_checked=unread)


def _check_form(
    record: Mapping[str, Any], tilings: Sequence[Tiling], stated: Problem | None
) -> None:
    """Raise `ClaimError` for fields that contradict each other, which needs no search."""
    if stated is not None:
        check_space(record, stated.board)
    if "complete" in record:
        if type(record["complete"]) is not bool:
            raise ClaimError("'complete' must be true or false")
        check_stated(record, {"count": str(len(tilings))})
    if record.get("most") is not None:
        raise ClaimError("'most' must be a JSON object or null")
    if tilings and "most" in record:
        raise ClaimError("the answer contains a packing, but 'most' is null")
    if (unique := record.get("unique", False)) is not True and unique not in (False, "rotations"):
        raise ClaimError("'unique' must be true, false or 'rotations'")
    if extra := [name for name in ("reasons", *PROOFS) if record.get(name) and tilings]:
        raise ClaimError(
            f"the answer contains tilings, but also '{extra[0]}', which proves that none exist"
        )


def _found_claims(
    record: Mapping[str, Any],
    problem: Problem,
    tilings: Sequence[Tiling],
    unread: tuple[str, ...],
) -> Iterator[Claim]:
    """Verify tilings, and that they are distinct or complete."""
    yield from tiling_claims(tilings, problem)
    if "complete" not in record:
        said = record["tilings"][0] | record
        unread += tuple(name for name in ("number", "count", "unique") if name in said)
        number = f"{len(tilings)} tiling{'s' if len(tilings) > 1 else ''}"
        yield Claim(f"the answer has {number}", not_checked=unread)
        return
    unique: Unique = record.get("unique", False)
    claim = f"the answer has {len(tilings)} different tilings{up_to(unique)}"
    few = len(tilings) <= _COUNTED
    forms = _Forms(problem, tilings, False if record.get("symmetric") else unique) if few else None
    seen = tilings if forms is None else forms.of(tilings)
    if len(set(seen)) < len(tilings) and not problem.by_wrap:
        yield Claim(claim, False, f"a tiling is listed twice{up_to(unique)}")
    elif not record["complete"]:
        more = ("unique",) if unique and (forms is None or record.get("symmetric")) else ()
        yield Claim(claim, not_checked=(*unread, *more))
    elif forms is None or record.get("symmetric"):
        why = "verification did not count all tilings"
        yield Claim("there are no other tilings", None, why, not_checked=unread)
    else:
        yield replace(_no_others_claim(problem, tilings, forms, record), not_checked=unread)


class _Forms:
    """Forms of tilings, which are equal for equal tilings and, if `unique`, for symmetric
    images.
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
        """Return the form of each tiling, which is the smallest row of sorted placements among its
        images.
        """
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
        """Return the placement of each tile that was not placed in advance."""
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
    problem: Problem, tilings: Sequence[Tiling], forms: _Forms, record: Mapping[str, Any]
) -> Claim:
    """List the tilings with an engine that differs from the original engine."""
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
        return Claim(what, False, "some tilings are missing, and others are listed too many times")
    return Claim(what, True)


def _no_tiling_claim(record: Mapping[str, Any], problem: Problem, *, follows: bool) -> Claim:
    """Verify that there is no tiling, by the proof in the answer or simple reasons."""
    claim = Claim(f"there is no tiling of {problem.board} by {' '.join(problem.words())}", None)
    reasons = record.get("reasons", [])
    known = Reasons(problem).sentences
    if proof := next((proof for kind, proof in PROOFS.items() if kind in record), None):
        if (claim := proof.saved_claim(problem, record[proof.kind])).holds:
            known = [*known, proof.from_json(problem, record[proof.kind]).text()]
    elif record.get("symmetric"):
        return replace(claim, why="the answer contains no proof that no symmetric tiling exists")
    elif reasons and set(reasons) <= set(known):
        return replace(claim, holds=True)
    elif not reasons:
        return replace(claim, why="the answer contains no proof that no tiling exists")
    if claim.holds is not False and follows and (others := set(reasons).difference(known)):
        return replace(
            claim, holds=False, why=f"the reason '{min(others)}' does not follow from the problem"
        )
    return claim
