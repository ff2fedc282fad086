"""Searching against the naive twin: every engine, every option, symmetric tilings, and why there is
no tiling.
"""

from __future__ import annotations

from collections import Counter

from naive_problem import lying
from tilewright.errors import EngineError
from tilewright.solving.proofs import WeightBound, explain, weighting
from tilewright.solving.search import Search, solve
from tilewright.solving.search.symmetric import SYMMETRIES
from trial import Trial, marked, tiles

ENGINES = ("scan", "dance", "auto", "clauses")


def check_faults(trial: Trial) -> None:
    """A problem is refused exactly if it makes no sense, and reads back from its JSON."""
    trial.same(trial.twin.is_sound(), not trial.problem.faults(), "solve", call="no faults()")


def check_placements(trial: Trial) -> None:
    """The ways to lay the pieces are those that there are."""
    trial.same(
        Counter(trial.twin.placements), Counter(trial.placements), "solve", call="placements"
    )
    group = Counter(
        tuple(image[tile] for tile in trial.placements) for image in trial.twin.symmetries
    )
    permutations = Counter(
        tuple(trial.placements[p] for p in row) for row in trial.cover.symmetries().tolist()
    )
    trial.same(group, permutations, "solve", "--unique", call="symmetries")


def check_searches(trial: Trial) -> None:
    """Every engine lists every tiling once, or one of each class, with every number of threads and
    any seed.
    """
    for engine in ENGINES:
        for unique in (False, True):
            rng = trial.rng(f"{engine} {unique}")
            _check_search(trial, engine, unique, rng.choice([1, 2]), None)
            _check_search(trial, engine, unique, rng.choice([1, 2]), rng.randrange(1000))
            _check_counting_search(trial, engine, unique, rng.choice([1, 2]), rng.choice([None, 5]))


def _options(
    engine: str, unique: bool, threads: int, seed: int | None, *more: str
) -> tuple[str, ...]:
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
    tilings = list(search)
    lyings = [tiles(tiling) for tiling in tilings]
    wanted = twin.class_count if unique else len(twin.tilings)
    trial.same(True, search.complete, "solve", *options, call="complete")
    trial.same(set(), set(lyings) - set(twin.seen), "solve", *options, call="what is no tiling")
    trial.same(wanted, len(lyings), "solve", *options)
    if unique:
        trial.same(
            wanted, len(set(map(twin.class_of, lyings))), "solve", *options, call="different"
        )
    else:
        trial.same(twin.seen, Counter(lyings), "solve", *options, call="different")
        if twin.reads_marks:
            shown = set(map(marked, tilings))
            trial.same(set(twin.tilings), shown, "solve", *options, call="marks")
    for tiling in tilings[:3]:
        trial.same([], tiling.faults(trial.problem), "solve", *options, call="faults of a tiling")


def _check_counting_search(
    trial: Trial, engine: str, unique: bool, threads: int, seed: int | None
) -> None:
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
        search = Search(
            trial.problem, engine=engine, unique=unique, threads=threads, seed=seed, limit=limit
        )
        lyings = [tiles(tiling) for tiling in search]
        trial.same(min(limit, total), len(lyings), "solve", *options)
        trial.same(
            Counter(), Counter(lyings) - twin.seen, "solve", *options, call="different, and tilings"
        )
        if unique:
            trial.same(
                len(lyings), len(set(map(twin.class_of, lyings))), "solve", *options, call="classes"
            )
        if search.complete:
            trial.same(total, len(lyings), "solve", *options, call="called complete")
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
                for t in Search(
                    trial.problem, engine=engine, unique=unique, threads=threads, seed=seed
                )
            ]
            for threads in (1, 2, 1)
        ]
        options = _options(engine, unique, 2, seed)
        trial.same(orders[0], orders[1], "solve", *options, call="order with two threads")
        trial.same(orders[0], orders[2], "solve", *options, call="order again")


def check_solve(trial: Trial) -> None:
    """One tiling is found if there is one, and none only if there is none."""
    rng = trial.rng("solve")
    tilings = set(trial.twin.seen)
    for engine in ENGINES:
        for seed in (None, rng.randrange(1000)):
            threads = rng.choice([1, 2])
            tiling = solve(trial.problem, engine=engine, seed=seed, threads=threads)
            words = [
                "--engine",
                engine,
                *([] if seed is None else ["--seed", str(seed)]),
                "--threads",
                str(threads),
            ]
            trial.same(bool(tilings), tiling is not None, "solve", *words)
            trial.same(
                True,
                tiling is None or tiles(tiling) in tilings,
                "solve",
                *words,
                call="is a tiling",
            )


def check_symmetric(trial: Trial) -> None:
    """Tilings that a symmetry takes to themselves are found, all of them and no others."""
    rng = trial.rng("symmetric")
    for kind, (order, mirrored) in SYMMETRIES.items():
        if kind[-1].isdigit():
            continue  # one of the mirrors
        engine = rng.choice(["dance", "dance", "clauses"])
        options = ("--symmetric", kind, "--engine", engine, "--all")
        wanted = trial.twin.symmetric(order, mirrored)
        try:
            search = Search(trial.problem, symmetric=kind, engine=engine)
            lyings = [tiles(tiling) for tiling in search]
            tiling = solve(trial.problem, symmetric=kind)
        except EngineError as error:
            trial.same(None, wanted, "solve", *options, call=str(error))
            continue
        # Where there is no tiling at all, that may be known before anybody looks for symmetries.
        trial.same(Counter(map(lying, wanted or ())), Counter(lyings), "solve", *options)
        trial.same(
            True, tiling is None if not lyings else tiles(tiling) in lyings, "solve", *options[:2]
        )
        trial.same(
            True,
            wanted is not None or not trial.twin.tilings,
            "solve",
            *options,
            call="no such symmetry",
        )


def check_proofs(trial: Trial) -> None:
    """No reason is given why there is no tiling where there is one."""
    if trial.twin.tilings:
        trial.same([], explain(trial.problem), "solve", call="explain()")
        trial.same(None, weighting(trial.problem), "solve", call="weighting()")
        return
    explain(trial.problem)
    bound = weighting(trial.problem)
    if isinstance(bound, WeightBound):
        bound.check()
    elif bound is not None:
        for piece, cells, _ in trial.twin.placements:
            covered = sum(bound.weights[cell] for cell in cells) - bound.values[piece]
            covered = covered % bound.modulus if bound.modulus else covered
            trial.same(0, covered, "solve", call=f"weighting(): {sorted(cells)}")
