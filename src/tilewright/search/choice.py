"""Which engine for which problem, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tilewright.arguments import check_integer, check_positive, format_value
from tilewright.cover import Cover
from tilewright.errors import EngineError, MemoryLimitError, ProblemError
from tilewright.search.blocks import BlocksEngine, block_sizes
from tilewright.search.cadical import has_cadical
from tilewright.search.clauses import ClauseEngine, Symmetric
from tilewright.search.protocol import Engine
from tilewright.search.race import Entrant, RaceEngine
from tilewright.search.scan import make_scan
from tilewright.search.scan.layout import ScanLayout, lay_out, scan_order
from tilewright.search.symmetry_breaking import UNBROKEN, Breaking, break_symmetry

__all__ = ["ENGINES", "EngineChoice", "EngineName", "check_engine", "check_options", "choose", "make_engine"]

#: The names that `engine=` takes, apart from ``auto``.
ENGINES = ("scan", "dance", "sat", "clauses")
#: An engine, or the one that `choose` takes.
EngineName = Literal["auto", "scan", "dance", "sat", "clauses"]
#: With so many tiles a search comes to its end even where a node takes several words.
_FEW_TILES = 16
#: Where more positions than this are ahead of the first empty cell, and filled or not, filling it first meets dead ends late.
_FEW_AHEAD = 32
#: Dimension of the lattices where a cell is filled early by going where there are the fewest choices.
_SOLID = 3
#: Pieces of so many cells are placed by the hundred thousand without a dead end that matters.
_SMALL_PIECE = 4
#: With more placements than this nobody comes to the end of a search, and symmetry is not worth its arrays.
_LARGE = 500_000
#: With more placements than this a clause solver does not join a race: it would need gigabytes.
_MANY_VARIABLES = 100_000


@dataclass(frozen=True, eq=False)
class EngineChoice:
    """An engine, how symmetry is broken in it, and why this engine."""

    engine: Engine
    breaking: Breaking
    reason: str

    @property
    def kind(self) -> str:
        """Which checkpoints are of the same kind; it does not change when a race is won."""
        name = self.engine.lanes[0].name if isinstance(self.engine, RaceEngine) else self.engine.name
        return f"one {name}" if self.engine.single else name


def choose(cover: Cover, *, one: bool = False) -> tuple[EngineName, str]:
    """Return the name of the engine that finds all tilings best, or the first of a race for one, and the reason in a few words."""
    if not isinstance(cover, Cover):
        raise EngineError(
            f"an engine is chosen for a Cover, as tilewright.cover.compile_cover makes it, not for {format_value(cover)}"
        )
    return _suits(cover, lay_out(cover), one)


def _suits(cover: Cover, layout: ScanLayout, one: bool) -> tuple[EngineName, str]:
    """Return the best engine and the reason.

    Scan has the cheapest nodes by far, and remembers dead ends; it wins wherever its window fits in
    one word, and, with several words, as long as the search can come to its end. For one tiling of
    many larger pieces it is better to go where there are the fewest choices; so it is wherever
    what is ahead of the first empty cell is wide, if all pieces are needed and are something to branch on, and for all
    tilings of a box of cubes, or by polyiamonds, if each piece is used once: a triangle that the first empty cell is far from
    loses its few neighbors unseen.
    """
    short = f"{layout.height} cells along the short side"
    refusal = layout.refusal
    once = bool((layout.least == 1).all() and (layout.most == 1).all())
    lattice = cover.problem.board.lattice
    if once and not one and layout.depth <= _FEW_TILES:
        if lattice.dimension == _SOLID:
            return (
                "dance",
                f"cells of a box have many neighbors, and each of {layout.depth} pieces is used once",
            )
        if lattice.kinds > 1:
            return "dance", f"cells have few neighbors, and each of {layout.depth} pieces is used once"
    if refusal is None:
        return "scan", f"{short}: what is ahead of the first empty cell fits in {layout.span} bits"
    if layout.span <= 64 and layout.depth <= _FEW_TILES:
        if layout.span <= _FEW_AHEAD or not (layout.least > 0).all():
            return "scan", f"{short}, at most {layout.depth} tiles"
        return (
            "dance",
            f"{layout.span} positions are ahead of the first empty cell, and every piece is needed",
        )
    if int(layout.size.max(initial=0)) <= _SMALL_PIECE:
        return "scan", f"pieces of at most {_SMALL_PIECE} cells rarely leave a hole that none fills"
    return "dance", f"{refusal}, and there may be {layout.depth} tiles"


def check_engine(name: str) -> None:
    """Refuse what is not the name of an engine."""
    if name not in ("auto", *ENGINES):
        raise EngineError(
            f"there is no engine {name!r}; there are auto, {', '.join(ENGINES)}", where="engine"
        )


def check_options(*, limit: int | None, threads: int | None, timeout: float | None, seed: int | None) -> None:
    """Refuse numbers out of range."""
    if limit is not None:
        check_integer(limit, "the limit", 0, error=ProblemError, where="limit")
    if threads is not None:
        check_integer(threads, "the number of threads", 1, error=ProblemError, where="threads")
    if timeout is not None:
        check_positive(timeout, "the time in seconds", error=ProblemError, where="timeout")
    if seed is not None:
        check_integer(seed, "the seed", 0, error=ProblemError, where="seed")


def make_engine(
    cover: Cover,
    name: str = "auto",
    *,
    unique: bool = False,
    seed: int | None = None,
    one: bool = False,
    threads: int = 1,
    symmetric: Symmetric | None = None,
) -> EngineChoice:
    """Make the engine for a search.

    Where a pivot breaks the symmetry, it does so for all tilings, too: the images of those found
    are all the others, and cost nothing to find. `one` says that one tiling is enough: then the engine
    that is chosen runs a race with another, unless it was asked for by name. Tilings that are symmetric are found by
    clauses.
    """
    check_engine(name)
    if symmetric is not None:
        if name not in ("auto", "clauses"):
            raise EngineError(f"tilings with a symmetry are found by clauses, not by {name}", where="engine")
        engine = ClauseEngine(cover, None, seed, one, symmetric)
        return EngineChoice(engine, UNBROKEN, "placements that are images of each other are one variable")
    breaking, allowed = UNBROKEN, None
    order = scan_order(cover, seed)
    # Where sides are joined, there may be as many moves of the board over itself as it has cells.
    moves = cover.symmetry_bound // cover.problem.board.lattice.order
    if unique or cover.size * moves <= _LARGE:
        broken = break_symmetry(cover, order.position)
        if broken.order > 1 and (broken.shrinks or unique):
            breaking, allowed = broken, broken.allowed
    layout = lay_out(cover, allowed, seed, order) if name in ("auto", "scan") else None
    reason, race = "asked for", one and name == "auto"
    if layout is not None and name == "auto":
        name, reason = _suits(cover, layout, one)
    if name == "dance" and not one:
        breaking = breaking.finer(cover)
    apart = breaking.apart

    def dance() -> Engine:
        from tilewright.search.dance.engine import DanceEngine

        return DanceEngine(cover, allowed, seed, restarts=one, apart=apart)

    makers: dict[str, Callable[[], Engine]] = {
        "scan": lambda: make_scan(cover, allowed, seed, layout),
        "dance": dance,
        "sat": lambda: ClauseEngine(cover, allowed, seed, one, name="sat"),
        "clauses": lambda: ClauseEngine(cover, allowed, seed, one),
    }
    if layout is None or not race:
        return EngineChoice(makers[name](), breaking, reason)
    return EngineChoice(_race(cover, layout, name, makers, seed, threads), breaking, reason)


def _race(
    cover: Cover,
    layout: ScanLayout,
    first: str,
    makers: dict[str, Callable[[], Engine]],
    seed: int | None,
    threads: int,
) -> RaceEngine:
    """Return a race for one tiling, in which the engine named `first` has a head start."""
    wide = layout.refusal is not None
    items = cover.area + len(cover.least)
    # Ticks of ten nanoseconds, as measured; with many items the keys of dance leave the cache.
    costs = {"scan": 40 if wide else 1, "dance": 60 + (items // 400) ** 3}
    lanes = [
        Entrant(name, makers[name], costs[name]) for name in sorted(costs, key=lambda name: name != first)
    ]
    if block_sizes(cover.problem):

        def blocks() -> Engine:
            return BlocksEngine(cover, lambda block: make_engine(block, seed=seed).engine)

        lanes.append(Entrant("blocks", blocks, 60))
    if seed is None and has_cadical():

        def clauses() -> Engine:
            if cover.size > _MANY_VARIABLES:
                raise MemoryLimitError("too many placements for a clause solver beside other engines")
            return makers["clauses"]()

        lanes.append(Entrant("clauses", clauses, 0))
    smallest = min((len(piece.polyomino) for piece in cover.problem.pieces), default=1)
    return RaceEngine(tuple(lanes), max(1, cover.area // smallest), threads)
