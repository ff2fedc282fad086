"""The claims of an answer about packings, verified only from its JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.model.answer import PROBLEM_FIELDS, check_space, read_listed, stated_problem
from tilewright.model.claims import Claim, ClaimError, Unchecked, check_fields, judge
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY
from tilewright.solving.packing.packing import (
    area_sentence,
    possible_empty,
    relax_problem,
    tighten_problem,
)
from tilewright.solving.proofs import PROOFS, Reasons
from tilewright.system.values.arguments import counted

_FIELDS = (
    "count",
    "covered",
    "empty",
    "least_empty",
    "proven",
    "searched",
    "reasons",
    "most_pieces",
    "excluded",
)


def packing_claims(record: dict[str, Any], problem: Problem | None = None) -> Iterator[Claim]:
    """Verify the JSON of a `Packing`: its tiling, and its bound. Every packing is a tiling of the
    problem.
    """
    fields = ("board", "pieces", "tilings", "most")
    check_fields(record, (*PROBLEM_FIELDS, *fields), "a packing answer", fields)
    about = stated_problem(record) if problem is None else relax_problem(problem)
    if problem is None:
        check_space(record, about.board)
    if len(tilings := read_listed(record["tilings"], about)) != 1:
        raise ClaimError("expected one packing")
    tiling, data = tilings[0], record["most"]
    check_fields(data, (*_FIELDS, *PROOFS), "a packing answer")
    about.check()
    unread = () if problem is None else tuple(name for name in record if name in PROBLEM_FIELDS)
    count, empty = len(tiling), int(np.count_nonzero(tiling.labels == EMPTY))
    stated = {"count": count, "covered": about.board.area - empty, "empty": empty}
    wrong = [
        f"'{name}' must be {value}, got {data.get(name)}"
        for name, value in stated.items()
        if not _same(data.get(name), value)
    ]
    pieces = f"{count} piece{' leaves' if count == 1 else 's leave'}"
    yield judge(
        f"{pieces} {counted(empty, 'cell')} of {about.board} empty",
        lambda: [*tiling.faults(about), *wrong],
        not_checked=unread,
    )
    least = data.get("least_empty")
    # The bound is about packings of any kind, so it holds for those that obey rules, too.
    yield judge(
        f"every packing leaves at least {least} cell{'' if least == 1 else 's'} empty",
        lambda: _check_bound(about.without_rules(), empty, data),
        not_checked=unread,
    )


def _check_bound(problem: Problem, empty: int, data: dict[str, Any]) -> None:
    """Verify the bound."""
    levels = possible_empty(problem)
    least, reasons, searched = data.get("least_empty"), data.get("reasons"), data.get("searched")
    if type(least) is not int or least not in levels:
        raise ClaimError(f"the areas of the pieces do not allow exactly {least} empty cells")
    proven: dict[str, Any] = {"proven": empty <= least}
    sizes = {len(piece.polyomino) for piece in problem.pieces}
    if len(sizes) == 1:
        proven["most_pieces"] = (problem.board.area - least) // sizes.pop()
    for name in ("proven", "most_pieces"):
        if not _same(data.get(name), proven.get(name)):
            raise ClaimError(f"'{name}' must be {proven.get(name)}, got {data.get(name)}")
    kinds = [name for name in PROOFS if name in data]
    if least == levels[0]:
        if (
            kinds
            or searched is not False
            or reasons != ([area_sentence(problem, least)] if least else [])
        ):
            raise ClaimError("the areas prove the bound, so 'reasons' must contain nothing else")
        return
    excluded = tighten_problem(problem, max(level for level in levels if level < least))
    if kinds:
        (name, *others) = kinds
        subject = {"pieces": excluded.words(), "empty": [excluded.empty_least, excluded.empty_most]}
        if others or searched is not False or data.get("excluded") != subject:
            raise ClaimError(f"the proof must be about {subject}, got {data.get('excluded')}")
        proof = PROOFS[name].from_json(excluded, data[name])
        if not proof.holds():
            raise ClaimError("the numbers in the proof do not rule out a better packing")
        if reasons != [proof.text()]:
            raise ClaimError("the stated reason does not match the numbers in the proof")
    elif searched is True:
        raise Unchecked("verification does not repeat the complete search that the proof relies on")
    elif not reasons or reasons != Reasons(excluded).sentences:
        raise ClaimError("the answer does not contain a proof of the bound")


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other
