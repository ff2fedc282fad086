"""Explanations are true: what follows is in all tilings, what is tried is in none, and what a
sentence says of cells holds.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_deduction import SPACES, random_position, random_problem

import tilewright.apps.page
from naive_deduction import Told, all_tilings, clue_sentences
from tilewright.formats.request import read_id
from tilewright.kernels.deduction import clues
from tilewright.model.cover import Cover, compile_cover, placement_number, placement_of
from tilewright.model.placement import Placement
from tilewright.model.rules.rule_types import parse_rule
from tilewright.puzzles import generate
from tilewright.puzzles.deduction import (
    Deducer,
    Explainer,
    Explanation,
    Scene,
    called,
    plain,
    sentence,
)
from tilewright.puzzles.deduction.deducer import rule_words
from tilewright.puzzles.deduction.steps import KINDS
from tilewright.puzzles.play import Session
from tilewright.puzzles.play.remaining import first_tilings
from tilewright.system.values.language import in_language
from tilewright.system.work.deadline import Deadline
from waiting import NEVER

#: What a sentence says of a piece without a place.
_NO_PLACE = "no place is left for "


#: Puzzles of Pips with regions of all kinds.
PIPS = (
    "id:PdA7CgJBDAbgfk4RphZm8prCxZOIhYVWCoosCOLdzWYSi8AHecH_uBZ5S-m9QScrttIGOBqQNGCzjlbKa72DZQEHGMs0mjFMZg6zWZfLcz3fIBLzDvqUhLcpcpNf1TBakvj_Qr6T18hznn_Yt9LbFJVP7XV_rPW0q5igBCckoYkx8f0B",
    "id:RZA9CkIxEIT7nGJJ_SD7l4CKJxELC60UFHmVeHeHNcsrBr6dzWxgnrfiuMTciBVyqEOjkVgjxayYDeyjlXJ9rZc7ZSsSLfAhXYVrh_f6ADsdaQRL9CToiCGBv5u-gmWygXnyltV40-cPioZ18dhYbJK3tEW6l0_luj_Vel6qJGiCJXhCTxh_-P4A",
)
#: A puzzle on cubes, and one of outlines.
CUBES = (
    "id:JdBNCoMwGIThvaeYA3STfM4mBxAKUlzUVl1axKWrgsd3nGzyQ16S8OxH8_uvW4mz1YUd8SR64kUMxJsYiQ_xJSZiJhY2C4tAT"
    "JKMksyQKsgjqXQQPqpBXbcOQk8UTcYMc4azcCZIfaDIVdvsLDvLzu4xLg"
)
OUTLINES = (
    "id:ywWZZMHlZqqt4AnEPkDsB8QBQBwCxKFAHAbE4UAcAcSRQBxlqs3FlViQWFRinZxT"
    "mlqsYKBjbBumYAgko4Ckqa2fgrGOkW0oAA"
)


def test_a_sentence_is_filled_with_cells_and_numbers() -> None:
    assert sentence("onePlace", piece="the L", cell=(1, 2)) == (
        "the L fits in only one place, on the cell ",
        (1, 2),
    )
    assert plain(sentence("left", number=1)) == "1 solution left"
    assert plain(sentence("left", number=1234)) == "1,234 solutions left"


def test_names_of_pieces_are_joined_in_the_language() -> None:
    rule = parse_rule("tiles 2 L3|I3")
    with in_language("de"):
        words = plain(rule_words(rule, "", (), low=True, number=0))
    assert words == "käme L3 oder I3 zu selten vor"


class Judge:
    """Knows all tilings of a position, and judges what is said of it."""

    def __init__(
        self, cover: Cover, chosen: tuple[int, ...], tilings: list[frozenset[int]]
    ) -> None:
        self.cover, self.chosen = cover, chosen
        self.tilings = [tiling for tiling in tilings if set(chosen) <= tiling]
        self.cells = [
            frozenset(cover.item[cover.start[p] : cover.start[p + 1]].tolist())
            for p in range(cover.size)
        ]
        self.piece = cover.placement_piece.tolist()
        self.number = {tuple(cell): number for number, cell in enumerate(cover.cells.tolist())}

    def fitting(self, placed: list[int]) -> list[int]:
        """The placements that fit beside others."""
        taken = frozenset().union(*(self.cells[p] for p in placed))
        used = [sum(self.piece[p] == k for p in placed) for k in range(len(self.cover.most))]
        return [
            p
            for p, cells in enumerate(self.cells)
            if not cells & taken and used[self.piece[p]] < self.cover.most[self.piece[p]]
        ]

    def is_forced(self, placement: int, tried: tuple[int, ...]) -> bool:
        """Whether a placement has no rival on a cell or as a piece, beside those that were tried
        before it.
        """
        placed = [*self.chosen, *tried[: tried.index(placement)]]
        fitting = self.fitting(placed)
        over = [sum(cell in self.cells[p] for p in fitting) for cell in self.cells[placement]]
        piece = self.piece[placement]
        need = int(self.cover.least[piece]) - sum(self.piece[p] == piece for p in placed)
        return 1 in over or 0 < need == sum(self.piece[p] == piece for p in fitting)

    def without_place(self, placed: list[int]) -> set[int]:
        """The pieces that have copies to place, and no place."""
        used = [self.piece[p] for p in placed]
        missing = {k for k, least in enumerate(self.cover.least.tolist()) if used.count(k) < least}
        return missing - {self.piece[p] for p in self.fitting(placed)}

    def can_fill(self, cells: frozenset[int], placed: list[int], empty: int) -> bool:
        """Whether placements cover these cells, of which some may stay empty."""
        if not cells:
            return True
        first = min(cells)
        if (
            empty
            and self.cover.optional[first]
            and self.can_fill(cells - {first}, placed, empty - 1)
        ):
            return True
        return any(
            first in self.cells[p] and self.can_fill(cells - self.cells[p], [*placed, p], empty)
            for p in self.fitting(placed)
        )

    def check(self, found: Explanation) -> None:
        """Everything that is said is true."""
        assert len(found.scenes) <= 5
        for tiling in self.tilings:
            assert set(found.chosen) <= tiling
        for scene in (*found.scenes, *found.cases):
            self.check_scene(scene)
        for scene in found.cases:
            if scene.ways:
                self.check_split(scene, found.cases)
            for placement in scene.alike:
                self.check_scene(replace(scene, tried=(placement,)))
        self.check_ways(found)

    def check_ways(self, found: Explanation) -> None:
        """All other ways are cases: on the cell, or on one of those that a placement fills."""
        chosen, fitting = found.chosen[0], self.fitting([*self.chosen])
        cases = {each for case in found.cases for each in (case.tried[0], *case.alike)}
        said = cases | self.told(found) | {*found.chosen}
        if found.kinds[-1] == "cell":
            cells = [self.number[cell] for cell in found.cells]
            ways = [{p for p in fitting if cell in self.cells[p]} for cell in cells]
        else:
            ways = [{p for p in fitting if self.piece[p] == self.piece[chosen]}]
        assert any(others <= said for others in ways), plain(found.words)

    def check_split(self, scene: Scene, cases: tuple[Scene, ...]) -> None:
        """Each way to continue is a case: all that fits on the cell, or of the piece."""
        number, kind, by, earlier = scene.ways
        before = scene.tried[:earlier]
        tried = {case.tried[earlier] for case in cases if case.tried[:earlier] == before}
        fitting = self.fitting([*self.chosen, *before])
        there = {p for p in fitting if (by in self.cells[p] if kind == 1 else self.piece[p] == by)}
        assert len(tried) == number
        # What rules exclude is not tried.
        assert tried <= there
        assert tried == there or self.cover.problem.rules

    def told(self, found: Explanation) -> set[int]:
        """The placements with a number that is not left at a cell, as regions tell; what they tell
        is true.
        """
        excluded = set()
        for scene in found.scenes:
            words = plain(scene.words)
            _, told, numbers = words.rpartition(
                "can only be " if "can only be" in words else "must be "
            )
            if scene.tried or not told or " like this" in words:
                continue
            left = set(re.findall(r"\d+", numbers))
            if " to " in numbers:
                low, high = sorted(map(int, left))
                left = set(map(str, range(low, high + 1)))
            for p in range(self.cover.size):
                placement = placement_of(self.cover, p)
                shown = dict(zip(placement.cells, placement.marks, strict=True))
                if any(shown.get(cell, min(left)) not in left for cell in scene.cells):
                    excluded.add(p)
        assert not any(excluded & tiling for tiling in self.tilings), plain(found.words)
        return excluded

    def check_scene(self, scene: Scene) -> None:
        text, _, _ = plain(scene.words).partition("; the same happens in ")
        cells = frozenset(self.number[cell] for cell in scene.cells)
        if not scene.tried:
            if "empty" in text:
                covered = [
                    frozenset().union(*(self.cells[p] for p in each)) for each in self.tilings
                ]
                assert not any(cells & each for each in covered), text
            return
        # What is tried fits, one after the other, and is in no tiling.
        placed = list(self.chosen)
        for p in scene.tried:
            assert p in self.fitting(placed), text
            placed.append(p)
        assert not any(scene.tried[0] in tiling for tiling in self.tilings), text
        if "stranded" in text:
            assert cells
            assert not self.can_fill(cells, placed, self.cover.empty_most), text
        if "the other cases show why" in text:
            return
        over = [p for p in self.fitting(placed) if self.cells[p] & cells]
        if "each of them fails" in text:
            number = int(re.findall(r"only (\d) (?:ways|places)", text)[0])
            assert number == len(over) if cells else number in (2, 3), text
            return
        if scene.ways:
            return
        for p in scene.tried[1:] if "follow" in text or "only like this" in text else ():
            assert self.is_forced(p, scene.tried), text
        if _NO_PLACE in text:
            name = text.partition(_NO_PLACE)[2]
            assert any(
                called(self.cover.problem.pieces, k) == name or name == "one of the other pieces"
                for k in self.without_place(placed)
            ), text
        if "nothing can cover" in text or "cannot be covered" in text:
            assert cells
            assert not over, text


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize(
    "number", [46, pytest.param(800, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_what_is_explained_is_true_in_random_positions(space: str, number: int) -> None:
    """46 positions in each of 11 spaces are 506."""
    dice = random.Random(space)
    checked = explained = 0
    while checked < number:
        problem = random_problem(space, dice)
        cover = None if problem is None else compile_cover(problem)
        tilings = None if cover is None else all_tilings(cover, most=400)
        if not tilings or cover is None:
            continue
        for _ in range(3):
            chosen = random_position(tilings, cover, dice)
            judge = Judge(cover, chosen, tilings)
            if not judge.tilings:
                continue
            checked += 1
            deducer = Deducer(cover)
            position = deducer.start(chosen)
            while not deducer.solved(position):
                start = position.copy()
                found = Explainer(deducer, position).explain(Deadline())
                if found is None:
                    break
                judge.check(found)
                explained += 1
                for p in found.chosen:
                    deducer.choose(start, p)
                position.become(start)
                judge = Judge(cover, tuple(position.chosen), judge.tilings)
    assert explained > number / 4


def test_regions_tell_which_numbers_are_left() -> None:
    """Each step of some puzzles of Pips, up to the end: many begin with a region."""
    clues, told = [], []
    for puzzle in map(read_id, PIPS):
        cover = compile_cover(puzzle.problem())
        (solution,) = first_tilings(cover, 2, NEVER).tilings
        tiles = [
            Placement(name, cells, tuple(str(solution.marks[cell]) for cell in cells))
            for name, cells in solution
        ]
        tiling = frozenset(placement_number(cover, tile) for tile in tiles)
        judge = Judge(cover, (), [tiling])
        deducer = Deducer(cover)
        position = deducer.start()
        while not deducer.solved(position):
            start = position.copy()
            found = Explainer(deducer, position).explain(Deadline())
            if found is None:
                break
            # Regions exclude more than the pieces, which is all that the judge knows.
            judge.check_ways(found)
            assert tiling >= set(found.chosen)
            clues.append(plain(found.clue.words))
            told += [plain(scene.words) for scene in found.scenes]
            for p in found.chosen:
                deducer.choose(start, p)
            position.become(start)
            judge = Judge(cover, tuple(position.chosen), judge.tilings)
    for words in ("so far: ", "are equal: ", "of equal numbers", " must be ", " can only be "):
        assert any(words in text for text in told), words
    regions = [clue for clue in clues if "can only be" in clue or "must be" in clue]
    assert len(regions) > len(clues) / 3


def test_find_the_hole_says_why_a_cell_is_not_the_hole() -> None:
    """Only the L can cover the corner, and the corner is not the hole, as another cell must be."""
    hint = Session("id:y0gD-ggoANEHVAlRDybBJoG0ggzRBgA").hint(NEVER)
    assert [picture.text for picture in hint.pictures][-1].startswith(
        "only an L can cover the cell"
    )
    assert (
        "nothing can cover this cell (2,2), and therefore only this cell stays empty; so only an L"
        in hint.text
    )
    assert hint.pictures[-2].cells == ((2, 2),)


def test_a_hint_is_one_placement_that_fails_and_all_others_are_cases() -> None:
    hint = Session("talos:hub-gates-1").hint(NEVER)
    first, last = hint.pictures
    assert (
        first.text
        == "if the Z goes here (0,3), this cell (2,3) is stranded (each piece has 4 cells)"
    )
    assert last.text == "only a J can cover the cell 0,3, and only like this"
    assert first in hint.cases
    assert len(hint.cases) == 3
    assert all((0, 3) in case.tried[0].cells for case in hint.cases)
    assert not any("places" in each.text for each in (first, *hint.cases))


def test_placements_that_fail_alike_are_one_case() -> None:
    """In two ways to cover a cell, the same cell is left without a piece."""
    problem = read_id(CUBES).problem()
    cover = compile_cover(problem)
    placed = tuple(placement_number(cover, each) for each in problem.placed)
    deducer = Deducer(cover)
    found = Explainer(deducer, deducer.start(placed)).explain(Deadline())
    assert found is not None
    assert "can be covered in 3 ways" in plain(found.clue.words)
    (case,) = found.cases
    assert plain(case.words).endswith("; the same happens in one other way")
    assert "the other ways fail too" not in plain(found.words)
    # In both, nothing fits on the cell.
    for first in (*case.tried, *case.alike):
        position = deducer.start((*placed, first))
        assert not deducer.places(position)[case.cells[0]]


def test_more_than_three_cases_are_to_be_tried() -> None:
    """And there are never more than six."""
    tried = 0
    for name in (OUTLINES, "id:K87nykitsDIBmlZSlAliGtoaKUCZRiAm0CGJII4ZgmkOAA"):
        session = Session(name)
        while not session.solved:
            hint = session.hint(NEVER)
            assert hint.clue is not None
            assert len(hint.cases) <= 6
            if "; try them: " in hint.clue.text:
                tried += 1
                assert len(hint.cases) > 3
            elif hint.kinds != ("ahead",):
                assert len(hint.cases) <= 3
            session = session.follow(hint)
    assert tried


def test_what_follows_says_which_cell_needs_it() -> None:
    session = Session(OUTLINES)
    texts = []
    while not session.solved:
        hint = session.hint(NEVER)
        texts += [picture.text for picture in hint.pictures]
        session = session.follow(hint)
    assert any(
        re.fullmatch(
            r"if .* goes here .*, only .* can cover the cell \d,\d, and only like this", text
        )
        for text in texts
    )
    assert not any("has to go here" in text for text in texts)


def test_all_ways_to_continue_are_cases() -> None:
    """A placement fails if each of the few ways to continue does; it is in no solution, and nor is
    any way that a picture shows.
    """
    split = 0
    for kind, board in (("given", "6x10"), ("calendar", None), ("pentominous", "5x8")):
        for seed in range(4):
            session = Session(generate(kind, board, seed=seed).puzzle)
            while not session.solved:
                hint = session.hint(NEVER)
                texts = [picture.text for picture in (*hint.pictures, *hint.cases)]
                assert not any("for example" in text for text in texts)
                ways = [case for case in hint.cases if re.match("if .* and .* here", case.text)]
                for case in ways:
                    split += 1
                    first = case.tried[0]
                    assert not session.place(first.piece, first.cells).ways(NEVER).count
                    assert case.cells or "place" in case.text
                session = session.follow(hint)
    assert split > 3


def test_a_guess_shows_what_follows_and_which_other_ways_fail() -> None:
    """What follows is in all solutions with the piece, and what fails is in none."""
    follow = failing = 0
    for name, board in (("weekday", None), ("sigil", "4x7")):
        for seed in range(5):
            session = Session(generate(name, board, seed=seed, level="hard").puzzle)
            while not session.solved:
                hint = session.hint(NEVER)
                if {"ahead", "try"} & {*hint.kinds}:
                    assert hint.text.startswith("try ") and "solutions are left" not in hint.text
                    after = session.follow(hint)
                    for each in hint.pictures[-1].tried if hint.pictures else ():
                        follow += 1
                        after = after.place(each.piece, each.cells)
                    assert after.ways(NEVER).count
                    for case in hint.cases:
                        failing += 1
                        first = case.tried[0]
                        assert not session.place(first.piece, first.cells).ways(NEVER).count
                session = session.follow(hint)
    assert follow and failing


def test_sentences_of_clues_are_those_of_the_reference() -> None:
    numbers = {"": clues.NOTHING, "o": clues.DOT, "T": clues.LETTERS, "A": clues.LETTERS}
    seen = set()
    for seed in range(5000):
        rng = random.Random(seed)
        told = Told(
            rng.randrange(7),
            rng.choice(["", "o", "T", "3", "4", "0"]),
            rng.choice(["A", "3", "12"]),
            *(rng.randint(1, 2), rng.choice([0, rng.randint(1, 3)])),
            *(rng.choice([clues.TRY, 0, *KINDS]), rng.randint(1, 5)),
        )
        labeled, held = rng.random() < 0.3, rng.random() < 0.3
        says = [numbers[word] if word in numbers else int(word) for word in (told.said, told.clue)]
        # The clue of a cell is on the cell itself.
        own = told.by == clues.BY_CLUE
        told = told._replace(clue=told.said) if own else told
        found = [told.by, 0, 0 if own else 1, told.chosen, told.failing, told.manner, told.size]
        names = np.zeros(3, dtype=np.int64)
        clues.name_sentences(
            *(np.array(found, dtype=np.int64), np.array(says, dtype=np.int64)),
            *(labeled, held, names),
        )
        expected = clue_sentences(told, labeled, held)
        assert tuple(clues.SENTENCES[name] for name in names) == expected, told
        seen.update(expected)
    assert seen == set(clues.SENTENCES)


def test_the_page_has_the_same_list_of_sentences() -> None:
    source = tilewright.apps.page.__path__[0]
    script = (Path(source) / "static" / "engine" / "solving" / "clues.js").read_text("utf-8")
    (listed,) = re.findall(r"const NAMES = .*? \(\[(.*?)\]\);", script, flags=re.DOTALL)
    assert re.findall(r'"(\w+)"', listed)[1:] == list(clues.SENTENCES[1:])
