"""The claims of an answer about the plane: those that the checker verifies, and those without a
proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tilewright.model.claims import Claim, judge
from tilewright.shapes.plane.checker import UNREAD, check, unproven


def plane_claims(record: Mapping[str, Any]) -> Iterator[Claim]:
    """Verify the JSON of a `Plane`."""
    names = record.get("piece")
    piece = " ".join(map(str, names)) if isinstance(names, list) else str(names or "")
    shown: list[str] = []
    claim = judge(str(record["verdict"]), lambda: shown.append(check(record)), piece=piece)
    if shown:
        # What is not known cannot hold, only the rings that fit.
        unread = tuple(name for name in UNREAD if name in record)
        if claim.claim == "not known":
            holds = True if record["certificate"] else None
            claim = replace(claim, claim=shown[0], holds=holds, not_checked=unread)
        else:
            claim = replace(claim, why=shown[0], not_checked=unread)
    yield claim
    for sentence in unproven(record) if claim.holds is not False else ():
        yield Claim(sentence, None, "the answer contains no proof", piece=piece)
