"""The pool of prepared puzzles: enough of each kind, board and level, and no endless search for
what is rare.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tilewright.apps.site import pool
from tilewright.apps.site.pool import Made, read_pool

CHOICES = [("dots", "4x6", "L3"), ("dots", "4x6", "I3"), ("given", "6x10", "pentominoes=0..1")]


def attempt(slot: pool.Slot, seed: int) -> Made:
    """An easy puzzle for each number; two of another level, which is rare; none of the others."""
    rarest = min(seed, 1)
    name = {"easy": f"id:{'-'.join(slot)}-{seed}", "medium": f"id:{'-'.join(slot)}-{rarest}"}.get(
        slot[3], ""
    )
    return Made(*slot, seed, name)


def test_there_are_enough_of_each_board_and_level_however_many_pieces_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "choices", lambda: CHOICES)
    monkeypatch.setattr(pool, "_attempt", attempt)

    def counted(some: list[Made]) -> Counter[tuple[str, str, str]]:
        return Counter((each.kind, each.board, each.level) for each in some if each.id)

    made = list(pool._more([], 5))
    assert counted(made) == {
        ("dots", "4x6", "easy"): 5,
        ("given", "6x10", "easy"): 5,
        ("dots", "4x6", "medium"): 4,
        ("given", "6x10", "medium"): 2,
    }
    # What is rare is given up after three times in vain.
    assert Counter(each.choice for each in made if each.level == "expert") == dict.fromkeys(
        CHOICES, 3
    )
    # It goes on where it was stopped, with other numbers, and ends at once if there are enough.
    begun = made[:7]
    resumed = [*begun, *pool._more(begun, 5)]
    assert counted(resumed) == counted(made)
    assert len({each.id for each in resumed if each.id}) == sum(counted(made).values())
    assert list(pool._more(made, 5)) == []
    more = [each for each in pool._more(made, 6) if each.level == "easy"]
    assert [replace(each, seed=0, id="") for each in more] == [
        Made("dots", "4x6", "L3", "easy", 0, ""),
        Made("given", "6x10", "pentominoes=0..1", "easy", 0, ""),
    ]
    assert not {each.id for each in more} & {each.id for each in made}


def test_no_puzzle_of_the_pool_is_there_twice() -> None:
    found = [(each.choice, each.level, each.id) for each in read_pool() if each.id]
    assert len(found) == len(set(found)) > 5000
