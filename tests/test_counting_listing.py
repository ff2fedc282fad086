"""Counting by listing: where a search is foreseen to have fewer nodes than the layers have states."""

from __future__ import annotations

import math

import pytest

from tilewright.counting import count_details, count_up_to_symmetry
from tilewright.counting.run.tuning import Tuning
from tilewright.errors import TimeLimitError
from tilewright.problem import Problem
from tilewright.progress import StatesProgress
from tilewright.search import Search

#: Asked from the first layer on.
EAGER = Tuning(foreseen_states=0.0)


@pytest.mark.parametrize(
    "words",
    [
        ("cube:3x3x3", "soma"),
        ("cube:2x2x10", "tetracubes"),
        ("tri:4x6", "hexiamonds"),
        ("5x8", "tetrominoes=2"),
    ],
)
def test_what_is_foreseen_is_about_what_a_search_takes(words: tuple[str, str]) -> None:
    search = Search(Problem(*words), engine="dance", threads=1)
    foreseen = search.estimated_nodes()
    assert foreseen == Search(Problem(*words), threads=2, engine="dance").estimated_nodes()
    search.count()
    assert search.snapshot().worked / 3 <= foreseen <= 3 * search.snapshot().worked


def test_what_cannot_be_foreseen_or_is_too_much_is_infinite() -> None:
    assert Search(Problem("12x12", "dominoes+")).estimated_nodes() == math.inf
    assert Search(Problem("4x5", "trominoes+", empty=2)).estimated_nodes() == math.inf
    assert Search(Problem("5x5", "dominoes+")).estimated_nodes() == 0.0


def test_a_box_of_many_states_is_counted_by_listing() -> None:
    problem = Problem("cube:3x3x3", "soma")
    layers = count_details(problem)
    listed = count_details(problem, tuning=EAGER, check=True)
    assert (layers.method, listed.method) == ("layers", "listing")
    assert layers.value == listed.value == 11520
    assert "nodes" in listed.why and "states" in listed.why
    assert listed.checked.startswith("by listing with the engine ")
    assert count_details(problem, tuning=EAGER, modulus=1000).value == 520
    unique = count_up_to_symmetry(problem, tuning=EAGER)
    assert (unique.value, unique.method) == (240, "listing")


def test_what_was_asked_for_is_not_left() -> None:
    problem = Problem("cube:3x3x3", "soma")
    assert count_details(problem, tuning=EAGER, scan="layers").method == "layers"
    assert count_details(problem, tuning=EAGER, method="placements").method == "layers"


def test_a_problem_of_many_tilings_stays_with_its_states() -> None:
    problem = Problem("8x8-0,0-0,1", "dominoes+")
    found = count_details(problem, tuning=EAGER)
    assert found.method == "layers"
    assert found.value == count_details(problem).value > 1_000_000


def test_a_listing_tells_how_far_it_is_and_ends_when_told() -> None:
    problem = Problem("cube:3x3x3", "soma")
    told: list[StatesProgress] = []
    count_details(problem, tuning=Tuning(foreseen_states=0.0, report_every=0.0), progress=told.append)
    listing = [step for step in told if step.phase == "tilings"]
    assert listing and all(step.unit == "tiling" and "states" not in step.text for step in listing)

    def interrupt(step: StatesProgress) -> None:
        if step.phase == "tilings":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_details(problem, tuning=Tuning(foreseen_states=0.0, report_every=0.0), progress=interrupt)

    def too_late(step: StatesProgress) -> None:
        if step.phase == "tilings":
            raise TimeLimitError("the time is up")

    with pytest.raises(TimeLimitError):
        count_details(problem, tuning=Tuning(foreseen_states=0.0, report_every=0.0), progress=too_late)
