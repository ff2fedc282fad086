"""Kinds of puzzles: one object in one table is all that a kind is."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast, get_args

import pytest

import tilewright
from tilewright.apps.command import run
from tilewright.apps.page.sheets import describe, kinds
from tilewright.apps.site.days import daily_requests, describe_generated
from tilewright.formats.request import read_id
from tilewright.model.board import Board
from tilewright.model.piece import parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    KINDS,
    LEVELS,
    DailyOffer,
    Kind,
    Level,
    Offer,
    PuzzleKind,
    make_puzzle,
    puzzle_text,
    read_puzzle_text,
)
from tilewright.puzzles import default_pieces, generate
from tilewright.puzzles.making.clues import only_solution
from tilewright.puzzles.making.maker import Order, SolvedPuzzle, create_maker
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.play import Session
from tilewright.solving.search import tilings
from waiting import NEVER

SOURCE = Path(tilewright.__file__).parent


class BarPuzzles:
    """Makes the puzzles of the kind that is registered here: straight pieces only, of a list that
    fits in one way.
    """

    def __init__(self, order: Order) -> None:
        self.order = order

    def candidates(
        self, seed: int, level: Level | None, minimal: bool
    ) -> Iterator[tuple[int | None, SolvedPuzzle]]:
        found = next(tilings(Problem(self.order.board, *self.order.pieces), seed=seed))
        words = tuple(
            f"{piece}={copies}" for piece, copies in Counter(name for name, _ in found).items()
        )
        puzzle = make_puzzle(self.order.kind, self.order.board, words, turn=self.order.turn)
        solution = only_solution(puzzle.problem())
        yield None, None if solution is None else (puzzle, solution)


BARS = PuzzleKind(
    letter="b",
    title="Bars",
    rules="Lay the bars. {turn}",
    goal="All pieces are straight.",
    of_any=f"{__name__}:BarPuzzles",
    turn="fixed",
    offers=(
        Offer(
            pieces=(("I4+",),),
            boards=(("4x4", "4 x 4"), ("4x8", "4 x 8")),
            choices=(("I4", "bars of four"),),
        ),
    ),
    given=False,
    about="Straight pieces only.",
    daily=DailyOffer(
        "Daily bars", "Lay {tiles} bars", {"easy": ("2x4",)}, ((), ("easy",), *[()] * 5)
    ),
)


def test_a_new_kind_is_one_object_in_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = cast(Kind, "bars")
    monkeypatch.setitem(cast(dict[str, Any], KINDS.built_in), bars, BARS)

    made = generate(bars, "2x4", seed=1)
    assert made.puzzle.title == "Bars 2 x 4"
    assert made.puzzle.turn == "fixed"
    assert made.solution.faults(made.puzzle.problem()) == []
    assert rules(made.puzzle).startswith("Lay the bars. Do not turn or flip the pieces.")

    # By its ID, as a text file, in play, and on the page.
    assert read_id(made.puzzle.name) == made.puzzle
    assert read_puzzle_text(puzzle_text(made.puzzle)) == made.puzzle
    session = Session(made.puzzle)
    while not session.solved:
        session = session.follow(session.hint(NEVER))
    assert describe(made.puzzle)["goal"] == "All pieces are straight."
    assert [kind["title"] for kind in kinds()["kinds"]][-1] == "Bars"
    daily = describe_generated(made)
    assert (daily["title"], daily["doing"]) == ("Daily bars", "Lay 2 bars")
    week = [daily_requests(datetime.date(2026, 11, day)) for day in range(19, 26)]
    assert [each["board"] for day in week for each in day if each["kind"] == bars] == ["2x4"]


def test_days_get_harder_from_monday_to_sunday() -> None:
    monday = datetime.date(2027, 1, 4)
    weeks = [
        [daily_requests(monday + datetime.timedelta(7 * week + day)) for day in range(7)]
        for week in range(36)
    ]
    plan = [[(each["kind"], each["level"]) for each in day] for day in weeks[0]]
    seen: dict[tuple[str, str], set[str]] = {}
    specials: set[str] = set()
    for week in weeks:
        # The plan is the same each week, but for the kind of the special puzzle.
        assert [[(each["kind"], each["level"]) for each in day] for day in week[:6]] == plan[:6]
        assert [(each["kind"], each["level"]) for each in week[6][:-1]] == plan[6][:-1]
        levels = [sum(LEVELS.index(each["level"]) for each in day) for day in week]
        assert levels == sorted(set(levels))
        for day in week:
            kinds_of_day = Counter(each["kind"] for each in day)
            assert sorted(kinds_of_day.values()) == [1, 1, 1, 1, 3]
            pips = [each for each in day if each["kind"] == "pips"]
            assert [each["level"] for each in pips] == ["easy", "medium", "hard"]
            # From the same seed, the same board would give puzzles that are too much alike.
            assert len({each["board"] for each in pips}) == 3
            assert [each["date"] is not None for each in day] == [True] + 6 * [False]
        special = week[6].pop()
        specials.add(special["board"])
        assert special["title"] == "Sunday special"
        for each in (each for day in week for each in day):
            assert each["title"] != "Sunday special"
            seen.setdefault((each["kind"], each["level"]), set()).add(each["board"])
    offers = {name: kind.daily for name, kind in KINDS.items() if kind.daily}
    # Each board has its turn, and the special ones are on no other day.
    assert seen == {
        (name, level): set(boards)
        for name, daily in offers.items()
        for level, boards in daily.boards.items()
    }
    assert specials == {board for daily in offers.values() for board in daily.special}
    assert not specials & set().union(*seen.values())


def test_type_checkers_read_the_names_of_the_table() -> None:
    assert set(get_args(Kind)) == set(KINDS)
    assert get_args(Level) == LEVELS


@pytest.mark.parametrize("name", list(KINDS))
def test_every_kind_is_whole(name: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    kind = KINDS[name]
    assert len({other.letter for other in KINDS.values()}) == len(KINDS)
    assert kind.about
    assert kind.own_board or kind.offers
    assert kind.daily is None or all(kind.daily.boards.values())
    for listed in {bool(kind.of_list), not kind.of_any}:
        board = Board.rectangle(5, 5)
        words = ("trominoes",) if kind.own_board else default_pieces(name, board)
        order = Order(name, board, tuple(parse_pieces(" ".join(words))), kind.turn, listed)
        assert isinstance(create_maker(order).candidates(1, None, False), Iterator)
    assert run(["make", "--help"]) == 0
    assert name in capsys.readouterr().out


def test_no_kind_is_tested_by_its_name() -> None:
    tested = re.compile(rf"""\.kind\W*(?:[!=]==?|\bin)\s*[({{\[]?["'](?:{"|".join(KINDS)})["']""")
    for path in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js")):
        found = tested.search(path.read_text(encoding="utf-8"))
        # The words of a picture have kinds of their own.
        assert found is None or "drawing" in path.parts, (path, found)
