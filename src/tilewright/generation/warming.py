"""Warming up: compile what making puzzles needs, before a clock runs."""

from __future__ import annotations

from tilewright.generation.making import generate

__all__ = ["warm_up"]


def warm_up() -> None:
    """Compile the search and the deductions, if that was never done on this machine, by making two small puzzles.

    That takes some twenty seconds, and a fraction of one where it was done before.
    """
    generate("dots", "3x4", "trominoes", seed=1, timeout=None)
    generate("sigil", "4x5", "tetrominoes", turn="one-sided", seed=1, level="hard", timeout=None)
