"""The kinds of proofs, by their keys in the JSON of an answer, and their verification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tilewright.errors import FormatError
from tilewright.model.answer import Proof
from tilewright.model.claims import Claim
from tilewright.model.problem import Problem
from tilewright.solving.proofs.barriers import Barrier
from tilewright.solving.proofs.bounds import WeightBound
from tilewright.solving.proofs.weights import Weighting

PROOFS: dict[str, type[Proof]] = {proof.kind: proof for proof in (Weighting, WeightBound, Barrier)}


def saved_claims(record: Mapping[str, Any], problem: Problem | None = None) -> Iterator[Claim]:
    """Verify the JSON of a proof, which does not contain the problem."""
    if problem is None:
        raise FormatError("the problem is missing; specify the board and the pieces")
    proof = Barrier if "parts" in record else Weighting if "modulus" in record else WeightBound
    yield proof.saved_claim(problem, record)
