"""Deductions by sets of placements, slow and obvious: the twin of
`tilewright.kernels.deduction.steps` and `.regions`.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

from tilewright.model.cover import Cover
from tilewright.model.cover.demands import demands


class Impossible(Exception):
    """The position has no tiling, and that can be seen."""


class NaiveDeducer:
    """The same steps as `tilewright.puzzles.deduction.Deducer`, found by trying everything."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        self.cells = [
            frozenset(cover.item[cover.start[p] : cover.start[p + 1]].tolist())
            for p in range(cover.size)
        ]
        self.piece = cover.placement_piece.tolist()
        self.least, self.most = cover.least.tolist(), cover.most.tolist()
        self.optional = set(cover.optional.nonzero()[0].tolist())
        board = cover.problem.board
        self.dots = {n for n, cell in enumerate(cover.cells.tolist()) if board.marks[tuple(cell)]}
        self.beside: list[set[int]] = [set() for _ in range(cover.area)]
        for one, other in cover.neighbors.tolist():
            self.beside[one].add(other)
            self.beside[other].add(one)

    def start(self) -> tuple[frozenset[int], frozenset[int], tuple[int, ...]]:
        """What may be chosen, what is open, and the copies used."""
        alive = frozenset(p for p in range(self.cover.size) if self.most[self.piece[p]] > 0)
        return alive, frozenset(range(self.cover.area)), (0,) * len(self.least)

    def choose(self, position, placement):
        """The position with a placement more."""
        alive, still, used = position
        piece = self.piece[placement]
        used = tuple(n + (k == piece) for k, n in enumerate(used))
        alive = {p for p in alive if not self.cells[p] & self.cells[placement]}
        alive = frozenset(p for p in alive if used[self.piece[p]] < self.most[self.piece[p]])
        return alive, still - self.cells[placement], used

    def over(self, alive, cell):
        """What covers a cell."""
        return {p for p in alive if cell in self.cells[p]}

    def required(self, position):
        """The cells that must be covered."""
        alive, still, _ = position
        dead = {cell for cell in still if not self.over(alive, cell)}
        if dead - self.optional or len(dead) > self.cover.empty_most:
            raise Impossible
        return still - (dead if len(dead) == self.cover.empty_most else self.optional)

    def forced(self, position):
        """A cell that one placement covers, or a piece with as many places as copies to place."""
        alive, _, used = position
        for cell in sorted(self.required(position)):
            if len(self.over(alive, cell)) == 1:
                return "cell", self.over(alive, cell)
        places = [{p for p in alive if self.piece[p] == k} for k in range(len(used))]
        if any(len(places[k]) < self.least[k] - used[k] for k in range(len(used))):
            raise Impossible
        for k in range(len(used)):
            if 0 < self.least[k] - used[k] == len(places[k]):
                if any(
                    self.cells[p] & self.cells[q] for p, q in itertools.combinations(places[k], 2)
                ):
                    raise Impossible
                return "piece", places[k]
        return None

    def shares(self, piece: int) -> set[tuple[int, int]]:
        """The cells and marks that one copy of a piece may have in a region: those of some of its
        parts, wherever it lies.
        """
        one = self.cover.problem.pieces[piece]
        contents = {(0, 0), (len(one.polyomino), sum(map(bool, one.marks)))}
        for p, placement_cells in enumerate(self.cells):
            if self.piece[p] == piece:
                parts = self.parts(placement_cells)
                for chosen in itertools.product((False, True), repeat=len(parts)):
                    cells = frozenset().union(*itertools.compress(parts, chosen))
                    contents.add((len(cells), len(cells & self.dots)))
        return contents

    def parts(self, cells) -> list[set[int]]:
        """The connected parts of a set of cells."""
        rest, parts = set(cells), []
        while rest:
            part = {rest.pop()}
            while more := {n for cell in part for n in self.beside[cell]} & rest:
                part |= more
                rest -= more
            parts.append(part)
        return parts

    def fit(self, used) -> set[tuple[int, int]]:
        """The sizes and marks that a region may have."""
        contents = {(0, 0)}
        for piece, (most, spent) in enumerate(zip(self.most, used, strict=True)):
            shares = self.shares(piece)
            for _ in range(most - spent):
                more = {
                    (a + size, d + dots)
                    for a, d in contents
                    for size, dots in shares
                    if a <= self.cover.area
                }
                if more == contents:
                    break
                contents = more
        for _ in range(self.cover.empty_most):
            contents |= {(a + 1, d + e) for a, d in contents for e in (0, 1)}
        return contents

    def bad_region(self, still, used, beside=None) -> bool:
        """Whether a region, or one beside some cells, does not fit the pieces."""
        fit = self.fit(used)
        for region in self.parts(still):
            if beside is not None and not any(self.beside[cell] & region for cell in beside):
                continue
            if (len(region), len(region & self.dots)) not in fit:
                return True
        return False

    def region(self, position):
        """What would cut off a region that does not fit."""
        alive, still, used = position
        if self.bad_region(still, used):
            raise Impossible
        return {p for p in alive if self.bad_region(*self.choose(position, p)[1:], self.cells[p])}

    def blocked(self, position):
        """What would leave a cell or a piece without a place."""
        alive, _, used = position
        bad = set()
        for p in alive:
            left = {q for q in alive if not self.cells[p] & self.cells[q]}
            empty = any(
                not self.over(left, cell) for cell in self.required(position) - self.cells[p]
            )
            short = any(
                sum(self.piece[q] == k for q in left)
                < self.least[k] - used[k] - (self.piece[p] == k)
                for k in range(len(used))
            )
            if empty or short:
                bad.add(p)
        return bad

    def trial(self, position):
        """The first placement that leads to a contradiction by forced steps."""
        for p in sorted(position[0]):
            later = self.choose(position, p)
            try:
                while step := self.forced(later):
                    for q in sorted(step[1]):
                        later = self.choose(later, q)
            except Impossible:
                return {p}
            if self.bad_region(*later[1:]):
                return {p}
        return set()

    def next_step(self, position):
        """The easiest step: its kind, what is chosen and what is removed."""
        if step := self.forced(position):
            return step[0], step[1], set()
        for kind in ("region", "blocked", "trial"):
            removed = getattr(self, kind)(position)
            if removed:
                return kind, set(), removed
        return None


def all_tilings(cover: Cover, most: int) -> list[frozenset[int]] | None:
    """Return every tiling as the set of its placements, by trying; None if there are more than
    `most`, or too much to try.
    """
    cells = [
        frozenset(cover.item[cover.start[p] : cover.start[p + 1]].tolist())
        for p in range(cover.size)
    ]
    piece = cover.placement_piece.tolist()
    over = [[p for p in range(cover.size) if cell in cells[p]] for cell in range(cover.area)]
    least, highest = cover.least.tolist(), cover.most.tolist()
    tilings: list[frozenset[int]] = []
    patience = 20_000

    def fill(still: frozenset[int], chosen: tuple[int, ...], empty: int) -> None:
        nonlocal patience
        patience -= 1
        if patience < 0 or len(tilings) > most:
            return
        used = [sum(piece[p] == k for p in chosen) for k in range(len(least))]
        if not still:
            if empty >= cover.empty_least and all(
                n >= low for n, low in zip(used, least, strict=True)
            ):
                tilings.append(frozenset(chosen))
            return
        cell = min(still)
        for p in over[cell]:
            if cells[p] <= still and used[piece[p]] < highest[piece[p]]:
                fill(still - cells[p], (*chosen, p), empty)
        if cover.optional[cell] and empty < cover.empty_most:
            fill(still - {cell}, chosen, empty + 1)

    fill(frozenset(range(cover.area)), (), 0)
    return None if patience < 0 or len(tilings) > most else tilings


class SharedSum(NamedTuple):
    """A sum split over cells: its bounds, what each placement adds in all, and the placements on
    each of its cells by what they add there.
    """

    floor: int
    ceiling: int
    adds: dict[int, int]
    levels: dict[int, dict[int, set[int]]]


def shared_sums(cover: Cover) -> list[SharedSum]:
    """Split each sum of the rules over cells, by dictionaries: the twin of
    `tilewright.kernels.deduction.tables`.
    """
    cells = [cover.item[a:b].tolist() for a, b in itertools.pairwise(cover.start.tolist())]
    sums = []
    for _, demand in demands(cover):
        for number in range(len(demand.about)):
            mine = [k for k in range(len(demand.number)) if demand.number[k] == number]
            scale = 1
            shares: dict[tuple[int, int], int] = {}
            if demand.cell is None:
                scale = math.lcm(*(len(cells[demand.placement[k]]) for k in mine))
            for k in mine:
                placement, weight = int(demand.placement[k]), int(demand.weight[k])
                there = cells[placement] if demand.cell is None else [int(demand.cell[k])]
                for cell in there:
                    shares[placement, cell] = scale * weight // len(there)
            adds: dict[int, int] = {}
            for (placement, _), share in shares.items():
                before = adds.get(placement, 0)
                adds[placement] = max(before, share) if demand.colored else before + share
            levels: dict[int, dict[int, set[int]]] = {}
            for cell in {cell for _, cell in shares}:
                levels[cell] = {}
                for placement, own in enumerate(cells):
                    if cell in own:
                        share = shares.get((placement, cell), 0)
                        levels[cell].setdefault(share, set()).add(placement)
            most = sum(shares.values()) if demand.most is None else scale * demand.most
            whole = {placement: total for placement, total in adds.items() if total}
            sums.append(SharedSum(scale * demand.least, most, whole, levels))
    return sums


class Told(NamedTuple):
    """What placements are found by, as the kernel `clues` numbers it; `said` and `clue` are the
    words on the cell and on the cell of the clue.
    """

    by: int
    said: str
    clue: str
    chosen: int
    failing: int
    manner: int
    size: int


def clue_sentences(told: Told, labeled: bool, held: bool) -> tuple[str, str, str]:
    """The names of the sentences: where to look, how all other ways fail, and what follows."""
    by, said, clue, chosen, failing, manner, size = told
    kind = ["Cell", "Clue", "Reach", "Area", "Region", "Side", "Piece"][by]
    sort = "Number" if clue.isdigit() else "Letter"
    prime = size > 1 and all(size % divisor for divisor in range(2, size))
    manners = {9: "failRule", 10: "failRegion", 11: "failBlocked", 13: "failTrial"}
    how = manners.get(manner, "failTry" if manner < 0 else "fail")
    if kind == "Piece":
        one = "pair" if labeled else "piece"
        first = f"{one}Ways" if failing else one if chosen == 1 else "pieces"
        last = "onePlace" if chosen == 1 else "allPlaces"
        return first, how if failing else "", "onePair" if labeled and not failing else last
    around = "join" if labeled else "cell"
    line = "clueLine" if prime and said == str(size) else "clue"
    first = {"Clue": line, "Region": "inRegion", "Reach": f"reach{sort}", "Area": "area"}.get(
        kind, "side" if kind == "Side" else around
    )
    if failing:
        first = {"Clue": "clueWays", "Region": "inRegionWays"}.get(kind, f"{around}Ways")
    plain = "onlyHolder" if held else "onlyJoin" if labeled else "onlyPiece"
    if plain == "onlyPiece" and said == "o":
        plain = "onlyDot"
    last = {"Clue": f"only{sort}", "Reach": f"onlyReach{sort}", "Area": "onlyArea"}.get(kind, plain)
    return first, how if failing else "", last
