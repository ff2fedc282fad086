"""Explain the next placement: of all placements that can be deduced, the one with the nearest and
shortest reason.

A placement follows if every other way to cover a cell, or every other position of a piece, fails.
Each failure has a cause: some cells can no longer be covered, or a cell or piece has no placement
left, at once or after other forced pieces. The conclusion with the fewest and shortest causes is
chosen. One cause is shown in pictures, and the other causes are cases. If the numbers left in a
region exclude placements, the region is the cause of all of them.

The first sentence is the *clue*: what to look at, without the piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tilewright.model.board import shown_letters
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.clues import ClueWords, Found
from tilewright.puzzles.deduction.deducer import Deducer, rule_words
from tilewright.puzzles.deduction.sentences import There, Words, joined, plain, sentence
from tilewright.puzzles.deduction.steps import KINDS, Candidates, StepKind
from tilewright.system.work.deadline import Deadline

#: Trials between two looks at the clock.
_TRIALS = 512
#: How many placements that fail in a few ways are kept.
_SPLITS = 24
#: The sentences that say how all ways to cover cells fail that stay empty.
_LEFT = {"region": "leftRegion", "blocked": "leftBlocked", "trial": "leftTrial"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence with the numbers of the tried placements, and the cells that it refers to.

    If there are several `ways` to continue, which all fail, this is one of them.
    """

    words: Words
    tried: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()
    #: How many there are, of which kind, and of which cell or piece, as the kernel numbers it; and
    #: how many placements are tried before them.
    ways: tuple[int, ...] = ()
    #: Why the first of the pieces has to follow: a number of the kernel, and the cell or piece.
    forced: tuple[int, int] = (0, 0)
    #: The other placements that fail with the same words and cells.
    alike: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A placement that follows.

    Parameters
    ----------
    kinds : tuple of str
        The kinds of the causes, followed by the kind of the conclusion: *cell* or *piece*.
    words : Words
        The whole explanation in one sentence.
    chosen : tuple of int
        The placements that follow.
    cells : tuple of cells
        The cells of the conclusion.
    clue : Scene
        What to look at first.
    scenes : tuple of Scene
        At most four pictures: regions or one cause, and the conclusion.
    cases : tuple of Scene
        All causes but those that the regions have told; those that are told alike are one case.
    """

    kinds: tuple[StepKind, ...]
    words: Words
    chosen: tuple[int, ...]
    cells: tuple[Cell, ...]
    clue: Scene
    scenes: tuple[Scene, ...]
    cases: tuple[Scene, ...]


class Explainer:
    """Explains placements from a position. Placements that fail are removed from the position."""

    def __init__(self, deducer: Deducer, position: Candidates) -> None:
        from tilewright.kernels.deduction import explain

        self.deducer, self.position, self.kernels = deducer, position, explain
        self._clues = ClueWords(deducer, position)
        size, area, words = deducer.cover.size, deducer.cover.area, len(position.alive)
        self._causes = explain.Causes(
            first=position.alive.copy(),
            here=np.zeros(words, dtype=np.uint64),
            cause=np.zeros((size, 3), dtype=np.int64),
            needs=np.zeros((size, words), dtype=np.uint64),
            shows=np.zeros(size, dtype=np.int64),
            alike=np.zeros(size, dtype=np.int64),
            chosen=np.zeros(size, dtype=np.int32),
            empty=np.zeros(area, dtype=np.int32),
            cases=np.zeros(size, dtype=np.int32),
            tried=np.zeros(area, dtype=np.int32),
            cells=np.zeros(area, dtype=np.int32),
            sizes=np.zeros(6, dtype=np.int64),
            what=np.zeros(16, dtype=np.int64),
            found=np.zeros(18, dtype=np.int64),
            split=np.zeros((_SPLITS, 7), dtype=np.int32),
            spare=np.zeros((6, words), dtype=np.uint64),
            covered=np.zeros(area, dtype=np.bool_),
            used=np.zeros_like(position.used),
            clue=self._clues.clue,
            telling=self._clues.telling,
            told=np.zeros((2, 16), dtype=np.int64),
        )
        self._causes.found[explain.NEXT] = -1

    def explain(self, deadline: Deadline) -> Explanation | None:
        """Return the placement with the simplest reason, or None."""
        kernels, deducer = self.kernels, self.deducer
        passed = deducer.tables, deducer.regions, *self.position.arrays, self._causes
        outcome = kernels.MORE
        while outcome == kernels.MORE:
            outcome = kernels.advance(*passed, 0 if deadline.passed else _TRIALS)
        if outcome == kernels.NONE:
            return None
        return self._explanation()

    def _explanation(self) -> Explanation:
        """Return a conclusion in words: a cause, the cells that stay empty, and the consequence."""
        from tilewright.kernels.deduction import clues

        kernels, causes, deducer = self.kernels, self._causes, self.deducer
        found = causes.found.tolist()
        numbers = causes.cases[: found[kernels.CASES]]
        stories = [self._stories(placement) for placement in numbers.tolist()]
        groups = _group([way for ways in stories for way in ways])
        cases = tuple(map(self._in_one, groups))
        notes = [self._note(found)] if found[kernels.EMPTIES] else []
        rows = causes.told[: found[kernels.REGIONS]].tolist()
        regions = [Scene(words, (), cells) for words, cells in map(self._clues.told, rows)]
        shown = found[kernels.SHOWN]
        brief = [
            self._in_brief(_group_of(stories[number][0], groups))
            for number in (found[kernels.BEFORE], shown)
            if number >= 0
        ]
        alone = len(brief) == 1 and not notes and not regions
        scenes = [*(self._in_two(stories[shown][0]) if alone else brief), *notes]
        words: Words = ""
        for scene in (*regions, *brief, *notes):
            words = joined(words, sentence("and") if words else "", scene.words)
        if words:
            words = joined(words, sentence("soToo" if len(cases) > 1 else "so"))
        chosen = tuple(causes.chosen[: found[kernels.CHOSEN]].tolist())
        by = Found(
            found[kernels.BY],
            found[kernels.WHERE],
            found[kernels.ABOUT],
            chosen,
            found[kernels.RIVALS],
            clues.TRY if len(cases) > kernels.FEW_CASES else found[kernels.MANNER],
        )
        end, cells = self._clues.last(by, rows)
        # What stays empty is the clue only if the cell itself has other ways.
        hole = notes if found[kernels.COVERED] else []
        if hole and not any(cells[0] in deducer.cells_of(number) for number in numbers.tolist()):
            by, hole = by._replace(failing=0), []
        first, there = self._clues.first(by)
        clue = next(iter([*regions, *hole]), Scene(first, (), there))
        steps = [*causes.cause[numbers, 0].tolist(), found[kernels.KIND]]
        kinds: list[StepKind] = ["rule"] if regions else []
        return Explanation(
            tuple(dict.fromkeys((*kinds, *map(KINDS.__getitem__, steps)))),
            joined(words, end),
            chosen,
            cells,
            clue,
            (*regions, *scenes[-2:], Scene(end, (), cells)),
            cases,
        )

    def _note(self, found: list[int]) -> Scene:
        """Return the sentence that some cells stay empty."""
        cells = self.deducer.cells(self._causes.empty[: found[self.kernels.EMPTIES]])
        key = "staysEmpty"
        if found[self.kernels.COVERED]:
            manner = KINDS.get(found[self.kernels.MANNER], "")
            key = _LEFT.get(manner, "leftEmpty")
        return Scene(sentence(key, cells=_these(cells), number=len(cells)), (), cells)

    def follow(self, placement: int) -> list[int]:
        """Return the placements that have to follow one, by steps of the easiest kinds alone."""
        kernels, causes, deducer = self.kernels, self._causes, self.deducer
        _, covered, used = self.position.arrays
        kernels.tell(deducer.tables, deducer.regions, covered, used, causes, placement, 0)
        return causes.tried[1 : causes.what[kernels.TRIED]].tolist()  # type: ignore[no-any-return]

    def failing(self, cell: Cell, chosen: int | None) -> tuple[tuple[Scene, ...], int]:
        """Return why the other ways to cover a cell fail that fail without what fails before, and
        how many do.
        """
        cause, stories = self._causes.cause, []
        soon = 0
        for placement in np.flatnonzero((cause[:, 0] > 0) & (cause[:, 1] == 0)).tolist():
            inside = self.position.allows(placement) and cell in self.deducer.cells_of(placement)
            if inside and placement != chosen:
                soon += 1
                stories += self._stories(placement)
        return tuple(map(self._in_one, _group(stories))), soon

    # Why a placement fails -----------------------------------------------------------------------

    def _stories(self, placement: int) -> list[Scene]:
        """Return the reason why a placement fails, or the reasons why all ways after it do."""
        first = self._story(placement, 0)
        others = range(1, first.ways[0]) if first.ways else ()
        return [first, *(self._story(placement, way) for way in others)]

    def _story(self, placement: int, way: int) -> Scene:
        """Return the reason why a placement fails, in one of several ways if there are any, with
        all tried placements.
        """
        deducer, kernels, causes = self.deducer, self.kernels, self._causes
        _, covered, used = self.position.arrays
        kernels.tell(deducer.tables, deducer.regions, covered, used, causes, placement, way)
        what = causes.what.tolist()
        tried = tuple(causes.tried[: what[kernels.TRIED]].tolist())
        cells = deducer.cells(causes.cells[: what[kernels.CELLS]])
        why = self._why(what, tried, cells)
        if what[kernels.BESIDES]:
            why = joined(why, sentence("besides"))
        forced = what[kernels.FORCED], what[kernels.FORCED_BY]
        ways = what[kernels.WAYS], *what[kernels.WAYS_OF : kernels.EARLIER + 1]
        return Scene(why, tried, cells, ways if ways[0] else (), forced)

    def _why(self, what: list[int], tried: tuple[int, ...], cells: tuple[Cell, ...]) -> Words:
        """Return the result of a trial of some placements."""
        deducer, kernels, steps = self.deducer, self.kernels, self.deducer.kernels
        outcome, number, few = what[kernels.OUTCOME], what[kernels.NUMBER], what[kernels.FEW]
        if outcome == steps.SUM:
            rule, about = deducer.rules[number]
            return rule_words(rule, about, cells, bool(few), what[kernels.BOUND])
        if outcome == steps.REGION:
            remark = self._remark(what[kernels.REMARK], what[kernels.SIZE])
            return sentence("cutOff", cells=_these(cells), number=len(cells), remark=remark)
        if outcome == steps.DEAD:
            return sentence("dead", cells=_these(cells))
        if outcome == steps.EMPTY:
            return sentence("uncovered", cells=_these(cells), empty=deducer.cover.empty_most)
        name = deducer.called(number)
        key = "overlap" if outcome == steps.OVERLAP else "fewPlaces" if few else "noPlace"
        if key == "noPlace" and name in map(deducer.name, tried):
            key = "noPlaceElse"
        return sentence(key, piece=name)

    def _remark(self, remark: int, size: int) -> Words:
        """Return the reason why the remaining pieces cannot fill some cells."""
        kernels = self.kernels
        if remark == kernels.EACH:
            return sentence("eachHas", number=size)
        if remark == kernels.LISTED:
            *first, last = map(str, self._causes.sizes[:size].tolist())
            leading = plain(sentence("comma")).join(first)
            words = joined(leading, sentence("lastAnd"), last) if first else last
            return sentence("sizes", sizes=plain(words))
        letters = shown_letters(self.deducer.cover.problem.board)
        if remark == kernels.MARKS and letters:
            return sentence("dots", letters=len(letters))
        return ""

    def _in_one(self, story: Scene) -> Scene:
        """Return an explanation in one picture."""
        if story.ways:
            *_, earlier = story.ways
            way, follow = story.tried[earlier], len(story.tried) - 2
            also: dict[str, Any] = {"other": self.deducer.name(way), "there": self._here(way)}
            why = sentence("following", number=follow, why=story.words) if follow else story.words
            words = sentence("ifAlso", **self._begin(story), **also, why=why)
            return replace(story, words=words)
        follow = len(story.tried) - 1
        key = "ifForced" if follow else "if"
        words = sentence(key, **self._begin(story), number=follow, why=story.words)
        if story.alike:
            words = joined(words, sentence("alike", number=len(story.alike)))
        return Scene(words, story.tried, story.cells, alike=story.alike)

    def _in_brief(self, story: Scene) -> Scene:
        """Return an explanation in one picture, without the ends of several ways."""
        if not story.ways:
            return self._in_one(story)
        deducer, (number, kind, by, earlier) = self.deducer, story.ways
        cells: tuple[Cell, ...] = ()
        if kind == deducer.kernels.CELL:
            cells = (deducer.cell(by),)
            words = sentence("waysFail", cells=_these(cells), number=number)
        else:
            words = sentence("placesFail", piece=deducer.called(by), number=number)
        return self._in_one(Scene(words, story.tried[:earlier], cells))

    def _in_two(self, story: Scene) -> tuple[Scene, ...]:
        """Return an explanation in two pictures, or in one picture if no placement is forced."""
        follow, begin = len(story.tried) - 1, self._begin(story)
        if not follow or story.ways:
            return (self._in_brief(story),)
        second, (kind, by) = story.tried[1], story.forced
        first = sentence("ifMore", **begin, number=follow)
        if follow == 1:
            place: dict[str, Any] = {
                "other": self.deducer.name(second),
                "there": self._here(second),
            }
            of_cell = kind == self.deducer.kernels.CELL
            if of_cell:
                place["cell"] = self.deducer.cell(by)
            first = sentence("ifOneCell" if of_cell else "ifOne", **begin, **place)
        then = sentence("then", why=story.words)
        return Scene(first, story.tried), Scene(then, story.tried, story.cells)

    def _begin(self, story: Scene) -> dict[str, Any]:
        first = story.tried[0]
        return {"piece": self.deducer.name(first), "here": self._here(first)}

    def _here(self, placement: int) -> There:
        return There(plain(sentence("here")), self.deducer.cells_of(placement)[0])


def _group(stories: list[Scene]) -> list[Scene]:
    """Return one story for all that are told alike and need no other pieces."""
    groups: list[Scene] = []
    for story in stories:
        same = next((at for at, other in enumerate(groups) if _are_alike(story, other)), -1)
        if same < 0:
            groups.append(story)
        else:
            groups[same] = replace(groups[same], alike=(*groups[same].alike, *story.tried))
    return groups


def _are_alike(one: Scene, other: Scene) -> bool:
    return (one.words, one.cells) == (other.words, other.cells) and not (
        one.ways or other.ways or len(one.tried) > 1 or len(other.tried) > 1
    )


def _group_of(story: Scene, groups: list[Scene]) -> Scene:
    """Return a story with all others that are told alike."""
    group = next((group for group in groups if _are_alike(story, group)), story)
    others = (*group.tried, *group.alike)
    alike = tuple(each for each in others if each not in story.tried)
    return replace(story, alike=alike)


def _these(cells: tuple[Cell, ...]) -> There:
    return There(plain(sentence("these", number=len(cells))), cells[0])
