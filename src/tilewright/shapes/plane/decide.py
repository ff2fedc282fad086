"""Decide whether a piece tiles the plane: isohedral tilings first, then periodic ones, then rings
of copies around the piece.

The Heesch number of a piece that does not tile is the largest number of rings of copies around it.
Hc counts rings without holes; Hh allows holes in the last ring (C. S. Kaplan, "Heesch numbers of
unmarked polyforms", Contrib. Discrete Math. 17, 2022).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import MemoryLimitError, PieceError
from tilewright.model.piece import Piece, PieceLike, listed_pieces, parse_pieces
from tilewright.model.space.lattice import PLAIN_TURNS, Cell, Turn, check_turn
from tilewright.model.space.polyform import Polyform
from tilewright.shapes.cells import enclosable, holes_of
from tilewright.shapes.plane.answer import Coronas, Plane
from tilewright.shapes.plane.geometry import (
    Periodic,
    Sublattice,
    boundary,
    geometry_of,
)
from tilewright.shapes.plane.isohedral import TooWindingError, isohedral
from tilewright.shapes.plane.tori import Positions, TorusSearch, sublattices
from tilewright.system.platform.machine import check_room
from tilewright.system.values.arguments import check_integer
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.limits import ProgressLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask


@dataclass(frozen=True)
class PlaneEffort:
    """How far to search before giving up. Each of `rounds` rounds has eight times as many nodes as
    the previous round.
    """

    tiles: int = 12
    coronas: int = 7
    rounds: int = 4
    nodes: int = 20_000


@limited
def plane(
    *pieces: PieceLike,
    turn: Turn = "free",
    max_tiles: int = PlaneEffort.tiles,
    max_coronas: int = PlaneEffort.coronas,
    **limits: Unpack[ProgressLimits],
) -> Plane:
    """Decide whether a piece tiles the plane, and return the answer with a certificate.

    Parameters
    ----------
    *pieces : str, Piece, Polyform, array or list
        One piece of squares, triangles or hexagons, which may be used any number of times. If there
        are several pieces, each piece is used at least once, and the search covers only periodic
        tilings.
    turn : {"free", "one-sided", "fixed"}
        Which rotations and reflections of the pieces are allowed.
    max_tiles : int
        If there is no isohedral tiling, search for tilings with a period of at most this many
        tiles.
    max_coronas : int
        Search for at most this many rings of copies around the piece.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. If a limit is reached, the results so far are returned.
        Progress is reported in the phases ``"rings"`` and ``"periods"``.

    Returns
    -------
    Plane

    Raises
    ------
    PieceError
        If no piece is given, if a piece is not flat or not connected, or if a single string names a
        set of more than four pieces. To decide all pieces of a set, call ``plane`` for each piece.

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
        check_integer(max_tiles, "max_tiles", 1),
        check_integer(max_coronas, "max_coronas", 1),
    )
    words = listed_pieces(pieces)
    read = [pair for piece in words for pair in _read_piece(piece, turn)]
    for word in words[:1]:
        advice = f"call `plane` for each of tilewright.pieces({word!r})"
        check_together(words, len(read), advice)
    return decide([name for name, _ in read], [polyform for _, polyform in read], turn, effort)


def check_together(words: Sequence[object], count: int, advice: str) -> None:
    """Reject a whole set that one string names, because its pieces should be decided separately."""
    if len(words) == 1 and isinstance(word := words[0], str) and count > _TOGETHER:
        raise PieceError(
            f"`plane` decides one piece at a time, but {word} has {count} pieces; to decide each "
            f"piece separately, {advice}",
            where="PIECE",
        )


def _read_piece(piece: str | Piece, turn: Turn) -> list[tuple[str, Polyform]]:
    if isinstance(piece, Piece):
        return [(piece.name, piece.polyomino)]
    return [(member.name, member.polyomino) for member in parse_pieces(piece, turn)]


#: The largest set named by one word that is taken to be used together.
_TOGETHER = 4
#: Nodes between two checks of the clock.
_CHUNK = 5_000
#: Nodes before the first restart, and the growth from one restart to the next.
_FIRST = 1_000
_GROWTH = 1.5
#: Initial capacity, in copies.
_ROOM = 64
#: The longest proof that is kept, in nodes.
_LONGEST = 500_000


class Surrounding:
    """A resumable search for `levels` rings of copies around a connected piece without holes. The
    rings that may have `holes`, and the outcome, are numbers of the kernels.
    """

    def __init__(self, polyform: Polyform, turn: Turn, levels: int, holes: int) -> None:
        from tilewright.kernels.plane import surround as kernel

        lattice, geometry = polyform.lattice, geometry_of(polyform.lattice)
        positions = Positions([polyform], turn, geometry)
        steps = geometry.faces, geometry.touching
        self.levels, self.holes, self.outcome = levels, holes, kernel.MORE
        #: Nodes over all restarts.
        self.spent, self._patience = 0, _FIRST
        sizes = np.array([*[0] * 6, *enclosable(lattice), 0, 0], dtype=np.int64)
        many = np.zeros(lattice.kinds, dtype=np.int64)
        kernel.measure(positions.tables, positions.turns, *steps, levels, many, sizes)
        count, choices, *middle, rows, width = sizes[:6].tolist()
        self._middle, self._width = middle, width
        cells, words, halos = len(polyform), -(-choices // 64), geometry.touching.shape[1]
        what = f"surrounding the piece with {levels} rings of copies needs {{}}"
        board = 8 * (rows * width * (4 + words) + count * cells * halos)
        check_room(board + 8 * cells * choices * lattice.kinds, what)

        def array(*shape: int) -> NDArray[np.int64]:
            return np.zeros(shape, dtype=np.int64)

        forms = kernel.CopyForms(
            offsets=array(lattice.kinds, choices, cells),
            form=array(lattice.kinds, choices),
            cells=array(count, cells),
            corner=array(count),
            beside=array(*geometry.faces.shape[:2]),
        )
        halo = array(lattice.kinds, halos)
        first = kernel.lay(positions.tables, positions.turns, *steps, width, forms, many, halo)
        rim, near_count = array(count, cells * halos), array(count)
        at = middle[0] * width + middle[1]
        most = 0
        # The first time, it tells how much room it needs.
        for _ in range(2):
            check_room(board + count * most * 8 * (1 + words), what)
            near, taken = array(count, most), np.zeros((count, most, words), dtype=np.uint64)
            most = kernel.prepare(
                *(forms.offsets, forms.cells, forms.corner, halo, width, at),
                *(rim, near, taken, near_count),
            )
        self._forms = kernel.CopyTables(*forms, rim, near, taken, near_count)
        depth = rows * width // cells + 2
        level, target, option, stage = array(4, depth)
        self._run = kernel.SurroundState(
            grid=array(rows * width),
            alive=np.zeros((rows * width, words), dtype=np.uint64),
            seen=array(rows * width),
            place=array(depth, 2),
            level=level,
            target=target,
            option=option,
            stage=stage,
            before=np.empty((_ROOM, *taken.shape[1:]), dtype=np.uint64),
            state=np.array([0, 1, 0, 0, *sizes[6:]], dtype=np.int64),
            weight=np.ones(rows * width, dtype=np.int64),
            log=array(_LONGEST),
            waiting=np.empty(rows * width, dtype=np.int64),
        )
        kernel.beginning(self._forms, self._run, many, width, at + first)

    @property
    def nodes(self) -> int:
        """The number of nodes since the last restart."""
        return int(self._run.state[2])

    def run(self, nodes: int) -> int:
        """Search until the total number of nodes reaches `nodes`."""
        from tilewright.kernels.plane.surround import MORE, advance, again

        while self.outcome == MORE and self.spent < nodes:
            check_time()
            if self.nodes >= self._patience:
                again(self._forms, self._run)
                self._patience = int(self._patience * _GROWTH)
            before = self.nodes
            budget = min(before + min(_CHUNK, nodes - self.spent), self._patience)
            if self._run.state[0] == len(self._run.before):
                before_bytes = 3 * self._run.before.nbytes
                check_room(
                    before_bytes,
                    f"surrounding the piece with {self.levels} rings of copies needs {{}}",
                )
                self._run = self._run._replace(before=np.concatenate((self._run.before,) * 2))
            self.outcome = advance(
                self._forms, self._run, self._width, self.levels, self.holes, budget
            )
            self.spent += self.nodes - before
        return self.outcome

    def rings(self) -> list[list[list[Cell]]]:
        """Return the cells of each copy in each ring found."""
        run, rings = self._run, [[] for _ in range(self.levels)]  # type: ignore[var-annotated]
        placed = int(run.state[0])
        for (form, corner), level in zip(
            run.place[1:placed].tolist(), run.level[1:placed].tolist(), strict=True
        ):
            cells = [self._cell(corner + step) for step in self._forms.cells[form].tolist()]
            rings[level - 1].append(sorted(cells))
        return rings

    def proof(self) -> list[Cell | None] | None:
        """Return the cells in search order (None where a ring has a hole), or None if the proof is
        too long to keep.
        """
        log = self._run.log
        if self.nodes > len(log):
            return None
        return [None if cell < 0 else self._cell(cell) for cell in log[: self.nodes].tolist()]

    def _cell(self, flat: int) -> Cell:
        return flat // self._width - self._middle[0], flat % self._width - self._middle[1]


class Decision:
    """The question whether pieces tile the plane together.

    Raises
    ------
    PieceError
        If no piece is given, or they are not connected pieces on one flat lattice.
    """

    def __init__(
        self,
        names: Sequence[str],
        pieces: Sequence[Polyform],
        turn: Turn = "free",
        effort: PlaneEffort | None = None,
    ) -> None:
        _check_pieces(names, pieces)
        self.names, self.pieces = tuple(names), tuple(pieces)
        self.turn = check_turn(turn, PLAIN_TURNS)
        self.geometry = geometry_of(pieces[0].lattice)
        self.effort = effort or PlaneEffort()
        #: All periods of up to this many tiles (cells, for several pieces) were searched.
        self.periods = 0
        self.surrounded = 0
        #: The most rings that fit and have no holes.
        self.rings: list[list[list[Cell]]] = []
        self.best: tuple[Periodic, int] | None = None
        #: Whether it is proven that no tiling has fewer classes than the best one.
        self.fewest = False
        self.without_isohedral = False
        #: A final verdict; only its details can still improve.
        self.settled: Plane | None = None
        #: What needed more memory than allowed.
        self._short = ""

    def run(self) -> None:
        """Search for the answer."""
        try:
            self.settled = self._decide_one() if len(self.pieces) == 1 else self._decide_several()
        except MemoryLimitError as error:
            self._short = error.message

    def answer(self, stopped: str = "") -> Plane:
        """Return the results so far."""
        if self.settled is not None:
            return self.settled
        return self.periodic() if self.best else self.not_known(self._short or stopped)

    def record_rings(self, rings: list[list[list[Cell]]]) -> None:
        """Keep the rings without holes if there are more of them than known so far."""
        (polyform,) = self.pieces
        covered = list(polyform.cells)
        for number, ring in enumerate(rings, 1):
            covered += [cell for tile in ring for cell in tile]
            if holes_of(polyform.lattice, covered):
                return
            if number > len(self.rings):
                self.rings = rings[:number]

    def state(self, verdict: str, why: str, **details: object) -> Plane:
        """Return the decision with the partial results."""
        return Plane(self.names, self.pieces, self.turn, self.geometry, verdict, why, **details)  # type: ignore[arg-type]

    def periodic(self) -> Plane:
        """Return the best tiling found, as an answer."""
        assert self.best is not None
        tiling, number = self.best
        counted = _tile_words(len(tiling.tiles))
        classes = "1 class" if number == 1 else f"{number} classes"
        why = f"a periodic tiling with {counted} per period in {classes}"
        proven = self.fewest or number == self.least
        if number > self.least:
            shown = "fewer are impossible" if proven else "fewer may be possible"
            if not proven and self.periods:
                most = (
                    _tile_words(self.periods) if len(self.pieces) == 1 else f"{self.periods} cells"
                )
                shown += f", but not with periods of up to {most}"
            why += f"; {shown}"
        return self.state(
            "tiles",
            why,
            kind="isohedral" if number == 1 else "periodic",
            isohedral_number=number,
            isohedral_number_proven=proven,
            tiling=tiling,
        )

    @property
    def least(self) -> int:
        """The smallest number of classes that is not excluded. Each piece needs a class, and a
        piece without an isohedral tiling needs two.
        """
        return max(len(self.pieces), 2 if self.without_isohedral else 1)

    def not_known(self, reason: str = "") -> Plane:
        """Return an undecided answer with the results proven so far."""
        shown = [reason] if reason else []
        if self.without_isohedral:
            shown.append("no isohedral tiling exists")
        if self.periods:
            what = "tiles" if len(self.pieces) == 1 else "cells"
            shown.append(f"no tiling has a period of up to {self.periods} {what}")
        if self.surrounded:
            shown.append(f"{self.surrounded} rings of copies fit around the piece")
        return self.state(
            "not known",
            ", ".join(shown) or "nothing was proven within the limits",
            shown={"tiles": self.periods, "coronas": self.surrounded},
            coronas=Coronas(self.rings, None, 0, None, None) if self.rings else None,
        )

    def _decide_one(self) -> Plane:
        (polyform,) = self.pieces
        geometry, turn = self.geometry, self.turn
        way = boundary(polyform.cells, geometry)
        if way is None:
            inside = tuple(sorted(itertools.chain(*holes_of(polyform.lattice, polyform.cells))))
            return self.state(
                "does not tile", "the piece has a hole that no copy can fill", holes=inside
            )
        # The mirror image of a symmetric piece is a rotation of it.
        same = len(polyform.orientations("one-sided")) == len(polyform.orientations("free"))
        turned: Turn = "free" if turn == "one-sided" and same else turn
        cells = np.array(polyform.cells, dtype=np.int64)
        try:
            for factorization, tiling in isohedral(way, cells, geometry, turned):
                kind = factorization.kind
                why = (
                    f"an isohedral tiling of Heesch type {kind.name} with "
                    f"{_tile_words(len(tiling.tiles))} per period"
                )
                return self.state(
                    "tiles",
                    why,
                    kind=kind.word,
                    isohedral_number=1,
                    isohedral_number_proven=True,
                    tiling=tiling,
                    factorization=factorization,
                )
        except TooWindingError:
            return self.state(
                "not known", "the boundary of the piece has too many palindromes to search"
            )
        if turn == "fixed":
            return self.state(
                "does not tile",
                "the piece would have to tile by translations alone, but its boundary is not "
                "of Heesch type TTTTTT",
            )
        self.without_isohedral = turned != "free" or geometry.replaces_mirrors
        return self._search_anisohedral()

    def _search_anisohedral(self) -> Plane:
        """Run the searches that a kernel chooses, for rings and periods, with growing budgets."""
        from tilewright.kernels.plane import plan as kernel
        from tilewright.kernels.plane.surround import FOUND, NONE

        (polyform,) = self.pieces
        plan = np.zeros(kernel.COLUMNS, dtype=np.int64)
        limits = astuple(self.effort)
        plan[: kernel.GIVEN] = (*limits, len(polyform), self.least, 0)
        rings: Surrounding | None = None
        counted: list[list[list[Cell]]] = []
        without: list[Cell | None] | None = None
        outcome = FOUND
        while True:
            plan[kernel.SHOWN] = len(self.rings)
            classes = self.best[1] if self.best else 0
            what = kernel.advance(plan, self.geometry.tables, outcome, classes)
            self.periods, self.surrounded, self.fewest = (
                int(plan[kernel.PERIODS]),
                int(plan[kernel.SURROUNDED]),
                bool(plan[kernel.FEWEST]),
            )
            budget = int(plan[kernel.BUDGET])
            if what == kernel.DONE:
                break
            if what == kernel.PERIOD:
                a, b, d, count = plan[kernel.PERIOD_AT : kernel.COUNT + 1].tolist()
                if self.best is None:
                    total = self.effort.tiles
                    report(Progress(phase="periods", unit="tile", done=count - 1, total=total))
                outcome = int(self._search_torus((a, b, d), budget))
                continue
            levels, holes = plan[[kernel.LEVELS, kernel.HOLES]].tolist()
            if rings is None or (rings.levels, rings.holes) != (levels, holes):
                rings = Surrounding(polyform, self.turn, levels, holes)
            self._report_rings()
            outcome = rings.run(budget)
            settled = self.settled is not None
            if outcome == FOUND and settled:
                counted = rings.rings()
            elif outcome == FOUND:
                self.record_rings(rings.rings())
            elif outcome == NONE and settled:
                without = rings.proof()
            elif outcome == NONE and holes == kernel.ANY_HOLES:
                self.settled = self._refuted(rings)
        if self.settled is not None:
            heesch, with_holes = plan[kernel.HEESCH : kernel.WITH_HOLES + 1].tolist()
            return self._count_rings(heesch, with_holes, counted, without)
        return self.periodic() if self.best else self.not_known()

    def _report_rings(self) -> None:
        total = self.effort.coronas
        report(Progress(phase="rings", unit="ring", done=self.surrounded, total=total))

    def _list_periods(self, cells: int) -> Iterator[Sublattice]:
        """Yield the periods with this number of cells."""
        index, odd = divmod(cells, self.geometry.kinds)
        yield from () if odd else sublattices(index)

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self.pieces, self.turn, self.geometry)

    def _search_torus(self, period: Sublattice, nodes: int) -> bool:
        """Keep the tiling with the fewest classes, and return whether the search was exhaustive."""
        search = TorusSearch(self._positions, period)
        for torus_tiling in search.run(nodes):
            check_time()
            tiling, number = self._positions.classify(torus_tiling)
            if self.best is None or number < self.best[1]:
                self.best = tiling, number
                if number <= self.least:
                    return False
        return search.complete

    def _decide_several(self) -> Plane:
        """Search for periodic tilings that use every piece."""
        least = sum(map(len, self.pieces))
        most = max(least, self.effort.tiles * max(map(len, self.pieces)) // 2)
        for cells in range(least, most + 1):
            report(Progress(phase="periods", unit="cell", done=cells - 1, total=most))
            for period in self._list_periods(cells):
                complete = self._search_torus(period, self.effort.nodes)
                if self.best is not None:
                    return self.periodic()
                if not complete:
                    return self.not_known()
            self.periods = cells
        return self.not_known()

    def _refuted(self, none: Surrounding) -> Plane:
        """Return the answer that a piece does not tile, before the rings around it are counted."""
        levels = none.levels
        why = {
            1: "no ring of copies fits around the piece",
            2: "one ring of copies fits around the piece, but not two",
        }.get(levels, f"{levels - 1} rings of copies fit around the piece, but not {levels}")
        coronas = Coronas(self.rings, levels, none.nodes, none.proof(), None)
        return self.state("does not tile", why, coronas=coronas)

    def _count_rings(
        self,
        heesch: int,
        with_holes: int,
        rings: list[list[list[Cell]]],
        without: list[Cell | None] | None,
    ) -> Plane:
        """Return the same answer with the number of rings that fit, -1 if it is not known."""
        assert self.settled is not None
        assert self.settled.coronas is not None
        why, coronas = self.settled.why, self.settled.coronas
        if heesch < 0:
            rings = max(rings, self.rings, key=len)
        elif heesch + 1 != coronas.impossible:
            last = with_holes == heesch + 1
            why += ", and the last ring has a hole" if last else ", and the rings have holes"
        return replace(
            self.settled,
            why=why,
            heesch=None if heesch < 0 else heesch,
            heesch_with_holes=None if with_holes < 0 else with_holes,
            coronas=replace(coronas, rings=rings, proof_without_holes=without),
        )


def decide(
    names: Sequence[str],
    pieces: Sequence[Polyform],
    turn: Turn = "free",
    effort: PlaneEffort | None = None,
) -> Plane:
    """Decide whether pieces tile the plane, within the current limits; see `plane`."""
    return ask(Decision(names, pieces, turn, effort))


def _check_pieces(names: Sequence[str], pieces: Sequence[Polyform]) -> None:
    """Raise an error if the pieces are not connected or not on one flat lattice."""
    if not pieces:
        raise PieceError("specify a piece, such as 'Y5'")
    for name, piece in zip(names, pieces, strict=True):
        if piece.lattice.dimension != 2:
            raise PieceError(
                "a piece for the plane must be made of squares, triangles or hexagons, not "
                f"{piece.lattice.cells}",
                where=name,
            )
        if piece.lattice is not pieces[0].lattice:
            raise PieceError(
                "all pieces must be on the same lattice, but this piece is made of "
                f"{piece.lattice.cells} "
                f"and {names[0]} is made of {pieces[0].lattice.cells}",
                where=name,
            )
        if not piece.is_connected():
            raise PieceError(
                "the cells of a piece must be connected along edges to tile the plane", where=name
            )


def _tile_words(tiles: int) -> str:
    return "one tile" if tiles == 1 else f"{tiles} tiles"
