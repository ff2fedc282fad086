"""The claims about colorings, and about how many tilings can be colored, verified only from
JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.errors import FormatError
from tilewright.model.answer import PROBLEM_FIELDS, check_space, stated_problem
from tilewright.model.claims import Claim, ClaimError, Unchecked, check_fields, check_stated, judge
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring.checker import check_certificate, check_coloring
from tilewright.solving.coloring.least import color
from tilewright.solving.coloring.result import Certificate, Coloring
from tilewright.solving.search import Search

#: The most tilings that are colored again.
_COLORED = 2_000
#: What is asked for of each tiling, with numbers of colors, and what is counted.
_ASKED = ("unique", "touch", "outside")
_LIMITED = ("colors", "balanced", "numbers", "colorable")
_COUNTS = ("by_colors", "by_crossings", "tilings", "complete", "seconds")


def coloring_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON of a `Coloring`."""
    if "labels" not in record:
        raise FormatError("a coloring without its tiling cannot be verified")
    answer = Coloring.from_json({name: record[name] for name in record if name != "seconds"})
    timed = ("seconds",) if "seconds" in record else ()
    for claim in _claims(answer):
        yield replace(claim, not_checked=(*claim.not_checked, *timed))


def _claims(answer: Coloring) -> Iterator[Claim]:
    """Verify a coloring, the required number of colors, and that fewer colors are not enough."""
    assert answer.tiling is not None
    tiling, outside = answer.tiling, answer.outside
    if answer.coloring is not None:
        claim = f"touching tiles have different colors, and at most {answer.colors} colors are used"
        yield judge(claim, lambda: _check_colors(answer), not_checked=("method",))
    if len(tiling) or answer.lower_bound:
        yield judge(f"{answer.lower_bound} colors are needed", lambda: _check_bound(answer))
    if answer.coloring is None:
        claim = f"there is no coloring with {answer.colors} colors"
        yield judge(claim, lambda: _check_none(answer))
    elif answer.proven:
        used = max([0 if outside is None else outside, *answer.coloring.tolist()], default=-1) + 1
        why = f"{used} colors are used" if len(tiling) and answer.lower_bound < used else ""
        yield Claim("fewer colors are not enough", not why, why)


def _check_colors(answer: Coloring) -> None:
    """Verify the colors and their numbers."""
    assert answer.tiling is not None and answer.coloring is not None
    check_coloring(
        answer.tiling, answer.coloring, answer.touch, outside=answer.outside, colors=answer.colors
    )
    if answer.outside not in (None, 0) or isinstance(answer.outside, bool):
        raise ClaimError(f"the outside of the board must have color 0, got {answer.outside}")
    numbers = np.bincount(answer.coloring, minlength=answer.colors).tolist()
    if list(answer.sizes) != numbers:
        raise ClaimError(
            f"the numbers of tiles of each color are {numbers}, not {list(answer.sizes)}"
        )


def _check_bound(answer: Coloring) -> None:
    """Verify the lower bound, by the certificate or by trying all colorings."""
    assert answer.tiling is not None
    proof, least = answer.certificate, answer.lower_bound
    if proof is not None and proof.kind != "exhausted":
        check_certificate(answer.tiling, answer)
        if proof.colors != least:
            raise ClaimError(
                f"the certificate proves that {proof.colors} colors are needed, not {least}"
            )
    else:
        everything = tuple(range(len(answer.tiling) + (answer.outside is not None)))
        whole = Certificate("subgraph", least, everything)
        check_certificate(answer.tiling, whole, answer.touch, outside=answer.outside is not None)


def _check_none(answer: Coloring) -> None:
    """Verify by the certificate that there is no such coloring."""
    assert answer.tiling is not None
    proof = answer.certificate
    if proof is None or not answer.proven or answer.sizes:
        raise ClaimError("the answer does not contain a certificate")
    if proof.colors <= answer.colors and (
        proof.kind != "exhausted" or proof.colors != answer.colors
    ):
        raise ClaimError(f"the certificate proves only that {proof.colors} colors are needed")
    check_certificate(answer.tiling, answer)


def color_claims(record: dict[str, Any]) -> Iterator[Claim]:
    """Verify the JSON from `color --all`. Another engine lists the tilings, and they are colored
    one by one.
    """
    yield judge(
        "for each number of colors, the number of tilings that need it is correct",
        lambda: _check_counts(record),
        not_checked=("seconds",),
    )


def _check_counts(record: dict[str, Any]) -> None:
    """Verify the number of tilings, and the number of tilings that need each number of colors."""
    needed = ["board", "pieces", *_ASKED, "tilings", "complete"]
    needed += _LIMITED if "colorable" in record else ["by_colors"]
    known = (*PROBLEM_FIELDS, *_ASKED, *_LIMITED, *_COUNTS)
    check_fields(record, known, "a `color` answer", needed)
    for name in ("outside", "balanced", "complete"):
        if type(record.get(name, False)) is not bool:
            raise ClaimError(f"'{name}' must be true or false")
    # 'colors' is how many colors there are, not those of the pieces.
    problem = stated_problem({name: record[name] for name in record if name != "colors"})
    problem.check()
    check_space(record, problem.board)
    if not record["complete"]:
        raise Unchecked("the search was stopped early, so the counts are incomplete")
    numbers = record.get("numbers")
    options: dict[str, Any] = {
        "colors": record.get("colors") if numbers is None else None,
        "balanced": record.get("balanced", False),
        "sizes": numbers,
        "outside": record["outside"],
    }
    search = Search(problem, unique=record["unique"], limit=_COLORED + 1, threads=1, engine="dance")
    tilings = list(search)
    if len(tilings) > _COLORED:
        raise Unchecked(f"verification supports at most {_COLORED:,} tilings")
    colorings = [color(tiling, record["touch"], **options) for tiling in tilings]
    needs = Counter(answer.colors if answer else 0 for answer in colorings)
    crossed = Counter(map(_count_crossings, tilings)) if "by_crossings" in record else Counter()
    check_stated(
        record,
        {
            "tilings": str(len(tilings)),
            "colorable": str(sum(map(bool, colorings))),
            "by_colors": {str(key): str(needs[key]) for key in sorted(needs)},
            "by_crossings": {str(key): str(crossed[key]) for key in sorted(crossed)},
        },
    )
    if "colorable" in record and "by_colors" in record:
        raise ClaimError("'by_colors' and 'colorable' contradict each other")
    if numbers is not None and record["colors"] != len(numbers):
        raise ClaimError(f"'colors' must be {len(numbers)}")


def _count_crossings(tiling: Tiling) -> int:
    """Return the number of points where four tiles meet."""
    labels = tiling.labels
    blocks = np.stack([labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]], -1)
    corners = blocks.reshape(-1, 4).tolist()
    return sum(min(block) >= 0 and len(set(block)) == 4 for block in corners)
