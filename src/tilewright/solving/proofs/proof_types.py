"""The kinds of proofs, by their keys in the JSON of an answer."""

from __future__ import annotations

from tilewright.model.claims import Proof
from tilewright.solving.proofs.barriers import Barrier
from tilewright.solving.proofs.bounds import WeightBound
from tilewright.solving.proofs.weights import Weighting

PROOFS: dict[str, type[Proof]] = {proof.kind: proof for proof in (Weighting, WeightBound, Barrier)}
