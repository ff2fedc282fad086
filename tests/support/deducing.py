"""Single steps of a deduction, as tests take them."""

from __future__ import annotations

from tilewright.puzzles.deduction import GRADES, Candidates, Deducer, Solving, Step, StepKind


class Contradiction(Exception):
    """A position has no tiling, and that was found."""


def next_step(
    deducer: Deducer, position: Candidates, allowed: frozenset[StepKind] = GRADES["hard"]
) -> Step | None:
    """The easiest step of the allowed kinds; None if there is none."""
    solving = Solving(deducer, position, allowed)
    while solving.step():
        for step in solving.found():
            return step
    if solving.impossible:
        raise Contradiction
    return None


def carry_out(deducer: Deducer, position: Candidates, step: Step) -> None:
    """Carry out a step."""
    position.exclude(step.removed)
    for placement in step.chosen:
        if position.allows(placement):
            deducer.choose(position, placement)
