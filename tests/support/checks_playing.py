"""Playing against the naive twin: every deduction holds in all completions, and checkers know what
is a tiling.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace

from deducing import Contradiction, carry_out, next_step
from naive_problem import Lying, NaiveProblem, Tile, Tiling, TooLarge
from tilewright.counting import tiling_set
from tilewright.errors import TilingError
from tilewright.model.puzzle import Puzzle
from tilewright.puzzles.deduction import GRADES, Deducer, Step, StepKind
from tilewright.puzzles.deduction import grade as grade_cover
from tilewright.puzzles.play import Session
from tilewright.solving.search import Search
from trial import Trial, in_order, marked

#: Seconds that a hint may take: far more than any does, on any machine.
PATIENT = 3600.0
#: Positions from which steps are deduced, and steps from each.
POSITIONS, STEPS = 4, 12


class _Deductions:
    """The library's deducer, each step of which is compared with all completions."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.deducer = Deducer(trial.cover)
        self.tilings = trial.twin.tilings

    def completions(self, chosen: set[Tile]) -> list[Tiling]:
        return [tiling for tiling in self.tilings if chosen <= tiling]

    def after(self, step: Step, left: list[Tiling]) -> list[Tiling]:
        """The completions that a step leaves."""
        chosen = {self.trial.placements[p] for p in step.chosen}
        removed = {self.trial.placements[p] for p in step.removed}
        return [tiling for tiling in left if chosen <= tiling and not removed & tiling]

    def check(self, step: Step, left: list[Tiling], position: str) -> None:
        """A step holds in all completions; one by symmetry leaves an image of each, and a choice
        leaves one of them.
        """
        trial, rest = self.trial, self.after(step, left)
        call = f"{position}: {step.kind}, {step.text}"
        if step.kind == "symmetry":
            classes = {trial.twin.classes[tiling] for tiling in rest}
            trial.same({trial.twin.classes[tiling] for tiling in left}, classes, "grade", call=call)
        elif step.is_choice:
            trial.same(bool(left), bool(rest), "grade", call=call)
        else:
            wrong = [tiling for tiling in left if tiling not in set(rest)]
            trial.same([], wrong[:1], "grade", call=call)


def _positions(trial: Trial, rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Placements that may lie together: nothing, a part of a tiling, or what comes at random."""
    yield ()
    number = {tile: p for p, tile in enumerate(trial.placements)}
    for _ in range(POSITIONS - 1):
        if trial.twin.tilings and rng.random() < 0.6:
            tiling = sorted(number[tile] for tile in rng.choice(trial.twin.tilings))
            yield tuple(rng.sample(tiling, rng.randint(0, len(tiling))))
        else:
            numbers: list[int] = []
            for p in rng.sample(range(trial.cover.size), min(trial.cover.size, rng.randint(1, 3))):
                piece, cells, _ = trial.placements[p]
                placements = [trial.placements[q] for q in numbers]
                most = trial.twin.pieces[piece][2]
                there = sum(other[0] == piece for other in placements)
                if not any(cells & other[1] for other in placements) and (
                    most is None or there < most
                ):
                    numbers.append(p)
            yield tuple(numbers)


def check_deductions(trial: Trial) -> None:
    """Every step but a guess holds in all completions of the position, and nothing is called
    impossible that is not.
    """
    rng = trial.rng("deductions")
    judged = _Deductions(trial)
    deducer = judged.deducer
    for chosen in _positions(trial, rng):
        words = (
            f"with {[(k, sorted(cells)) for k, cells, _ in (trial.placements[p] for p in chosen)]}"
        )
        left = judged.completions({trial.placements[p] for p in chosen})
        position = deducer.start(chosen)
        for _ in range(STEPS):
            harder: list[frozenset[StepKind]] = [
                frozenset({"cell"}),
                frozenset({"region"}),
                frozenset({"blocked"}),
                frozenset({"trial"}),
            ]
            # The easiest step is carried out; a harder one has to hold as well.
            easiest = GRADES["hard"] - {"symmetry"}
            for allowed in [easiest, rng.choice(harder)]:
                try:
                    step = next_step(deducer, position, allowed)
                except Contradiction:
                    trial.same([], left[:1], "grade", call=f"{words}: contradiction")
                    step = None
                if step is not None:
                    judged.check(step, left, words)
                if allowed is easiest:
                    next_one = step
            if next_one is None or deducer.solved(position):
                break
            carry_out(deducer, position, next_one)
        step = None
        with contextlib.suppress(Contradiction):
            step = next_step(deducer, deducer.start(chosen), frozenset({"symmetry"}))
        if step is not None:
            judged.check(step, left, words)


def check_grades(trial: Trial) -> None:
    """Every step of the way of a grade holds, and the way leads to a tiling if there is one."""
    judged = _Deductions(trial)
    grade = grade_cover(judged.deducer.cover)
    left = list(trial.twin.tilings)
    for step in grade.steps:
        judged.check(step, left, "grade()")
        left = judged.after(step, left)
    if trial.twin.tilings:
        trial.same(True, bool(left), "grade", call="a tiling at the end of the way")
        if grade.level != "expert":
            chosen = {trial.placements[p] for step in grade.steps for p in step.chosen}
            trial.same(
                True,
                chosen in [set(tiling) for tiling in left],
                "grade",
                call="the way is a tiling",
            )


def _mutate_tiling(trial: Trial, rng: random.Random, tiling: Lying) -> Lying:
    """What is a little different from a tiling."""
    twin = trial.twin
    tile_cells = [(k, set(cells)) for k, cells in sorted(tiling, key=lambda tile: sorted(tile[1]))]
    covered = {cell for _, cells in tile_cells for cell in cells}
    spare = sorted(set(twin.letter) - covered)
    one = rng.randrange(len(tile_cells)) if tile_cells else -1
    two = rng.randrange(len(tile_cells)) if tile_cells else -1
    kind = rng.choice(["name", "move", "merge", "split", "remove", "swap", "fill", "shrink"])
    if kind == "fill" and spare:
        tile_cells.append((rng.randrange(len(twin.pieces)), {rng.choice(spare)}))
    elif one >= 0:
        cells = tile_cells[one][1]
        some = sorted(cells)[: rng.randint(1, len(cells))]
        if kind == "name":
            tile_cells[one] = (rng.randrange(len(twin.pieces)), cells)
        elif kind == "remove":
            del tile_cells[one]
        elif kind == "shrink":
            cells.remove(some[-1])
        elif kind == "split":
            cells.difference_update(some)
            tile_cells.append((rng.randrange(len(twin.pieces)), set(some)))
        elif one != two and kind == "merge":
            cells |= tile_cells[two][1]
            del tile_cells[two]
        elif one != two and kind in ("move", "swap"):
            other = tile_cells[two][1]
            back = rng.choice(sorted(other))
            cells.remove(some[-1])
            other.add(some[-1])
            if kind == "swap":
                other.remove(back)
                cells.add(back)
    return frozenset((k, frozenset(cells)) for k, cells in tile_cells if cells)


def _without_numbers(trial: Trial) -> list[Lying]:
    """Some tilings by any number of each piece, with any number of cells that stay empty."""
    case = trial.case
    shapes = tuple(replace(shape, least=0, most=None) for shape in case.shapes)
    few = NaiveProblem(replace(case, shapes=shapes, placed=(), empty=None), patience=3000)
    try:
        return sorted(few.seen, key=in_order)
    except TooLarge:
        return []


def check_checkers(trial: Trial) -> None:
    """A tiling has no faults; what is not quite one has some, with and without the names of its
    pieces.
    """
    rng = trial.rng("checkers")
    twin = trial.twin
    if twin.reads_marks:
        _check_marks(trial, rng)
        return
    shown = set(twin.seen)
    parts = {frozenset(cells for _, cells in tiling) for tiling in shown}
    others = _without_numbers(trial)
    tried: list[Lying] = [frozenset(twin.placed), *rng.sample(others, min(len(others), 6))]
    for _ in range(12):
        tiling: Lying = frozenset(twin.placed)
        if shown:
            tiling = rng.choice(sorted(shown, key=in_order))
        for _ in range(rng.choice([0, 1, 1, 2])):
            tiling = _mutate_tiling(trial, rng, tiling)
        tried.append(tiling)
    for tiling in tried:
        words = f"{in_order(tiling)}"
        for named in (True, False):
            wanted = tiling in shown if named else frozenset(cells for _, cells in tiling) in parts
            faults = trial.tiling(tiling, named).faults(trial.problem)
            trial.same(
                wanted,
                not faults,
                "show",
                call=f"faults of {words}{'' if named else ' without names'}: {faults}",
            )


def _check_marks(trial: Trial, rng: random.Random) -> None:
    """Of all tilings whose marks are known, those that break a rule have faults, with and without
    the names of their pieces.
    """
    anyhow = f"equal {','.join(map(str, min(trial.twin.letter)))}"
    every = list(Search(replace(trial.case, rules=(anyhow,)).problem(), limit=2000))
    for tiling in rng.sample(every, min(len(every), 20)):
        faults = tiling.faults(trial.problem)
        words = f"faults of {sorted(marked(tiling), key=str)}: {faults}"
        trial.same(marked(tiling) in trial.twin.tilings, not faults, "show", call=words)
        nameless = replace(tiling, piece=None, names=())
        faults = nameless.faults(trial.problem)
        words = f"faults of {_nameless(marked(tiling))} without names: {faults}"
        wanted = _nameless(marked(tiling)) in map(_nameless, trial.twin.tilings)
        trial.same(wanted, not faults, "show", call=words)


def _nameless(tiling: Tiling) -> frozenset[object]:
    """The cells of a tiling with their marks."""
    return frozenset((cells, marks) for _, cells, marks in tiling)


def check_unranked(trial: Trial) -> None:
    """What is no tiling has no rank."""
    rng = trial.rng("unranked")
    if trial.twin.reads_marks:
        return
    tilings = sorted(trial.twin.seen, key=in_order)
    ranking = tiling_set(trial.problem)
    for _ in range(3):
        tiling = (
            _mutate_tiling(trial, rng, rng.choice(tilings))
            if tilings
            else frozenset(trial.twin.placed)
        )
        if tiling in trial.twin.seen:
            continue
        with contextlib.suppress(TilingError):
            number = ranking.index(trial.tiling(tiling))
            trial.same("no rank", number, "rank", call=f"{in_order(tiling)}")


def check_games(trial: Trial) -> None:
    """A game is solved if it is, and its hints hold."""
    rng = trial.rng("games")
    if trial.twin.tells_apart:
        return
    twin = trial.twin
    session = Session(Puzzle.of(trial.problem))
    placed: Lying = frozenset(twin.placed)
    if session.rules.drawn:
        return  # What is closed all around when it begins counts as drawn.
    shown = sorted(twin.seen, key=in_order)
    names = session.problem.names
    rest = sorted(rng.choice(shown) - placed, key=lambda tile: sorted(tile[1])) if shown else []
    if not shown:
        free = [tile[:2] for tile in twin.placements if tile[:2] not in placed]
        rest = rng.sample(free, min(len(free), 1))
    rng.shuffle(rest)
    hint_number = rng.randint(0, len(rest))
    for number in range(len(rest) + 1):
        words = f"with {in_order(placed)}"
        trial.same(placed in twin.seen, session.solved, "play", call=f"solved {words}")
        left = [tiling for tiling in shown if placed <= tiling]
        if number == hint_number:
            hint = session.hint(timeout=PATIENT)
            call = f"hint {words}: {hint.action}, {hint.text}"
            if session.solved:
                trial.same("done", hint.action, "play", call=call)
            elif not left:
                trial.same(True, hint.action in ("lift", "none"), "play", call=call)
            elif hint.action != "place" or hint.placement is None:
                # All that is missing may be cells that stay empty.
                trial.same("place", hint.action, "play", call=call)
            else:
                tile = (names.index(hint.placement.piece), frozenset(hint.placement.cells))
                holds = [tile in tiling for tiling in left]
                trial.same(
                    True,
                    any(holds) if {"look", "try"} & {*hint.kinds} else all(holds),
                    "play",
                    call=call,
                )
            wrong = session.check(timeout=PATIENT)
            trial.same(
                not left and bool(placed - set(twin.placed)),
                bool(wrong),
                "play",
                call=f"check() {words}: {wrong}",
            )
        if number < len(rest):
            k, cells = rest[number]
            session = session.place(names[k], sorted(cells))
            placed |= {rest[number]}
