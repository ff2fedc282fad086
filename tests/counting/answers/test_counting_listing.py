"""Counting by listing: where a search is foreseen to have fewer nodes than the layers have
states."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_count
from strategies import tileable_problems
from tilewright.apps.command import run
from tilewright.counting import (
    count_by_piece,
    count_details,
    count_up_to_symmetry,
    heat,
    weighted_count,
)
from tilewright.counting.answers.listing import CopiesTally
from tilewright.counting.resources import explanations
from tilewright.counting.tuning import Tuning
from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.system.work.progress import StatesProgress

#: Asked from the first layer on.
EAGER = Tuning(first_look=0.0, foreseen_states=0.0)


def test_a_box_of_many_states_is_counted_by_listing() -> None:
    problem = Problem("cube:3x3x3", "soma")
    layers = count_details(problem, method="placements")
    listed = count_details(problem, tuning=EAGER, check=True)
    assert (layers.method, listed.method) == ("layers", "listing")
    assert layers.value == listed.value == 11520
    assert "nodes" in listed.why and "states" in listed.why
    assert listed.checked.startswith("listing all tilings with the engine ")
    assert count_details(problem, tuning=EAGER, mod=1000).value == 520
    unique = count_up_to_symmetry(problem, tuning=EAGER)
    assert (unique.value, unique.method) == (240, "listing")


def test_counts_explain_what_they_expected_and_what_they_found() -> None:
    with explanations(True) as said:
        layers = count_details("8x8-0,0-0,1", "dominoes+", tuning=EAGER)
        count_details("4x9", "L3+")
        count_details("4x4", "hexominoes+ pentominoes+", method="components")
        count_by_piece("cube:3x3x3", "soma", tuning=EAGER)
    compared, found, rows, parts, _, listed = said
    assert re.fullmatch(
        r"after [\d,]+ states, about \S+ more were expected; a search of [\d,]+ nodes finished "
        r"[\d.]+% of its tree",
        compared,
    )
    assert layers.method == "layers" and f"at most {layers.states:,} in a layer" in found
    assert "state graph was expected to need" in rows and "states in a layer were" in parts
    assert listed.startswith("a search ended after ")
    with explanations(False) as said:
        count_details("4x8", "L3+")
    assert not said


def test_what_was_asked_for_is_not_left() -> None:
    problem = Problem("cube:3x3x3", "soma")
    assert count_details(problem, tuning=EAGER, direction="layers").method == "layers"
    assert count_details(problem, tuning=EAGER, method="placements").method == "layers"


def test_a_problem_of_many_tilings_stays_with_its_states() -> None:
    problem = Problem("8x8-0,0-0,1", "dominoes+")
    found = count_details(problem, tuning=EAGER)
    assert found.method == "layers"
    assert found.value == count_details(problem).value > 1_000_000


def test_a_listing_tells_how_far_it_is_and_ends_when_told() -> None:
    problem = Problem("cube:3x3x3", "soma")
    told: list[StatesProgress] = []
    count_details(
        problem,
        tuning=Tuning(first_look=0.0, foreseen_states=0.0, report_every=0.0),
        progress=told.append,
    )
    listing = [step for step in told if step.phase == "tilings"]
    assert listing and all(step.unit == "tiling" and "states" not in step.text for step in listing)

    def interrupt(step: StatesProgress) -> None:
        if step.phase == "tilings":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_details(
            problem,
            tuning=Tuning(first_look=0.0, foreseen_states=0.0, report_every=0.0),
            progress=interrupt,
        )

    def too_late(step: StatesProgress) -> None:
        if step.phase == "tilings":
            raise TimeLimitError("the time limit was reached")

    with pytest.raises(TimeLimitError):
        count_details(
            problem,
            tuning=Tuning(first_look=0.0, foreseen_states=0.0, report_every=0.0),
            progress=too_late,
        )


#: Each piece so many times, in space and in the plane, with a cell that stays empty and with a
#: piece that is there already.
KNOWN = (
    (Problem("cube:3x3x3", "soma"), (1,) * 7),
    (Problem("4x5", "tetromino:ILTTZ"), (1, 1, 2, 1)),
    (Problem("4x4", "L3=2", "I3=3", empty=1), (2, 3, 1)),
    (Problem("tri:hexagon2", "tetriamonds=2"), (2, 2, 2)),
    (Problem("torus:4x5", "tetromino:OLT", "L4=2"), None),
    (Problem("3x4", "L3=2", "I3=2", placed=["I3:0,0-0,1-0,2"]), (2, 2)),
)


@pytest.mark.parametrize("tuning", [None, EAGER], ids=["layers", "listing"])
@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_where_copies_are_known_one_number_says_all(number: int, tuning: Tuning | None) -> None:
    problem, copies = KNOWN[number]
    total = Search(problem).count()
    found = count_by_piece(problem, tuning=tuning)
    assert found.total == total
    if copies is not None:
        assert found.counts == ({copies: total} if total else {})
    weights = {name: Fraction(k + 2, 3) for k, name in enumerate(found.names)}
    assert weighted_count(problem, weights, tuning=tuning) == found.weighed(weights)
    assert weighted_count(problem, {problem.names[0]: 0}, tuning=tuning) == 0


@given(tileable_problems(area=12, marks="ab"), st.data())
def test_random_problems_with_known_copies(problem: Problem, data: st.DataObject) -> None:
    """All copies are fixed to those of one of the tilings."""
    twin = naive_count.by_piece(problem)
    chosen = data.draw(st.sampled_from(sorted(twin)))
    pieces = [
        replace(piece, least=n, most=n) for piece, n in zip(problem.pieces, chosen, strict=False)
    ]
    empty = (problem.empty_least, problem.empty_most)
    fixed = Problem(problem.board, *pieces, turn=problem.turn, placed=problem.placed, empty=empty)
    expected = naive_count.by_piece(fixed)
    for tuning in (None, EAGER):
        assert count_by_piece(fixed, tuning=tuning).counts == expected
    weights = {name: data.draw(st.integers(-3, 3)) for name in fixed.names}
    assert weighted_count(fixed, weights, tuning=EAGER) == count_by_piece(fixed).weighed(weights)


@given(tileable_problems(area=12, marks="ab"), st.data())
def test_random_problems_by_piece(problem: Problem, data: st.DataObject) -> None:
    """The numbers of copies vary, and a search may answer before the layers."""
    expected = naive_count.by_piece(problem)
    found = count_by_piece(problem, tuning=EAGER)
    assert found.counts == expected
    weights = {name: data.draw(st.integers(-3, 3)) for name in found.names}
    assert weighted_count(problem, weights, tuning=EAGER) == found.weighed(weights)


def test_tilings_that_do_not_fit_into_memory_leave_the_count_to_the_layers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: CopiesTally, rows: object) -> None:
        asked.append(rows)
        raise MemoryLimitError("too many tilings")

    problem = Problem("4x6", "tetrominoes=0..2")
    expected = naive_count.by_piece(problem)
    asked: list[object] = []
    monkeypatch.setattr(CopiesTally, "take", refuse)
    assert count_by_piece(problem, tuning=EAGER).counts == expected
    assert len(asked) == 1


#: Problems with the method that must count them: a search takes less than a third of the time of
#: the layers, or the layers less than a tenth of the time of the search.
CHOICES = [
    ("6x10", "pentominoes", "listing"),
    ("8x8-3,3-3,4-4,3-4,4", "pentominoes", "listing"),
    ("7x12", "tetromino:ISIOLOITLOOILLOTLOOSO", "layers"),
    ("6x8-0,0-0,1", "trominoes+ tetrominoes+", "layers"),
    ("4x15", "pentominoes", "layers"),
    ("3x14", "hexominoes=0..2", "listing"),
]


@pytest.mark.parametrize(("board", "pieces", "method"), CHOICES)
def test_the_shorter_way_is_chosen(board: str, pieces: str, method: str) -> None:
    assert count_details(board, pieces).method == method


def test_a_refusal_does_not_wait_for_a_long_search() -> None:
    # The search would take years, though the layers are expected to have many more states.
    problem = Problem("24x24", "L3+", "I3+", "domino=0..3")
    for function in (heat, count_details):
        with pytest.raises(MemoryLimitError, match=r"states need .*more than the 16\.0 MiB"):
            function(problem, max_memory=16 << 20, timeout=60)


def test_a_resumed_count_may_still_be_listed(tmp_path: Path) -> None:
    def stop(step: StatesProgress) -> None:
        if step.phase == "counts" and step.done == 8:
            raise KeyboardInterrupt

    words, path = ("6x10", "pentominoes"), tmp_path / "saved"
    with pytest.raises(KeyboardInterrupt):
        count_details(*words, checkpoint=path, tuning=Tuning(report_every=0.0), progress=stop)
    assert path.exists()
    found = count_details(*words, checkpoint=path)
    assert (found.value, found.method) == (9356, "listing")


def test_what_was_expected_is_said() -> None:
    why = count_details("6x10", "pentominoes").why
    assert re.fullmatch(
        r"a search ended after [\d,]+ nodes; about \S+ nodes or about \S+ more states of layers "
        r"were expected",
        why,
    )


def test_a_proof_ends_a_count_that_would_take_long(capsys: pytest.CaptureFixture[str]) -> None:
    problem = Problem("cube:6x6x6", "I4=53", empty=4)
    found = count_details(problem, check=True)
    assert (found.value, found.method) == (0, "proof")
    assert "each I4 covers at least 2 dark cells" in found.why
    assert found.checked == "the proof was verified in exact integer arithmetic"
    assert count_up_to_symmetry(problem).value == count_by_piece(problem).total == 0
    assert run(["count", "cube:6x6x6", "I4=53", "--empty", "4"]) == 1
    out, err = capsys.readouterr()
    assert out == "0\n"
    assert err.startswith("There is no tiling: color 104 cells dark, as shown")
    assert run(["count", "cube:6x6x6", "I4=53", "--empty", "4", "-q"]) == 1
    assert capsys.readouterr() == ("0\n", "")


@pytest.mark.parametrize(
    "words", [("6x6", "L4=9"), ("6x6", "I4=9"), ("4x4", "T4=4"), ("5x5", "L3=7", "domino=2")]
)
def test_proofs_agree_with_layers(words: tuple[str, ...]) -> None:
    problem = Problem(*words)
    proven, layers = count_details(problem, tuning=EAGER), count_details(problem)
    assert proven.value == layers.value
    assert (proven.method == "proof") == (layers.value == 0)


def test_small_counts_look_for_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("a reason was looked for")

    monkeypatch.setattr("tilewright.solving.proofs.reasons.Reasons.weigh", refused)
    assert count_details("6x10", "pentominoes").value == 9356
    assert count_details("6x6", "L4+").value == 0
