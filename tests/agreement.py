"""Every way to an answer, against the naive twin: searching, counting, ranking, proving.

As a program it tries many random problems and prints each disagreement with the smallest problem
that shows it, as a command line::

    python tests/agreement.py FIRST HOWMANY [CHECK …]
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import FrameType
from typing import Any

from cases import Case, random_case, smaller
from naive_problem import NaiveProblem, Tiling, TooLarge
from tilewright.counting import (
    Ranking,
    cheapest,
    count_by_piece,
    count_details,
    count_up_to_symmetry,
    heat,
    placement_counts,
    weigh,
)
from tilewright.counting.run.tuning import Tuning
from tilewright.cover import Cover, compile_cover
from tilewright.errors import EngineError, NoTilingError, TilewrightError
from tilewright.problem import Problem
from tilewright.proof import explain, weighting
from tilewright.search import Search, solve
from tilewright.tiling import Tiling as Found

__all__ = ["CHECKS", "Disagreement", "judge", "smallest"]

ENGINES = ("scan", "dance", "auto", "sat", "clauses")
#: Tilings of a problem that is looked at: more are left to problems that are drawn often enough.
MOST = 1500
#: Seconds of work after which a single check is said to hang. The slowest takes two; on a busy machine that may be a minute.
#: What the system does for the process, such as finding memory, is none of its work.
HANGS = 300


class Disagreement(Exception):
    """The library and the twin, or two ways of the library, do not agree."""


class Hanging(Disagreement):
    """There is no answer after a time in which there should be a thousand."""


@dataclass
class Trial:
    """One problem under judgement."""

    case: Case
    seed: int = 0

    @cached_property
    def problem(self) -> Problem:
        return self.case.problem()

    @cached_property
    def cover(self) -> Cover:
        return compile_cover(self.problem)

    @cached_property
    def twin(self) -> NaiveProblem:
        return NaiveProblem(self.case)

    def rng(self, name: str) -> random.Random:
        """Random choices of one check; they do not depend on the other checks."""
        return random.Random(f"{self.seed} {name}")

    def same(self, expected: object, got: object, verb: str, *options: str, call: str = "") -> None:
        """Raise if two answers differ."""
        if expected != got:
            said = f"  [{call}]" if call else ""
            raise Disagreement(
                f"{self.case.command(verb, *options)}{said}\n    expected {expected}, got {got}"
            )


def tiles(found: Found) -> Tiling:
    """A tiling of the library as the twin writes it."""
    cells: dict[int, list[tuple[int, int]]] = {}
    for r, row in enumerate(found.labels.tolist()):
        for c, label in enumerate(row):
            if label >= 0:
                cells.setdefault(label, []).append((r, c))
    piece = found.piece.tolist()
    return frozenset((piece[label], frozenset(lying)) for label, lying in cells.items())


def check_faults(trial: Trial) -> None:
    """A problem is refused exactly if it makes no sense, and reads back from its JSON."""
    trial.same(trial.twin.is_sound(), not trial.problem.faults(), "solve", call="no faults()")


def check_json(trial: Trial) -> None:
    """What `to_json` writes is read back to an equal problem."""
    again = Problem.from_json(trial.problem.to_json())
    trial.same(True, again == trial.problem, "solve", call="from_json(to_json())")


def check_searches(trial: Trial) -> None:
    """Every engine lists every tiling once, or one of each class, with every number of threads and any seed."""
    for engine in ENGINES:
        for unique in (False, True):
            rng = trial.rng(f"{engine} {unique}")
            for threads in (1, 2) if engine in ("scan", "dance") else (rng.choice([1, 2]),):
                _check_search(trial, engine, unique, threads, None)
            _check_search(trial, engine, unique, rng.choice([1, 2]), rng.randrange(1000))
            _check_counting_search(trial, engine, unique, rng.choice([1, 2]), rng.choice([None, 5]))


def _options(engine: str, unique: bool, threads: int, seed: int | None, *more: str) -> tuple[str, ...]:
    return (
        "--all",
        "-q",
        *["--engine", engine],
        *(["--unique"] if unique else []),
        *["--threads", str(threads)],
        *([] if seed is None else ["--seed", str(seed)]),
        *more,
    )


def _check_search(trial: Trial, engine: str, unique: bool, threads: int, seed: int | None) -> None:
    twin = trial.twin
    options = _options(engine, unique, threads, seed)
    search = Search(trial.cover, engine=engine, unique=unique, threads=threads, seed=seed)
    found = list(search)
    listed = [tiles(tiling) for tiling in found]
    wanted = twin.class_count if unique else len(twin.tilings)
    trial.same(True, search.complete, "solve", *options, call="complete")
    trial.same(set(), set(listed) - set(twin.tilings), "solve", *options, call="what is no tiling")
    trial.same(wanted, len(listed), "solve", *options)
    trial.same(
        wanted, len({twin.classes[t] if unique else t for t in listed}), "solve", *options, call="different"
    )
    for tiling in found[:3]:
        trial.same([], tiling.faults(trial.problem), "solve", *options, call="faults of a tiling")


def _check_counting_search(trial: Trial, engine: str, unique: bool, threads: int, seed: int | None) -> None:
    wanted = trial.twin.class_count if unique else len(trial.twin.tilings)
    options = _options(engine, unique, threads, seed)
    counted = Search(trial.problem, engine=engine, unique=unique, threads=threads, seed=seed)
    trial.same(wanted, counted.count(), "solve", *options, call="Search.count()")
    trial.same(True, counted.complete, "solve", *options, call="Search.count() complete")


def check_limits(trial: Trial) -> None:
    """A limit cuts off the end and nothing else, and what is cut off is never called complete."""
    rng = trial.rng("limits")
    twin = trial.twin
    for engine in ENGINES:
        unique = rng.random() < 0.5
        total = twin.class_count if unique else len(twin.tilings)
        limit = rng.choice([0, 1, 1, 2, 3, total, total + 1, max(0, total - 1)])
        seed = rng.choice([None, rng.randrange(1000)])
        threads = rng.choice([1, 2])
        options = _options(engine, unique, threads, seed, "--limit", str(limit))
        search = Search(trial.problem, engine=engine, unique=unique, threads=threads, seed=seed, limit=limit)
        listed = [tiles(tiling) for tiling in search]
        trial.same(min(limit, total), len(listed), "solve", *options)
        trial.same(len(listed), len(set(listed)), "solve", *options, call="different")
        trial.same(set(), set(listed) - set(twin.tilings), "solve", *options, call="what is no tiling")
        if unique:
            trial.same(len(listed), len({twin.classes[t] for t in listed}), "solve", *options, call="classes")
        if search.complete:
            trial.same(total, len(listed), "solve", *options, call="called complete")
        elif limit >= total:
            trial.same("limit", search.stopped_by, "solve", *options, call="stopped_by")


def check_order(trial: Trial) -> None:
    """Neither the tilings nor their order depend on the threads, and a seed gives one order."""
    rng = trial.rng("order")
    for engine in ("scan", "dance"):
        seed, unique = rng.choice([None, rng.randrange(1000)]), rng.random() < 0.5
        orders = [
            [
                tiles(t)
                for t in Search(trial.problem, engine=engine, unique=unique, threads=threads, seed=seed)
            ]
            for threads in (1, 2, 1)
        ]
        options = _options(engine, unique, 2, seed)
        trial.same(orders[0], orders[1], "solve", *options, call="order with two threads")
        trial.same(orders[0], orders[2], "solve", *options, call="order again")


def check_solve(trial: Trial) -> None:
    """One tiling is found if there is one, and none only if there is none."""
    rng = trial.rng("solve")
    tilings = set(trial.twin.tilings)
    for engine in ENGINES:
        for seed in (None, rng.randrange(1000)):
            threads = rng.choice([1, 2])
            found = solve(trial.problem, engine=engine, seed=seed, threads=threads)
            words = [
                "--engine",
                engine,
                *([] if seed is None else ["--seed", str(seed)]),
                "--threads",
                str(threads),
            ]
            trial.same(bool(tilings), found is not None, "solve", *words)
            trial.same(True, found is None or tiles(found) in tilings, "solve", *words, call="is a tiling")


def check_counts(trial: Trial) -> None:
    """The number of tilings by every way of counting."""
    rng = trial.rng("counts")
    wanted = len(trial.twin.tilings)
    for scan in ("auto", "rows", "columns"):
        for folded in (True, False):
            threads = rng.choice([1, 2])
            found = count_details(trial.problem, scan=scan, folded=folded, threads=threads)
            trial.same(wanted, found.value, "count", "--scan", scan, call=f"{folded=}, {threads=}")
    with contextlib.suppress(EngineError):
        found = count_details(trial.problem, method="components", folded=rng.random() < 0.5)
        trial.same(wanted, found.value, "count", call="method='components'")
    modulus = rng.choice([1, 2, 3, 10, 97, 1 << 31, (1 << 48) + 7, rng.randrange(1, 1 << 60)])
    found = count_details(trial.problem, modulus=modulus)
    trial.same(wanted % modulus, found.value, "count", "--mod", str(modulus))


def check_second_counts(trial: Trial) -> None:
    """Counting a second time in another way finds the same, and says so."""
    for listed in (0, 1_000):
        found = count_details(trial.problem, check=True, tuning=Tuning(listed=listed))
        trial.same(len(trial.twin.tilings), found.value, "count", "--check", call=f"{listed=}")
        trial.same(True, bool(found.checked), "count", "--check", call=f"{listed=}, checked")


def check_unique_counts(trial: Trial) -> None:
    """The number of classes by Burnside's lemma."""
    rng = trial.rng("unique")
    found = count_up_to_symmetry(trial.problem, threads=rng.choice([1, 2]))
    trial.same(trial.twin.class_count, found.value, "count", "--unique")
    fixed = Counter(
        sum(frozenset(image[t] for t in tiling) == tiling for tiling in trial.twin.tilings)
        for image in trial.twin.symmetries
    )
    trial.same(fixed, Counter(found.fixed.values()), "count", "--unique", call="fixed by each symmetry")
    again = count_up_to_symmetry(trial.problem, check=True, tuning=Tuning(listed=rng.choice([0, 1_000])))
    trial.same(trial.twin.class_count, again.value, "count", "--unique", "--check")


def check_by_piece(trial: Trial) -> None:
    """The numbers by how many copies of each piece, and the sums of weights at a random point."""
    rng = trial.rng("by piece")
    twin = trial.twin
    found = count_by_piece(trial.problem, threads=rng.choice([1, 2]))
    with_empty = len(found.names) > len(twin.pieces)
    wanted = Counter(twin.copies(t) + ((twin.empties(t),) if with_empty else ()) for t in twin.tilings)
    trial.same(dict(wanted), {key: n for key, n in found.counts.items() if n}, "count", "--by-piece")
    trial.same(
        True, with_empty or not any(map(twin.empties, twin.tilings)), "count", "--by-piece", call="empty"
    )
    names = list(trial.problem.names)
    rates: list[int | Fraction] = [
        rng.choice(
            [0, 1, 2, -1, rng.randrange(-50, 50), Fraction(rng.randrange(-9, 9), rng.randrange(1, 9)), 10**30]
        )
        for _ in names
    ]
    weights: dict[str, Any] = dict(zip(names, rates, strict=True))
    stays = Fraction(1)
    if trial.problem.empty_most > 0 and rng.random() < 0.7:
        stays = Fraction(rng.randrange(-9, 9), rng.randrange(1, 9))
        weights["empty"] = stays
    total = Fraction(0)
    for t in twin.tilings:
        product = stays ** twin.empties(t)
        for rate, number in zip(rates, twin.copies(t), strict=True):
            product *= Fraction(rate) ** number
        total += product
    words = [word for name, rate in weights.items() for word in ("--weight", f"{name}={rate}")]
    trial.same(total, weigh(trial.problem, weights, threads=rng.choice([1, 2])), "count", *words)
    if with_empty or "empty" not in weights:
        trial.same(total, found.weighed(weights), "count", "--by-piece", *words, call="weighed")


def check_costs(trial: Trial) -> None:
    """The least cost of a tiling, and how many have it."""
    rng = trial.rng("costs")
    twin = trial.twin
    names = list(trial.problem.names)
    rates = [rng.choice([0, 1, 2, -3, Fraction(rng.randrange(-9, 9), rng.randrange(1, 9))]) for _ in names]
    stays = rng.choice([0, 1, -1])
    costs = {**dict(zip(names, rates, strict=True)), "empty": stays}
    words = [word for name, rate in costs.items() for word in ("--cost", f"{name}={rate}")]
    each = [
        sum((r * n for r, n in zip(rates, twin.copies(t), strict=True)), Fraction(stays * twin.empties(t)))
        for t in twin.tilings
    ]
    if not each:
        with contextlib.suppress(NoTilingError):
            trial.same("no tiling", cheapest(trial.problem, costs), "count", *words)
        return
    found = cheapest(trial.problem, costs)
    trial.same((min(each), each.count(min(each))), (found.cost, found.count), "count", *words)
    lying = tiles(found.tiling)
    trial.same(min(each), each[twin.tilings.index(lying)], "count", *words, call="cost of the tiling")


def check_usage(trial: Trial) -> None:
    """How many tilings use each placement, and how many have each edge as a boundary."""
    twin = trial.twin
    total, each = placement_counts(trial.problem)
    trial.same(len(twin.tilings), total, "count", "--heat", call="placement_counts total")
    cover = compile_cover(trial.problem)
    cells = cover.cells.tolist()
    wanted = Counter(tile for tiling in twin.tilings for tile in tiling)
    got = {}
    for j, number in enumerate(each):
        lying = frozenset(
            (cells[i][0], cells[i][1]) for i in cover.item[cover.start[j] : cover.start[j + 1]].tolist()
        )
        got[int(cover.placement_piece[j]), lying] = number
    trial.same(
        dict(wanted), {tile: n for tile, n in got.items() if n}, "count", "--heat", call="placement_counts"
    )
    if not twin.tilings:
        return
    found = heat(trial.problem)
    trial.same(len(twin.tilings), found.total, "count", "--heat")
    for edges, (down, right) in ((found.right, (0, 1)), (found.below, (1, 0))):
        for r, row in enumerate(edges.tolist()):
            for c, number in enumerate(row):
                one, two = (r, c), (r + down, c + right)
                if one in twin.letter and two in twin.letter:
                    apart = sum(_apart(tiling, one, two) for tiling in twin.tilings)
                    trial.same(apart, number, "count", "--heat", call=f"edge {one} {two}")


def _apart(tiling: Tiling, one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether no tile covers both cells."""
    return not any(one in cells and two in cells for _, cells in tiling)


def check_ranks(trial: Trial) -> None:
    """The k-th tiling, the number of a tiling, and random ones are those of the list."""
    rng = trial.rng("ranks")
    twin = trial.twin
    ranking = Ranking(trial.problem)
    trial.same(len(twin.tilings), ranking.total, "nth", "0", call="Ranking.total")
    numbers = range(ranking.total) if ranking.total <= 100 else rng.sample(range(ranking.total), 100)
    listed = [ranking.nth(k) for k in numbers]
    got = [tiles(t) for t in listed]
    trial.same(set(), set(got) - set(twin.tilings), "sample", call="Ranking.nth is a tiling")
    trial.same(len(got), len(set(got)), "sample", call="Ranking.nth, different")
    trial.same(list(numbers), [ranking.rank(t) for t in listed], "sample", call="rank(nth(k))")
    if twin.tilings:
        seed = rng.randrange(1000)
        drawn = [tiles(t) for t in ranking.sample(5, seed=seed)]
        trial.same(set(), set(drawn) - set(twin.tilings), "sample", "-n", "5", "--seed", str(seed))
        trial.same(
            drawn,
            [tiles(t) for t in ranking.sample(5, seed=seed)],
            "sample",
            "--seed",
            str(seed),
            call="again",
        )


def check_proofs(trial: Trial) -> None:
    """No reason is given why there is no tiling where there is one."""
    if trial.twin.tilings:
        trial.same([], explain(trial.problem), "solve", call="explain()")
        trial.same(None, weighting(trial.problem), "solve", call="weighting()")
    else:
        explain(trial.problem)


#: Every check by name; the first two look at any problem, the others at those that make sense.
CHECKS: dict[str, Callable[[Trial], None]] = {
    name.removeprefix("check_"): check for name, check in list(globals().items()) if name.startswith("check_")
}


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Raise if the body does not end: if it has worked for `HANGS` seconds, or waited for far longer."""
    began, worked = time.monotonic(), os.times().user

    def ring(signal_number: int, frame: FrameType | None) -> None:
        if os.times().user - worked > HANGS or time.monotonic() - began > 12 * HANGS:
            where = "".join(traceback.format_stack(frame)[-4:])
            raise Hanging(f"no answer after {HANGS} seconds of work, at\n{where}")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def judge(case: Case, seed: int = 0, names: tuple[str, ...] = tuple(CHECKS)) -> dict[str, str] | None:
    """Run checks on a case.

    Returns
    -------
    dict or None
        What is wrong, by the check that says so; None if the case is too large for the twin.
    """
    trial = Trial(case, seed)
    try:
        sound = trial.twin.is_sound()
        if sound and len(trial.twin.tilings) > MOST:
            return None
    except TooLarge:
        return None
    wrong = {}
    for name in names:
        if not sound and name != "faults":
            continue
        try:
            with watched():
                CHECKS[name](trial)
        except Hanging as error:
            wrong[name] = f"{case.command('solve')}\n    {error}"
        except Disagreement as error:
            wrong[name] = str(error)
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            kind = "refused" if isinstance(error, TilewrightError) else "broke"
            where = "".join(traceback.format_exception(error)[-3:])
            wrong[name] = f"{case.command('solve')}\n    {kind}: {where}"
    return wrong


def smallest(case: Case, name: str, seed: int, patience: float = 60) -> Case:
    """Return a smallest case for which the check says the same, as far as taking away one thing at a time goes."""
    until = time.monotonic() + patience
    again = True
    while again:
        again = False
        for other in smaller(case):
            if time.monotonic() > until:
                return case
            if judge(other, seed, (name,)):
                case, again = other, True
                break
    return case


def main(words: list[str]) -> int:
    """Judge many cases; return how many disagree."""
    first, number = int(words[0]), int(words[1])
    names = tuple(words[2:]) or tuple(CHECKS)
    disagreements = large = none = unsound = 0
    seen: Counter[str] = Counter()
    began = time.monotonic()
    for k in range(first, first + number):
        # A kernel that never comes back hears no signal: say which case it was.
        print(f"\r{k}", end="", file=sys.stderr, flush=True)
        faulthandler.dump_traceback_later(20 * HANGS, exit=True)
        case = random_case(k)
        wrong = judge(case, k, names)
        if wrong is None:
            large += 1
            continue
        twin = NaiveProblem(case)
        unsound += not twin.is_sound()
        none += twin.is_sound() and not twin.tilings
        for name, what in wrong.items():
            disagreements += 1
            seen[name] += 1
            print(f"\rcase {k}, {name}: {what}")
            if seen[name] <= 5 and "no answer after" not in what:
                least = smallest(case, name, k)
                again = judge(least, k, (name,)) or {}
                print(f"  smallest: {again.get(name, 'does not show it again')}", flush=True)
    faulthandler.cancel_dump_traceback_later()
    print(
        f"\r{number} problems from {first}: {disagreements} disagreements {dict(seen)}; {none} without a tiling, "
        f"{unsound} that make no sense, {large} too large; {time.monotonic() - began:.0f} s"
    )
    return min(disagreements, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
