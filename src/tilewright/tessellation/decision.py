"""Decide whether a piece tiles the plane: the simplest ways first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tilewright.arguments import check_integer
from tilewright.deadline import Deadline, check_time
from tilewright.errors import PieceError, TimeLimitError
from tilewright.lattices.lattice import Turn, check_turn
from tilewright.lattices.polyform import Polyform
from tilewright.piece import Piece, parse_pieces
from tilewright.progress import Progress, shown_in_notebook
from tilewright.tessellation.answer import Coronas, Plane
from tilewright.tessellation.corona import Holes, RingOutcome, Surrounding
from tilewright.tessellation.geometry import Cell, Geometry, Periodic, boundary, geometry_of, holes
from tilewright.tessellation.isohedral import TooWindingError, isohedral
from tilewright.tessellation.periods import TorusSearch, most_tiles, orbits, primitive, sublattices

__all__ = ["PlaneEffort", "decide", "plane"]


@dataclass(frozen=True)
class PlaneEffort:
    """How far to look before a piece is said to be not known.

    Attributes
    ----------
    tiles : int
        The most tiles in a period.
    coronas : int
        The most rings around the piece.
    rounds : int
        Searches are tried with `nodes` nodes each, and with eight times as many in each further round.
    nodes : int
    """

    tiles: int = 12
    coronas: int = 7
    rounds: int = 4
    nodes: int = 20_000


def plane(
    *pieces: str | Piece | Polyform,
    turn: Turn = "free",
    tiles: int = PlaneEffort.tiles,
    coronas: int = PlaneEffort.coronas,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Plane:
    """Say whether a piece tiles the plane, how, and what proves it.

    Parameters
    ----------
    *pieces : str, Piece or Polyform
        One piece, of squares, triangles or hexagons; there are as many copies of it as are needed. Of several pieces each
        is used at least once, and only periodic tilings are looked for.
    turn : {"free", "one-sided", "fixed"}
        How they may turn.
    tiles : int
        Look for periods of at most this many tiles, where there is no isohedral tiling.
    coronas : int
        Look for at most this many rings around the piece.
    timeout : float, optional
        Stop after this many seconds, with what was shown until then.
    progress : callable, optional
        Called with a `Progress` before each number of rings and each number of tiles to a period; the phases are ``"rings"``
        and ``"periods"``. If not given, a notebook shows it below the cell.

    Returns
    -------
    Plane

    Raises
    ------
    PieceError
        If these are no pieces of the plane, or the cells of one do not hang together.

    Examples
    --------
    >>> import tilewright as tw
    >>> answer = tw.plane("Y5")
    >>> answer.verdict, answer.kind, answer.isohedral_number, answer.period
    ('tiles', 'translation', 1, ((1, 2), (0, 5)))
    >>> answer = tw.plane(".#../####/.#../.#..")
    >>> answer.verdict, answer.heesch, answer.heesch_with_holes
    ('does not tile', 0, 1)
    """
    turn = check_turn(turn)
    effort = PlaneEffort(
        check_integer(tiles, "the tiles in a period", 1, where="tiles"),
        check_integer(coronas, "the coronas", 1, where="coronas"),
    )
    read = [found for piece in pieces for found in _read(piece, turn)]
    return decide(
        [name for name, _ in read], [polyform for _, polyform in read], turn, effort, timeout, progress
    )


def _read(piece: str | Piece | Polyform, turn: Turn) -> list[tuple[str, Polyform]]:
    if isinstance(piece, Polyform):
        return [(piece.lattice.prefix + piece.text(), piece)]
    if isinstance(piece, Piece):
        return [(piece.name, piece.polyomino)]
    return [(found.name, found.polyomino) for found in parse_pieces(piece, turn)]


class Decision:
    """Whether pieces tile the plane, and what is known of it so far: `run` finds out, and may be interrupted anywhere."""

    def __init__(
        self,
        names: list[str],
        pieces: list[Polyform],
        turn: Turn,
        geometry: Geometry,
        progress: Callable[[Progress], object] | None,
    ) -> None:
        self._progress = progress or shown_in_notebook()
        self.names, self.pieces, self.turn, self.geometry = tuple(names), tuple(pieces), turn, geometry
        #: All periods of this many tiles (cells, for several pieces) were searched.
        self.periods = 0
        self.surrounded = 0
        self.best: tuple[Periodic, int] | None = None
        #: No tiling has fewer classes than the best one.
        self.fewest = False
        self.without_isohedral = False
        #: An answer that can at most get more detailed.
        self.settled: Plane | None = None

    def run(self, effort: PlaneEffort) -> Plane:
        """Find the answer."""
        self.settled = _several(self, effort) if len(self.pieces) > 1 else _one(self, effort)
        return self.settled

    def so_far(self, reason: str) -> Plane:
        """Return what is known after `run` was interrupted, for a reason such as ``the time was up``."""
        if self.settled is not None:
            return self.settled
        return self.periodic() if self.best else self.not_known(reason)

    def tell(self, phase: str, unit: str, done: int, total: int) -> None:
        """Say how far it is."""
        if self._progress is not None:
            self._progress(Progress(phase=phase, unit=unit, done=done, total=total))

    def answer(self, verdict: str, why: str, **found: object) -> Plane:
        return Plane(self.names, self.pieces, self.turn, self.geometry, verdict, why, **found)  # type: ignore[arg-type]

    def periodic(self) -> Plane:
        """Return the answer that the best tiling found is."""
        assert self.best is not None
        tiling, number = self.best
        why = f"it repeats with {_counted(len(tiling.tiles))} to a period, of {number} classes"
        # Each piece has a class of its own, and one piece alone is in two at least where it has no isohedral tiling.
        proven = self.fewest or number == max(len(self.pieces), 2)
        if number > max(len(self.pieces), 2):
            shown = "fewer are impossible" if proven else "whether fewer are possible is not known"
            if not proven and self.periods:
                most = _counted(self.periods) if len(self.pieces) == 1 else f"{self.periods} cells"
                shown += f", but for periods of up to {most}"
            why += f"; {shown}"
        return self.answer(
            "tiles",
            why,
            kind="periodic",
            isohedral_number=number,
            isohedral_number_proven=proven,
            tiling=tiling,
        )

    def not_known(self, reason: str = "") -> Plane:
        """Return what was shown."""
        shown = [reason] if reason else []
        if self.without_isohedral:
            shown.append("it has no isohedral tiling")
        if self.periods:
            what = "tiles" if len(self.pieces) == 1 else "cells"
            shown.append(f"no period of up to {self.periods} {what}")
        if self.surrounded:
            shown.append(f"{self.surrounded} rings of copies fit around it")
        return self.answer(
            "not known", ", ".join(shown), shown={"tiles": self.periods, "coronas": self.surrounded}
        )


def decide(
    names: list[str],
    pieces: list[Polyform],
    turn: Turn = "free",
    effort: PlaneEffort | None = None,
    timeout: float | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Plane:
    """Say whether pieces tile the plane; see `plane`."""
    decision = decision_of(names, pieces, turn, progress)
    deadline = Deadline(timeout)
    try:
        with deadline.holds():
            return decision.run(effort or PlaneEffort())
    except TimeLimitError:
        if not deadline.passed:
            raise
        return decision.so_far("the time was up")


def decision_of(
    names: list[str],
    pieces: list[Polyform],
    turn: Turn = "free",
    progress: Callable[[Progress], object] | None = None,
) -> Decision:
    """Return the question whether pieces tile the plane, before any work on it."""
    if not pieces:
        raise PieceError("which piece? Name one, such as 'Y5'")
    for name, piece in zip(names, pieces, strict=True):
        if piece.lattice.dimension != 2:
            raise PieceError(
                "a piece that is to tile the plane is of squares, triangles or hexagons", where=name
            )
        if piece.lattice is not pieces[0].lattice:
            raise PieceError("all pieces are of the same lattice", where=name)
        if not piece.is_connected():
            raise PieceError(
                "the cells of a piece that is to tile the plane hang together along edges", where=name
            )
    return Decision(names, pieces, turn, geometry_of(pieces[0].lattice), progress)


def _one(asked: Decision, effort: PlaneEffort) -> Plane:
    (polyform,) = asked.pieces
    geometry, turn = asked.geometry, asked.turn
    way = boundary(polyform.cells, geometry)
    if way is None:
        inside = tuple(holes(polyform.cells, polyform.lattice))
        return asked.answer("does not tile", "it has a hole, and no copy of it fits into that", holes=inside)
    try:
        for factorization, tiling in isohedral(way, np.array(polyform.cells, dtype=np.int64), geometry, turn):
            kind = factorization.kind
            why = f"its boundary is {kind.name}, with {_counted(len(tiling.tiles))} to a period"
            return asked.answer(
                "tiles",
                why,
                kind=kind.word,
                isohedral_number=1,
                isohedral_number_proven=True,
                tiling=tiling,
                factorization=factorization,
            )
    except TooWindingError:
        return asked.answer("not known", "its boundary repeats itself too often for this")
    if turn == "fixed":
        return asked.answer(
            "does not tile", "its boundary is not TTTTTT, as it would be if translations were enough"
        )
    asked.without_isohedral = True
    return _anisohedral(asked, polyform, effort)


def _anisohedral(asked: Decision, polyform: Polyform, effort: PlaneEffort) -> Plane:
    """Look for periods and for rings by turns, each with more and more nodes."""
    rings = Surrounding(polyform, asked.turn, 1, Holes.ANY)
    for turn in range(effort.rounds):
        nodes = effort.nodes * 8**turn
        asked.tell("rings", "ring", asked.surrounded, effort.coronas)
        while rings.levels <= 2 * turn + 2 and rings.run(nodes) is RingOutcome.FOUND:
            asked.surrounded = rings.levels
            asked.tell("rings", "ring", asked.surrounded, effort.coronas)
            if rings.levels == effort.coronas:
                break
            rings = Surrounding(polyform, asked.turn, rings.levels + 1, Holes.ANY)
        if rings.outcome is RingOutcome.NONE:
            return _surrounded(asked, polyform, rings, effort)
        _periods(asked, min(4 * (turn + 1), effort.tiles), effort.tiles, nodes)
        if asked.best is not None:
            for later in range(turn, effort.rounds):
                if not asked.fewest:
                    _fewer(asked, effort.nodes * 8**later)
            return asked.periodic()
    return asked.not_known()


def _fewer(asked: Decision, nodes: int) -> None:
    """Search all that could repeat a tiling of fewer classes than the best one, of two at least; note whether that was all."""
    (polyform,) = asked.pieces
    assert asked.best is not None
    symmetries = len(asked.geometry.matrices)
    complete, count = True, asked.periods
    while asked.best[1] > 2 and count < (asked.best[1] - 1) * symmetries:
        count += 1
        index, odd = divmod(count * len(polyform), asked.geometry.kinds)
        for period in () if odd else sublattices(index):
            if count <= most_tiles(asked.best[1] - 1, period, asked.geometry):
                search = TorusSearch(asked.pieces, asked.turn, period, asked.geometry)
                complete &= _search(asked, search, nodes)
    asked.fewest = complete


def _periods(asked: Decision, tiles: int, most: int, nodes: int) -> None:
    """Search all periods up to a number of tiles, of the most there will be, until there is a tiling of two classes."""
    (polyform,) = asked.pieces
    for count in range(asked.periods + 1, tiles + 1):
        asked.tell("periods", "tile", count - 1, most)
        index, odd = divmod(count * len(polyform), asked.geometry.kinds)
        complete = True
        for period in () if odd else sublattices(index):
            complete &= _search(asked, TorusSearch(asked.pieces, asked.turn, period, asked.geometry), nodes)
            if asked.best is not None and asked.best[1] <= 2:
                return
        if not complete:
            return
        asked.periods = count


def _search(asked: Decision, search: TorusSearch, nodes: int) -> bool:
    """Keep the tiling of fewest classes; return whether all was searched."""
    for found in search.run(nodes):
        check_time()
        tiling = primitive(found, asked.pieces, asked.geometry)
        number = orbits(tiling, asked.pieces, asked.geometry)
        if asked.best is None or number < asked.best[1]:
            asked.best = tiling, number
            if number <= len(asked.pieces):
                return False
    return search.complete


def _several(asked: Decision, effort: PlaneEffort) -> Plane:
    """Look for periodic tilings with every piece in them."""
    least = sum(map(len, asked.pieces))
    most = max(least, effort.tiles * max(map(len, asked.pieces)) // 2)
    for cells in range(least, most + 1):
        asked.tell("periods", "cell", cells - 1, most)
        index, odd = divmod(cells, asked.geometry.kinds)
        for period in () if odd else sublattices(index):
            search = TorusSearch(asked.pieces, asked.turn, period, asked.geometry)
            _search(asked, search, effort.nodes)
            if asked.best is not None:
                return asked.periodic()
            if not search.complete:
                return asked.not_known()
        asked.periods = cells
    return asked.not_known()


def _surrounded(asked: Decision, polyform: Polyform, none: Surrounding, effort: PlaneEffort) -> Plane:
    """Return that a piece does not tile, as too few rings fit around it, and how many there are."""
    impossible = none.levels
    nodes = effort.nodes * 8**effort.rounds
    rings: list[list[list[tuple[int, ...]]]] = []
    why = {0: "no ring of copies fits around it", 1: "one ring of copies fits around it, and not two"}.get(
        impossible - 1, f"{impossible - 1} rings of copies fit around it, and not {impossible}"
    )
    settled = Coronas([], impossible, none.nodes, none.proof(), None)
    asked.settled = asked.answer("does not tile", why, coronas=settled)
    heesch: int | None = 0
    for level in range(1, impossible):
        search = Surrounding(polyform, asked.turn, level, Holes.NONE)
        outcome = search.run(nodes)
        if outcome is not RingOutcome.FOUND:
            heesch = None if outcome is RingOutcome.MORE else heesch
            break
        heesch, rings = level, search.rings()
    with_holes = heesch
    without: list[Cell | None] | None = None
    if heesch is not None and heesch + 1 < impossible:
        last = Surrounding(polyform, asked.turn, heesch + 1, Holes.LAST)
        outcome = last.run(nodes)
        without = (last if outcome is RingOutcome.NONE else search).proof()
        if outcome is RingOutcome.FOUND:
            with_holes, rings = heesch + 1, last.rings()
        elif outcome is RingOutcome.MORE:
            with_holes = None
    coronas = Coronas(rings, impossible, none.nodes, settled.proof, without)
    if heesch != impossible - 1 and heesch is not None:
        why += ", and the last one has a hole" if with_holes == heesch + 1 else ", and they have holes"
    return asked.answer("does not tile", why, heesch=heesch, heesch_with_holes=with_holes, coronas=coronas)


def _counted(tiles: int) -> str:
    return "one tile" if tiles == 1 else f"{tiles} tiles"
