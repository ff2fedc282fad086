"""The pool of prepared puzzles: enough of each kind, board and level, and no endless search for
what is rare.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tilewright.apps.site import pool
from tilewright.apps.site.pool import Attempt, read_pool

CHOICES = [("dots", "4x6", "L3"), ("dots", "4x6", "I3"), ("given", "6x10", "pentominoes=0..1")]


def make_attempt(slot: pool.Slot, seed: int) -> Attempt:
    """An easy puzzle for each number; two of another level, which is rare; none of the others."""
    rarest = min(seed, 1)
    name = {"easy": f"id:{'-'.join(slot)}-{seed}", "medium": f"id:{'-'.join(slot)}-{rarest}"}.get(
        slot[3], ""
    )
    return Attempt(*slot, seed, name)


def test_there_are_enough_of_each_board_and_level_however_many_pieces_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "choices", lambda: CHOICES)
    monkeypatch.setattr(pool, "_make_attempt", make_attempt)

    def counted(attempts: list[Attempt]) -> Counter[tuple[str, str, str]]:
        return Counter(
            (attempt.kind, attempt.board, attempt.level) for attempt in attempts if attempt.id
        )

    attempts = list(pool._make_attempts([], 5))
    assert counted(attempts) == {
        ("dots", "4x6", "easy"): 5,
        ("given", "6x10", "easy"): 5,
        ("dots", "4x6", "medium"): 4,
        ("given", "6x10", "medium"): 2,
    }
    # What is rare is given up after three times in vain.
    assert Counter(
        attempt.choice for attempt in attempts if attempt.level == "expert"
    ) == dict.fromkeys(CHOICES, 3)
    # It goes on where it was stopped, with other numbers, and ends at once if there are enough.
    begun = attempts[:7]
    resumed = [*begun, *pool._make_attempts(begun, 5)]
    assert counted(resumed) == counted(attempts)
    assert len({attempt.id for attempt in resumed if attempt.id}) == sum(counted(attempts).values())
    assert list(pool._make_attempts(attempts, 5)) == []
    more = [attempt for attempt in pool._make_attempts(attempts, 6) if attempt.level == "easy"]
    assert [replace(attempt, seed=0, id="") for attempt in more] == [
        Attempt("dots", "4x6", "L3", "easy", 0, ""),
        Attempt("given", "6x10", "pentominoes=0..1", "easy", 0, ""),
    ]
    assert not {attempt.id for attempt in more} & {attempt.id for attempt in attempts}


def test_no_puzzle_of_the_pool_is_there_twice() -> None:
    found = [(each.choice, each.level, each.id) for each in read_pool() if each.id]
    assert len(found) == len(set(found)) > 5000
