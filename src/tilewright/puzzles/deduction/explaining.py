"""Explain the next placement: of all that can be deduced, the one whose reason is nearest and
smallest.

A placement follows where every other way to cover a cell, or every other place of a piece, fails.
Each way that fails has a cause: it strands some cells, or leaves a cell or piece without a place,
at once or after pieces that have to follow. The conclusion with the fewest and shortest causes is
chosen. One cause is shown in pictures, and the others are cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import shown_letters
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.deducer import Deducer
from tilewright.puzzles.deduction.sentences import There, Words, joined, plain, sentence, spoken
from tilewright.puzzles.deduction.steps import Candidates, Contradiction, StepKind
from tilewright.puzzles.deduction.tables import members
from tilewright.system.work.deadline import Deadline

#: What a cause weighs: the kind, each piece that has to follow, and each round of causes before it.
_WEIGHT: dict[StepKind, int] = {"rule": 1, "region": 2, "blocked": 3, "trial": 4}
_FOLLOWS, _ROUND = 3, 8
#: Among how many conclusions the simplest is chosen where causes have causes.
_LOOKS = 6
#: Stands for the number of cells where there is nothing to see.
_FAR = 1000
#: How many sizes of pieces are listed.
_LISTED = 6
#: What it weighs to look for the places of a piece on the whole board.
_EVERYWHERE = 4


@dataclass(frozen=True, slots=True)
class Scene:
    """A sentence with the placements that are tried, by their numbers, and the cells that it is
    about.
    """

    words: Words
    tried: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A placement that follows.

    Parameters
    ----------
    kinds : tuple of str
        The kinds of the causes, and at the end that of the conclusion: *cell* or *piece*.
    words : Words
        Everything in one sentence.
    chosen : tuple of int
        The placements that follow.
    cells : tuple of cells
        The cells of the conclusion.
    scenes : tuple of Scene
        At most three: one cause, and the conclusion.
    cases : tuple of Scene
        All causes.
    """

    kinds: tuple[StepKind, ...]
    words: Words
    chosen: tuple[int, ...]
    cells: tuple[Cell, ...]
    scenes: tuple[Scene, ...]
    cases: tuple[Scene, ...]


class _Cause(NamedTuple):
    """Why a placement fails: in which round it was found, how hard it is to see, and its kind."""

    round: int
    weight: int
    kind: StepKind


class _Conclusion(NamedTuple):
    """Placements that follow as all `rivals` fail, and the cells that stay empty."""

    weight: int
    kind: StepKind
    words: Words
    chosen: tuple[int, ...]
    rivals: tuple[int, ...]
    cells: tuple[Cell, ...]
    empty: tuple[int, ...] = ()


class Explainer:
    """Explains placements from a position, which is changed: what fails is removed."""

    def __init__(self, deducer: Deducer, position: Candidates) -> None:
        self.deducer, self.position = deducer, position
        #: The position before each round.
        self.rounds = [position.copy()]
        self.causes: dict[int, _Cause] = {}
        #: Why placements fail, told once: many conclusions share it.
        self.known: dict[int, _Story] = {}

    def explain(self, deadline: Deadline) -> Explanation | None:
        """Return the placement whose reason is the simplest, or None; raise `Contradiction` if
        there is no tiling.
        """
        self.deducer.forced(self.position)
        best = self._simplest_conclusion()
        for number in itertools.count():
            removed = False
            for fails in (self._fail_at_once(number), self._fail_later(number, deadline)):
                if best is not None:
                    return self._sentence(best)
                for placement, cause in fails:
                    if placement not in self.causes:
                        self.causes[placement] = cause
                        self.position.exclude((placement,))
                        removed = True
                best = self._simplest_conclusion()
            if best is not None:
                return self._sentence(best)
            if not removed or deadline.passed:
                return None
            self.rounds.append(self.position.copy())
        raise AssertionError

    # What fails ----------------------------------------------------------------------------------

    def _fail_at_once(self, number: int) -> Iterator[tuple[int, _Cause]]:
        """Yield what strands a region, or leaves a cell or piece without a place."""
        here = self.rounds[number]
        if self.deducer.rules:
            for placement in self.deducer.breaking(here):
                yield placement, _Cause(number, _WEIGHT["rule"] + _ROUND * number, "rule")
        if number == 0:
            # What is cut off does not depend on what was removed.
            for placement in self.deducer.cutting(here):
                yield placement, _Cause(0, _WEIGHT["region"], "region")
        for placement in self.deducer.blocking(here):
            yield placement, _Cause(number, _WEIGHT["blocked"] + _ROUND * number, "blocked")

    def _fail_later(self, number: int, deadline: Deadline) -> Iterator[tuple[int, _Cause]]:
        """Yield what leads to a contradiction by pieces that have to follow."""
        for placement, follow in self.deducer.failing(self.rounds[number], deadline):
            yield (
                placement,
                _Cause(number, _WEIGHT["trial"] + _FOLLOWS * follow + _ROUND * number, "trial"),
            )

    def _simplest_conclusion(self) -> _Conclusion | None:
        """Return the conclusion with the fewest and shortest causes."""
        conclusions = sorted(
            [*self._conclude_by_cell(), *self._conclude_by_piece()],
            key=lambda conclusion: conclusion.weight,
        )[:_LOOKS]
        if len(conclusions) > 1 and len(self.rounds) > 1:
            conclusions.sort(
                key=lambda conclusion: (
                    conclusion.weight
                    + self._weight({*self._stories(conclusion.rivals)} - {*conclusion.rivals})
                )
            )
        return conclusions[0] if conclusions else None

    def _weight(self, rivals: Iterable[int]) -> int:
        return sum(self.causes[placement].weight for placement in rivals)

    def _conclude_by_cell(self) -> Iterator[_Conclusion]:
        """Yield the cells that only one placement covers."""
        deducer, position, first = self.deducer, self.position, self.rounds[0]
        cover, tables = deducer.cover, deducer.tables
        left, is_open = deducer.placements_left(position), ~position.covered
        dead = np.flatnonzero(is_open & (left == 0)).tolist()
        full = len(dead) == cover.empty_most
        for cell in np.flatnonzero(is_open & (left == 1)).tolist():
            if cover.optional[cell] and not full:
                continue
            (placement,) = members(position.alive & tables.over[cell]).tolist()
            empty = dead if cover.optional[cell] else []
            over = np.bitwise_or.reduce(tables.over[[cell, *empty]], axis=0)
            rivals = tuple(p for p in members(first.alive & over).tolist() if p != placement)
            near = cover.beside[cell]
            around = int(is_open[near[near >= 0]].sum())
            at = deducer.cell(cell)
            yield _Conclusion(
                self._weight(rivals) + around + 2 * len(empty),
                "cell",
                sentence("onlyPiece", piece=deducer.name(placement), cell=at),
                (placement,),
                rivals,
                (at,),
                tuple(empty),
            )

    def _conclude_by_piece(self) -> Iterator[_Conclusion]:
        """Yield the pieces that have as few places as copies to place."""
        deducer, position, first = self.deducer, self.position, self.rounds[0]
        for piece, need in enumerate(deducer.missing(position)):
            places = deducer.tables.own[piece]
            chosen = tuple(members(position.alive & places).tolist())
            if need < 1 or len(chosen) != need:
                continue
            rivals = tuple(p for p in members(first.alive & places).tolist() if p not in chosen)
            name, at = deducer.called(piece), deducer.cells_of(chosen[0])
            key = "onePlace" if need == 1 else "allPlaces"
            yield _Conclusion(
                self._weight(rivals) + _EVERYWHERE + len(at),
                "piece",
                sentence(key, piece=name, number=need, cell=at[0]),
                chosen,
                rivals,
                at,
            )

    # What is said --------------------------------------------------------------------------------

    def _sentence(self, conclusion: _Conclusion) -> Explanation:
        """Return a conclusion in words: a cause, the cells that stay empty, what follows."""
        notes = [self._note(conclusion.empty)] if conclusion.empty else []
        stories = self._stories(conclusion.rivals)
        scenes: tuple[Scene, ...] = ()
        brief: list[Scene] = []
        if conclusion.rivals:
            story = stories[
                min(
                    conclusion.rivals,
                    key=lambda rival: (
                        self._ease(rival)[0],
                        len(stories[rival].case.cells) or _FAR,
                        rival,
                    ),
                )
            ]
            brief = [stories[need].case for need in sorted(story.needs, key=self._ease)[:1]]
            brief.append(story.case)
            scenes = tuple(brief) if len(brief) > 1 or notes else story.scenes
        words: list[str | Cell | There] = []
        for scene in (*brief, *notes):
            words += (*(spoken(sentence("and")) if words else ()), *spoken(scene.words))
        if words:
            so = sentence("soToo" if len(conclusion.rivals) > 1 else "so")
            words += spoken(so)
        causes = sorted(stories, key=lambda placement: (self.causes[placement], placement))
        return Explanation(
            (*dict.fromkeys(self.causes[placement].kind for placement in causes), conclusion.kind),
            joined(*words, *spoken(conclusion.words)) if words else conclusion.words,
            conclusion.chosen,
            conclusion.cells,
            (*(*scenes, *notes)[-2:], Scene(conclusion.words, (), conclusion.cells)),
            tuple(stories[placement].case for placement in causes),
        )

    def _ease(self, placement: int) -> tuple[int, int]:
        return self.causes[placement].weight, placement

    def _note(self, empty: tuple[int, ...]) -> Scene:
        """Say that these cells stay empty."""
        cells = tuple(map(self.deducer.cell, empty))
        possible = (
            np.bitwise_or.reduce(self.deducer.tables.over[[*empty]], axis=0) & self.rounds[0].alive
        )
        key = "leftEmpty" if possible.any() else "staysEmpty"
        return Scene(sentence(key, cells=_these(cells), number=len(cells)), (), cells)

    def _stories(self, rivals: Iterable[int]) -> dict[int, _Story]:
        """Return the stories of all rivals, and of all placements whose failures these need."""
        stories: dict[int, _Story] = {}
        todo = list(rivals)
        while todo:
            placement = todo.pop()
            if placement not in stories:
                if placement not in self.known:
                    self.known[placement] = self._story(placement)
                stories[placement] = self.known[placement]
                todo += stories[placement].needs
        return stories

    def _story(self, placement: int) -> _Story:
        """Return why a placement fails, up to a contradiction."""
        cause = self.causes[placement]
        trial = _Trial(self.deducer, self.rounds[cause.round], self.rounds[0])
        cells, why = trial.fail(placement, cause.kind)
        if trial.needs:
            why = joined(*spoken(why), *spoken(sentence("besides")))
        return self._scenes(trial.tried, cells, why, trial.needs)

    def _scenes(
        self, tried: list[int], cells: tuple[Cell, ...], why: Words, needs: Collection[int]
    ) -> _Story:
        """Return a story in one picture, and in one or two."""
        deducer, follow = self.deducer, len(tried) - 1
        begin: dict[str, str | There] = {
            "piece": deducer.name(tried[0]),
            "here": self._here(tried[0]),
        }
        if not follow:
            case = Scene(sentence("if", **begin, why=why), tuple(tried), cells)
            return _Story(case, (case,), tuple(needs))
        case = Scene(sentence("ifForced", **begin, number=follow, why=why), tuple(tried), cells)
        first = (
            sentence("ifOne", **begin, other=deducer.name(tried[1]), there=self._here(tried[1]))
            if follow == 1
            else sentence("ifMore", **begin, number=follow)
        )
        two = Scene(first, tuple(tried)), Scene(sentence("then", why=why), tuple(tried), cells)
        return _Story(case, two, tuple(needs))

    def _here(self, placement: int) -> There:
        return There(plain(sentence("here")), self.deducer.cells_of(placement)[0])


class _Trial:
    """A placement that is tried, and what has to follow.

    It is tried in two positions: `here`, in which its failure was found, and `free`, before
    anything was removed. What is alive only in the second had to fail before; `needs` has it.
    """

    def __init__(self, deducer: Deducer, here: Candidates, free: Candidates) -> None:
        self.deducer, self.here, self.free = deducer, here.copy(), free.copy()
        self.tried: list[int] = []
        self.needs: set[int] = set()

    def fail(self, placement: int, kind: StepKind) -> tuple[tuple[Cell, ...], Words]:
        """Try a placement that fails, and return where and why."""
        deducer, kernels, tables = self.deducer, self.deducer.kernels, self.deducer.tables
        try:
            outcome, number = self._follow(placement, kind)
        except Contradiction as broken:
            return broken.cells, broken.words
        if outcome == kernels.NOTHING:
            cells = tuple(map(deducer.cell, deducer.stranded(self.here)))
            size, remark = len(cells), self._remark(len(cells))
            return cells, sentence("cutOff", cells=_these(cells), number=size, remark=remark)
        if outcome == kernels.DEAD:
            self._left(tables.over[number])
            cells = (deducer.cell(number),)
            return cells, sentence("dead", cells=_these(cells))
        if outcome == kernels.EMPTY:
            cells = tuple(map(deducer.cell, self._dead()))
            empty = deducer.cover.empty_most
            return cells, sentence("uncovered", cells=_these(cells), empty=empty)
        self._left(tables.own[number])
        few = deducer.missing(self.here)[number] > 1
        name = deducer.called(number)
        key = "overlap" if outcome == kernels.OVERLAP else "fewPlaces" if few else "noPlace"
        if key == "noPlace" and name in map(deducer.name, self.tried):
            key = "noPlaceElse"
        return (), sentence(key, piece=name)

    def _follow(self, placement: int, kind: StepKind) -> tuple[int, int]:
        """Choose a placement and what has to follow; return the contradiction of the kernel."""
        deducer, kernels, tables = self.deducer, self.deducer.kernels, self.deducer.tables
        self._choose([placement])
        if kind == "rule":
            self._tighten()
        if kind == "blocked":
            for piece, missing in enumerate(deducer.missing(self.here)):
                if missing > len(members(self.here.alive & tables.own[piece])):
                    return kernels.SHORT, piece
        outcome, number = kernels.NOTHING, -1
        while kind != "region":
            # Too many pieces may be needed since no other one fits beside this one.
            outcome, number, _ = deducer.forced_by_kernel(self.here)
            if outcome == kernels.CELL:
                if deducer.cover.optional[number]:
                    self._dead()
                self._choose(self._left(tables.over[number]))
            elif outcome == kernels.PIECE:
                self._choose(self._left(tables.own[number]))
            elif outcome != kernels.NOTHING or not self._tighten():
                break
        return outcome, number

    def _choose(self, chosen: Iterable[int]) -> None:
        for choice in chosen:
            self.deducer.choose(self.here, choice)
            self.deducer.choose(self.free, choice)
            self.tried.append(choice)

    def _left(self, over: NDArray[np.uint64]) -> list[int]:
        """Return what is left of some placements, and note what was removed of them."""
        here, free = self.here.alive & over, self.free.alive & over
        self.needs.update(members(free & ~here).tolist())
        return members(here).tolist()  # type: ignore[no-any-return]

    def _dead(self) -> list[int]:
        """Return the open cells without a placement, and note what was removed there."""
        left = self.deducer.placements_left(self.here)
        cells: list[int] = np.flatnonzero((left == 0) & ~self.here.covered).tolist()
        for cell in cells:
            self._left(self.deducer.tables.over[cell])
        return cells

    def _tighten(self) -> bool:
        """Remove what would break each sum; return whether anything was removed."""
        number, changed = 0, False
        try:
            while (breach := self.deducer.narrow(self.here, number)) is not None:
                self._note_sum(breach[0])
                self.here.exclude(breach[1])
                self.free.exclude(breach[1])
                number, changed = breach[0] + 1, True
        except Contradiction:
            self._note_sum(self.deducer.broken_sum)
            raise
        return changed

    def _note_sum(self, number: int) -> None:
        """Note what was removed at the cells of a sum."""
        tables = self.deducer.tables
        for cell in tables.cell[tables.row[number] : tables.row[number + 1]].tolist():
            if not self.here.covered[cell]:
                self._left(tables.over[cell])

    def _remark(self, cells: int) -> Words:
        """Return why the remaining pieces cannot fill a number of cells: sizes, or else marks."""
        cover = self.deducer.cover
        if cover.empty_most:
            return ""
        left = self.deducer.shares_left(self.here)
        sizes = sorted({size for shares, _ in left for size in shares})
        if len(sizes) == 1 and cells % sizes[0]:
            return sentence("eachHas", number=sizes[0])
        copies = [(shares, min(number, cells)) for shares, number in left]
        sums = {0}
        for shares, number in copies:
            for _ in range(number):
                sums |= {total + size for total in sums for size in shares if total + size <= cells}
        if cells in sums:
            letters = shown_letters(cover.problem.board)
            return sentence("dots", letters=len(letters)) if letters else ""
        every = sorted(size for shares, number in copies for size in shares * number)
        if sum(number for _, number in copies) > _LISTED or any(
            len(shares) > 1 for shares, _ in left
        ):
            return ""
        *first, last = map(str, every)
        leading = plain(sentence("comma")).join(first)
        words = joined(leading, *spoken(sentence("lastAnd")), last) if first else last
        return sentence("sizes", sizes=plain(words))


class _Story(NamedTuple):
    """Why a placement fails: in one scene, in one or two, and what had to fail before."""

    case: Scene
    scenes: tuple[Scene, ...]
    needs: tuple[int, ...]


def _these(cells: tuple[Cell, ...]) -> There:
    return There(plain(sentence("these", number=len(cells))), cells[0])
