"""The kinds of proofs, by their keys in the JSON of an answer."""

from __future__ import annotations

from tilewright.proof.barriers import Barrier
from tilewright.proof.bounds import WeightBound
from tilewright.proof.claims import Proof
from tilewright.proof.weights import Weighting

PROOFS: dict[str, type[Proof]] = {each.kind: each for each in (Weighting, WeightBound, Barrier)}
