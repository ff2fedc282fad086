"""The claims of an answer about packings, verified from its JSON alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.errors import joined
from tilewright.model.claims import ClaimError, check_fields
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY
from tilewright.model.tiling import Tiling
from tilewright.solving.packing.packing import area_sentence, possible_empty, tighten_problem
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


def packing_claims(
    problem: Problem, tiling: Tiling, data: dict[str, Any]
) -> Iterator[tuple[str, bool | None, str]]:
    """Yield what the JSON of a `Packing` claims, whether it holds (None if not verified), and why
    not. Every packing is a tiling of the problem.
    """
    try:
        check_fields(data, (*_FIELDS, *PROOFS), "an answer about packings")
    except ClaimError as error:
        yield "the answer has a known form", False, str(error)
        return
    count, empty = len(tiling), int(np.count_nonzero(tiling.labels == EMPTY))
    faults = tiling.faults(problem)
    stated = {"count": count, "covered": problem.board.area - empty, "empty": empty}
    wrong = [
        f"'{name}' must be {value}, got {data.get(name)}"
        for name, value in stated.items()
        if not _same(data.get(name), value)
    ]
    pieces = f"{count} piece{' leaves' if count == 1 else 's leave'}"
    yield (
        f"{pieces} {counted(empty, 'cell')} of {problem.board} empty",
        not (faults or wrong),
        joined([*faults, *wrong]),
    )
    least = data.get("least_empty")
    claim = f"every packing leaves at least {least} cell{'' if least == 1 else 's'} empty"
    try:
        # The bound is about packings of any kind, so it holds for those that obey rules, too.
        why = _verify_bound(problem.without_rules(), empty, data)
    except ClaimError as error:
        yield claim, False, str(error)
        return
    yield claim, None if why else True, why


def _verify_bound(problem: Problem, empty: int, data: dict[str, Any]) -> str:
    """Verify the bound; return why it is not verified, if it is not.

    Raises
    ------
    ClaimError
        If it is wrong.
    """
    levels = possible_empty(problem)
    least, reasons, searched = data.get("least_empty"), data.get("reasons"), data.get("searched")
    if type(least) is not int or least not in levels:
        raise ClaimError(f"by their areas, the pieces do not leave {least} cells empty")
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
            raise ClaimError("the areas are the only reason")
        return ""
    excluded = tighten_problem(problem, max(level for level in levels if level < least))
    if kinds:
        (name, *others) = kinds
        subject = {"pieces": excluded.words(), "empty": [excluded.empty_least, excluded.empty_most]}
        if others or searched is not False or data.get("excluded") != subject:
            raise ClaimError(f"the proof must be about {subject}, got {data.get('excluded')}")
        proof = PROOFS[name].from_json(excluded, data[name])
        if not proof.holds():
            raise ClaimError("the numbers do not exclude a better packing")
        if reasons != [proof.text()]:
            raise ClaimError("the reason does not say what the numbers show")
        return ""
    if searched is True:
        return "a complete search proves it, which is not repeated"
    if reasons and reasons == Reasons(excluded).sentences:
        return ""
    raise ClaimError("there is no proof")


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other
