"""Choose the engine for a problem, and give the reason."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from tilewright.errors import EngineError, MemoryLimitError, ProblemError
from tilewright.model.cover import Cover, Unique
from tilewright.solving.search.engines.blocks import BlocksEngine, block_sizes
from tilewright.solving.search.engines.cadical import has_cadical
from tilewright.solving.search.engines.matching import MatchingEngine, pairs_refusal
from tilewright.solving.search.engines.race import Entrant, RaceEngine
from tilewright.solving.search.engines.scan import make_scan
from tilewright.solving.search.engines.scan.layout import ScanLayout, lay_out, scan_order
from tilewright.solving.search.running.bounds import most_tiles
from tilewright.solving.search.running.protocol import Engine
from tilewright.solving.search.running.symmetry_breaking import UNBROKEN, Breaking, break_symmetry
from tilewright.solving.search.symmetric import OrbitEngine, Symmetric, orbits_of
from tilewright.system.platform.machine import has_room
from tilewright.system.values.arguments import (
    check_integer,
    check_seed,
    format_value,
)

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

#: The names that `engine=` takes, apart from ``auto``.
ENGINES = ("scan", "dance", "sat", "clauses", "matching")
#: An engine; ``auto`` is the one that `choose` returns.
EngineName = Literal["auto", "scan", "dance", "sat", "clauses", "matching"]
#: With at most this many tiles, a search ends in time even if a node takes several words.
_FEW_TILES = 16
#: If more positions than this are ahead of the first empty cell, scan meets dead ends late.
_FEW_AHEAD = 32
#: In lattices of this dimension, it is best to branch where there are the fewest choices.
_SOLID = 3
#: Pieces with at most this many cells rarely lead to dead ends.
_SMALL_PIECE = 4
#: With more placements than this, no search ends, and symmetry is not worth its arrays.
_LARGE = 500_000
#: With more placements than this, a SAT solver would need gigabytes, and does not join a race.
_MANY_VARIABLES = 100_000
#: If placements have at least this many cells on average, and more than so many together, dance
#: takes long for each step, and to begin.
_LONG, _HEAVY = 64, 1 << 24
#: On boards of at most this many cells, other engines find a tiling by two-cell pieces in a moment,
#: unless there is none.
_FEW_CELLS = 1_000
#: Orientations whose sets are words.
_WORD = 64
#: Items of dance that hold symmetric placements apart, at most.
_SPARE = 10
#: Why tilings by pieces of two cells are matchings.
_PAIRS = (
    "all pieces have two cells, so a tiling is a matching of cells, which can be found in "
    "polynomial time"
)
#: Why rules are searched with dance.
_RULED = "the rules are expressed as items with lower and upper bounds"


@dataclass(frozen=True, eq=False)
class EngineChoice:
    """An engine, its symmetry breaking, and the reason for the choice."""

    engine: Engine
    breaking: Breaking
    reason: str

    @property
    def kind(self) -> str:
        """The kind of search tree, for fingerprints. It does not change when a race is won."""
        name = (
            self.engine.lanes[0].name if isinstance(self.engine, RaceEngine) else self.engine.name
        )
        return f"one {name}" if self.engine.single else name


def choose(cover: Cover, *, one: bool = False) -> tuple[EngineName, str]:
    """Return the best engine for finding all tilings (or one tiling, if `one` is True), and a short
    reason.
    """
    if not isinstance(cover, Cover):
        raise EngineError(
            "`cover` must be a Cover (from tilewright.model.cover.compile_cover), got "
            f"{format_value(cover)}"
        )
    if cover.sums is not None:
        return "dance", _RULED
    return ("matching", _PAIRS) if one and _is_pairs(cover) else _suits(cover, lay_out(cover), one)


def _is_pairs(cover: Cover) -> bool:
    """Return whether matching is the best engine for one tiling."""
    return cover.area > _FEW_CELLS and pairs_refusal(cover) is None


def _suits(cover: Cover, layout: ScanLayout, one: bool) -> tuple[EngineName, str]:
    """Return the best engine and the reason.

    Scan has the cheapest nodes and remembers dead ends. It is best if its window fits into one
    word, or if the search is short. Dance is best for one tiling of many large pieces, if all are
    needed and much is ahead of the first empty cell. It is also best for all tilings of boxes of
    cubes or with polyiamonds, if each piece is used once.

    For all tilings with more than 64 oriented pieces, dance finds 1 to 9 times as many tilings per
    second if its options are machine words. Otherwise, scan finds 2 to 230 times as many if no
    piece runs out (`benchmarks/bench_choice.py`, 250 problems).
    """
    short = f"the short side of the board has {layout.height} cells"
    refusal = layout.refusal
    once = bool((layout.least == 1).all() and (layout.most == 1).all())
    lattice = cover.problem.board.lattice
    if once and not one and layout.depth <= _FEW_TILES:
        if lattice.dimension == _SOLID:
            return (
                "dance",
                f"cells of a box have many neighbors, and each of the {layout.depth} pieces is "
                "used once",
            )
        if lattice.kinds > 1:
            return (
                "dance",
                f"cells have few neighbors, and each of the {layout.depth} pieces is used once",
            )
    if refusal is None:
        return "scan", f"{short}, and the window of positions to fill fits in {layout.span} bits"
    if not one and _in_words(cover, layout):
        return "dance", f"{refusal}, but the options of the engine dance fit in machine words"
    if not one and _is_loose(cover, layout):
        return "scan", f"there are {layout.orientations} orientations, and the copies are unlimited"
    if layout.span <= 64 and layout.depth <= _FEW_TILES:
        if layout.span <= _FEW_AHEAD or not (layout.least > 0).all():
            return "scan", f"{short}, and a tiling has at most {layout.depth} tiles"
        return (
            "dance",
            f"the window has {layout.span} positions, and every piece must be used",
        )
    if int(layout.size.max(initial=0)) <= _SMALL_PIECE:
        return (
            "scan",
            f"pieces of at most {_SMALL_PIECE} cells rarely leave holes that cannot be filled",
        )
    if one and len(cover.item) > max(_HEAVY, _LONG * cover.size):
        return (
            "scan",
            f"{refusal}, but the options of the engine dance would have {len(cover.item):,} "
            "entries",
        )
    return "dance", f"{refusal}, and a tiling may have {layout.depth} tiles"


def _in_words(cover: Cover, layout: ScanLayout) -> bool:
    """Return whether dance stores each option in two words, and areas leave few dead ends."""
    from tilewright.solving.search.engines.dance.run import WORD_ITEMS, WORD_OPTIONS

    once = (layout.least == 1) & (layout.most == 1)
    plain = once | ((layout.least == 0) & ~layout.limited)
    return (
        cover.area + int(once.sum()) + _SPARE <= WORD_ITEMS
        and int(np.count_nonzero(layout.placement >= 0)) <= WORD_OPTIONS
        and bool(plain.all())
        and not cover.optional.any()
        and math.gcd(*layout.size.tolist()) > 1
    )


def _is_loose(cover: Cover, layout: ScanLayout) -> bool:
    """Return whether there are many oriented pieces, unlimited copies, and no empty cells."""
    many = layout.orientations > _WORD
    return many and not layout.least.any() and not layout.limited.any() and not cover.optional.any()


def _has_room(cover: Cover) -> bool:
    """Return whether the options of dance fit into the allowed memory."""
    from tilewright.solving.search.engines.dance.layout import options_size

    return has_room(options_size(cover))


def check_engine(name: str) -> None:
    """Raise `EngineError` if this is not the name of an engine."""
    if name not in ("auto", *ENGINES):
        raise EngineError(
            f"unknown engine {name!r}. Supported engines: auto, {', '.join(ENGINES)}",
            where="engine",
        )


def check_options(limit: int | None, seed: SeedLike) -> int | None:
    """Return the seed of a search, or raise an error if the seed or the number of tilings is out of
    range.
    """
    if limit is not None:
        check_integer(limit, "limit", 0, error=ProblemError)
    return check_seed(seed, error=ProblemError)


def make_engine(
    cover: Cover,
    name: str = "auto",
    *,
    unique: Unique = False,
    seed: int | None = None,
    one: bool = False,
    symmetric: Symmetric | None = None,
) -> EngineChoice:
    """Return the engine for a search. With `one` and no requested engine, it is a race for one
    tiling.

    A pivot also breaks the symmetry if all tilings are requested, because images of found tilings
    are cheap. Symmetric tilings are found by the orbits engine.
    """
    check_engine(name)
    # A run may end at its first tiling only if that fulfills the rules.
    single = one and cover.sums is None
    if symmetric is not None:
        return _symmetric(cover, name, symmetric, seed, one=one, single=single)
    if name == "matching" or (one and name == "auto" and _is_pairs(cover)):
        if not one:
            raise EngineError(
                "the engine 'matching' finds only one tiling, but several were requested",
                where="engine",
            )
        reason = _PAIRS if name == "auto" else "requested with `engine`"
        return EngineChoice(MatchingEngine(cover, seed), UNBROKEN, reason)
    breaking, allowed = UNBROKEN, None
    order = scan_order(cover, seed)
    # If sides are joined, the board may have as many translations as cells.
    moves = cover.symmetry_bound // cover.problem.board.lattice.order
    if unique or cover.size * moves <= _LARGE:
        broken = break_symmetry(cover, order.position, unique)
        if broken.order > 1 and (broken.shrinks or unique):
            breaking, allowed = broken, broken.allowed
    reason, race = "requested with `engine`", one and name == "auto"
    if cover.sums is not None:
        # Other engines only filter what they find.
        race = False
        if name == "auto":
            name, reason = "dance", _RULED
    layout = lay_out(cover, allowed, seed, order) if name in ("auto", "scan") else None
    if layout is not None and name == "auto":
        name, reason = _suits(cover, layout, one)
        if name == "dance" and not _has_room(cover):
            name, reason = "scan", "the options of the engine dance would exceed the memory limit"
    if name == "dance" and not one:
        breaking = breaking.refine(cover)
    apart = breaking.apart

    def dance() -> Engine:
        from tilewright.solving.search.engines.dance.engine import DanceEngine

        return DanceEngine(cover, allowed, seed, restarts=one, apart=apart)

    def solver(name: EngineName) -> Engine:
        from tilewright.solving.search.engines.clauses import ClauseEngine

        return ClauseEngine(cover, allowed, seed, single, name=name)

    makers: dict[str, Callable[[], Engine]] = {
        "scan": lambda: make_scan(cover, allowed, seed, layout),
        "dance": dance,
        "sat": lambda: solver("sat"),
        "clauses": lambda: solver("clauses"),
    }
    if layout is None or not race:
        return EngineChoice(makers[name](), breaking, reason)
    return EngineChoice(_race(cover, layout, name, makers, seed), breaking, reason)


def _symmetric(
    cover: Cover,
    name: str,
    symmetric: Symmetric,
    seed: int | None,
    *,
    one: bool,
    single: bool,
) -> EngineChoice:
    """Return the engine for symmetric tilings: dance on orbits or, for one tiling, a race with a
    solver.
    """

    def orbits() -> Engine:
        return OrbitEngine(cover, symmetric, seed, one)

    def clauses() -> Engine:
        from tilewright.solving.search.engines.clauses import ClauseEngine

        orbits = [variant.placements for variant in orbits_of(cover, symmetric)]
        return ClauseEngine(cover, None, seed, single, orbits)

    reason = "each placement is chosen together with its symmetric images"
    if name == "clauses":
        return EngineChoice(clauses(), UNBROKEN, reason)
    if name not in ("auto", "dance"):
        raise EngineError(
            f"only the engines 'dance' and 'clauses' can find symmetric tilings, got '{name}'",
            where="engine",
        )
    joins = name == "auto" and single and seed is None and has_cadical()
    if not joins or cover.size > _MANY_VARIABLES:
        return EngineChoice(orbits(), UNBROKEN, reason)
    first = orbits()
    lanes = Entrant("dance", lambda: first, 60), Entrant("clauses", clauses, 0)
    return EngineChoice(RaceEngine(lanes, most_tiles(cover)), UNBROKEN, reason)


def _race(
    cover: Cover,
    layout: ScanLayout,
    first: str,
    makers: dict[str, Callable[[], Engine]],
    seed: int | None,
) -> RaceEngine:
    """Return a race for one tiling in which the engine `first` has a head start."""
    wide = layout.refusal is not None
    items = cover.area + len(cover.least)
    # Measured, in ticks of 10 ns; with many items, the keys of dance do not fit in the cache.
    costs = {"scan": 40 if wide else 1, "dance": 60 + (items // 400) ** 3}
    lanes = [
        Entrant(name, makers[name], costs[name])
        for name in sorted(costs, key=lambda name: name != first)
    ]
    if pairs_refusal(cover) is None:
        # It always ends, so nothing else has to join.
        matching = Entrant("matching", lambda: MatchingEngine(cover, seed), 1)
        return RaceEngine((lanes[0], matching), most_tiles(cover))
    if block_sizes(cover):

        def blocks() -> Engine:
            return BlocksEngine(cover, lambda block: make_engine(block, seed=seed).engine)

        lanes.append(Entrant("blocks", blocks, 60))
    if seed is None and has_cadical():

        def clauses() -> Engine:
            if cover.size > _MANY_VARIABLES:
                raise MemoryLimitError(
                    "in a race with other engines, the SAT solver supports at most "
                    f"{_MANY_VARIABLES} placements"
                )
            return makers["clauses"]()

        lanes.append(Entrant("clauses", clauses, 0))
    return RaceEngine(tuple(lanes), most_tiles(cover))
