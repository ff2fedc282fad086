"""Verify answers about pieces and the plane, independently of the search that found them.

Cells become points with integer coordinates on which the symmetries of the lattice act linearly. `_LATTICES` holds all that
is used of a lattice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilewright.proof.claims import ClaimError, Unchecked

__all__ = ["check"]

_Point = tuple[int, int]
_Map = tuple[int, int, int, int]

#: For each lattice: kinds of cells, units per period, the generating rotation, a reflection. The centers of the two
#: triangles in a rhomb are one third and two thirds along both of its axes.
_LATTICES: dict[str, tuple[int, int, _Map, _Map]] = {
    "square": (1, 1, (0, -1, 1, 0), (1, 0, 0, -1)),
    "tri": (2, 3, (0, -1, 1, 1), (1, 0, -1, -1)),
    "hex": (1, 1, (0, -1, 1, 1), (1, 0, -1, -1)),
}


class _Lattice:
    def __init__(self, name: str, turn: str) -> None:
        if name not in _LATTICES:
            raise ClaimError(f"unknown lattice {name!r}; known: {', '.join(_LATTICES)}")
        self.kinds, self.scale, rotation, reflection = _LATTICES[name]
        maps = [(1, 0, 0, 1)]
        while (following := _product(rotation, maps[-1])) != maps[0]:
            maps.append(following)
        mirrored = [_product(each, reflection) for each in maps]
        if turn not in ("free", "one-sided", "fixed"):
            raise ClaimError(f"unknown turn {turn!r}; known: free, one-sided, fixed")
        self.all = maps + mirrored
        self.allowed = {"free": self.all, "one-sided": maps, "fixed": maps[:1]}[turn]
        self.half = maps[len(maps) // 2]

    def point(self, cell: Iterable[int]) -> _Point:
        row, column = cell
        if self.kinds == 1:
            return row, column
        rhomb, kind = divmod(column, 2)
        return 3 * row + 1 + kind, 3 * rhomb + 1 + kind

    def cell(self, point: _Point) -> tuple[int, int]:
        x, y = point
        if self.kinds == 1:
            return point
        kind = x % 3 - 1
        return (x - 1 - kind) // 3, 2 * ((y - 1 - kind) // 3) + kind

    def normal(self, points: Iterable[_Point]) -> tuple[frozenset[_Point], _Point]:
        """Return the points translated to a normal position, and the translation back."""
        listed = list(points)
        a = min(x for x, _ in listed) // self.scale * self.scale
        b = min(y for _, y in listed) // self.scale * self.scale
        return frozenset((x - a, y - b) for x, y in listed), (a, b)


def _product(one: _Map, other: _Map) -> _Map:
    a, b, c, d = one
    e, f, g, h = other
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def _image(way: _Map, points: Iterable[_Point]) -> list[_Point]:
    a, b, c, d = way
    return [(a * x + b * y, c * x + d * y) for x, y in points]


class _Period:
    """The lattice of all integer combinations of two translations."""

    def __init__(self, moves: list[_Point]) -> None:
        (self.a, self.b), (self.c, self.d) = moves
        self.area = self.a * self.d - self.b * self.c
        if not self.area:
            raise ClaimError("the two periods are parallel")

    def has(self, move: _Point) -> bool:
        x, y = move
        return (x * self.d - y * self.c) % self.area == 0 and (y * self.a - x * self.b) % self.area == 0

    def first(self, point: _Point) -> _Point:
        x, y = point
        i = (x * self.d - y * self.c) // self.area
        j = (y * self.a - x * self.b) // self.area
        return x - i * self.a - j * self.c, y - i * self.b - j * self.d


def check(record: Mapping[str, Any]) -> str:
    """Verify an answer that ``tilewright plane --json`` printed or ``-o FILE.jsonl`` wrote.

    Parameters
    ----------
    record : mapping
        The answer, as `Plane.to_json` returns it.

    Returns
    -------
    str
        One line that describes what was verified.

    Raises
    ------
    ClaimError
        If the certificate does not prove the verdict.

    Examples
    --------
    >>> import tilewright as tw
    >>> check(tw.plane("Y5").to_json())
    'it tiles the plane with 1 tile per period in 1 class'
    """
    try:
        return _check(record)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ClaimError(f"the record does not have the documented form: {error!r}") from None


def _check(record: Mapping[str, Any]) -> str:
    verdict = record["verdict"]
    lattice = _Lattice(record.get("lattice", "square"), record.get("turn", "free"))
    words = record["cells"]
    pieces = [
        [lattice.point(cell) for cell in _drawn(word)]
        for word in ([words] if isinstance(words, str) else words)
    ]
    certificate = record["certificate"]
    if verdict == "tiles":
        return _tiles(record, lattice, pieces, certificate)
    if verdict == "does not tile":
        if "hole" in certificate:
            return _hole(lattice, pieces[0], certificate["hole"])
        if "coronas" in certificate:
            return _rings(record, lattice, pieces[0], certificate)
        if "boundary" in certificate:
            return _translations(lattice, pieces[0])
        raise ClaimError("the certificate has no proof that the piece does not tile")
    if verdict == "not known":
        if certificate.get("coronas"):
            return _rings(record, lattice, pieces[0], certificate)
        return "the certificate makes no claim"
    raise ClaimError(f"unknown verdict {verdict!r}; known: tiles, does not tile, not known")


def _drawn(word: str) -> list[tuple[int, int]]:
    return [
        (r, c) for r, line in enumerate(word.split("/")) for c, sign in enumerate(line) if sign not in ". "
    ]


def _tiles(
    record: Mapping[str, Any], lattice: _Lattice, pieces: list[list[_Point]], certificate: Mapping[str, Any]
) -> str:
    period = _Period([(lattice.scale * a, lattice.scale * b) for a, b in record["period"]])
    tiles = [[lattice.point(cell) for cell in cells] for cells in certificate["placements"]]
    which = certificate.get("piece", [0] * len(tiles))
    if set(which) != set(range(len(pieces))):
        raise ClaimError("a piece is not used")
    for number, tile in zip(which, tiles, strict=True):
        shape = lattice.normal(tile)[0]
        if all(lattice.normal(_image(way, pieces[number]))[0] != shape for way in lattice.allowed):
            raise ClaimError(f"the tile {sorted(tile)} is not a copy of the piece")
    covered = [period.first(point) for tile in tiles for point in tile]
    cells = lattice.kinds * abs(period.area) // lattice.scale**2
    if len(set(covered)) != len(covered):
        raise ClaimError("two tiles overlap")
    if len(covered) != cells:
        raise ClaimError(f"the tiles cover {len(covered)} of the {cells} cells in a period")
    orbits = _orbits(lattice, period, tiles, which)
    if orbits > record["isohedral_number"]:
        raise ClaimError(f"the tiles fall into {orbits} classes, not {record['isohedral_number']}")
    kind = record["kind"]
    if kind == "translation" and len(tiles) != 1:
        raise ClaimError("a period has several tiles, so they are not translates of each other")
    if kind == "half turn":
        shapes = [lattice.normal(tile)[0] for tile in tiles]
        turned = lattice.normal(_image(lattice.half, tiles[0]))[0]
        if len(tiles) != 2 or shapes[1] != turned:
            raise ClaimError("a period must have two tiles, related by a half turn")
    if kind in ("translation", "half turn", "isohedral") and orbits != 1:
        raise ClaimError(f"the tiling is not isohedral: its tiles fall into {orbits} classes")
    counted = f"{len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"
    return f"it tiles the plane with {counted} per period in {orbits} {'class' if orbits == 1 else 'classes'}"


def _orbits(lattice: _Lattice, period: _Period, tiles: list[list[_Point]], which: list[int]) -> int:
    """Count the classes of tiles under the symmetries of the tiling that preserve its periods."""
    tile_of = {period.first(point): tile for tile, points in enumerate(tiles) for point in points}
    known = list(range(len(tiles)))
    (a, b), (c, d) = (period.a, period.b), (period.c, period.d)
    for way in lattice.all:
        if not all(period.has(move) for move in _image(way, [(a, b), (c, d)])):
            continue
        images = [_image(way, points) for points in tiles]
        for one in range(len(tiles)):
            shape, here = lattice.normal(images[one])
            for other in range(len(tiles)):
                there, place = lattice.normal(tiles[other])
                if known[one] == known[other] or which[one] != which[other] or shape != there:
                    continue
                move = place[0] - here[0], place[1] - here[1]
                onto = [
                    {tile_of[period.first((x + move[0], y + move[1]))] for x, y in points}
                    for points in images
                ]
                if all(len(each) == 1 for each in onto):
                    for tile, (image,) in enumerate(onto):
                        old, new = known[tile], known[image]
                        known = [new if each == old else each for each in known]
    return len(set(known))


def _hole(lattice: _Lattice, piece: list[_Point], cells: list[list[int]]) -> str:
    """Verify that the cells lie in holes: each neighbor of each cell is in the piece or in a hole."""
    hole = {lattice.point(cell) for cell in cells}
    inside = set(piece)
    if not hole or hole & inside:
        raise ClaimError("the hole is empty or overlaps the piece")
    if not _together(lattice, piece):
        raise ClaimError("the piece is not connected")
    for x, y in hole:
        for a, b in _steps(lattice, (x, y)):
            if (x + a, y + b) not in hole and (x + a, y + b) not in inside:
                raise ClaimError("the hole is open")
    return "it has a hole that no copy can fill"


def _steps(lattice: _Lattice, point: _Point) -> list[_Point]:
    """Return the steps to the centers of the edge neighbors of a cell."""
    if lattice.scale == 3:
        sign = 1 if point[0] % 3 == 1 else -1
        return [(sign, sign), (sign, -2 * sign), (-2 * sign, sign)]
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return steps if len(lattice.all) == 8 else [*steps, (1, -1), (-1, 1)]


def _together(lattice: _Lattice, piece: list[_Point]) -> bool:
    left = set(piece)
    found = [left.pop()]
    while found:
        x, y = found.pop()
        for a, b in _steps(lattice, (x, y)):
            if (x + a, y + b) in left:
                left.remove((x + a, y + b))
                found.append((x + a, y + b))
    return not left


def _touching(lattice: _Lattice, point: _Point) -> list[_Point]:
    """Return the steps to the centers of the cells that share an edge or a corner with a cell."""
    if lattice.scale == 3:
        sign = 1 if point[0] % 3 == 1 else -1
        corners = [(-1, -1), (-1, 2), (2, -1)]
        steps = {(a - c, b - d) for a, b in corners for c, d in corners} - {(0, 0)}
        steps |= {(a + c, b + d) for a, b in corners for c, d in corners}
        return [(sign * a, sign * b) for a, b in steps]
    steps = {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)} - {(0, 0)}
    return sorted(steps if len(lattice.all) == 8 else steps - {(1, 1), (-1, -1)})


def _rings(
    record: Mapping[str, Any], lattice: _Lattice, piece: list[_Point], certificate: Mapping[str, Any]
) -> str:
    """Verify the given rings, and the proof that there are no more."""
    heesch, impossible = record["heesch"], certificate.get("impossible")
    rings = [[[lattice.point(cell) for cell in tile] for tile in ring] for ring in certificate["coronas"]]
    with_holes = record["heesch_with_holes"]
    if "heesch_at_least" in record and (heesch is not None or record["heesch_at_least"] != len(rings)):
        raise ClaimError(f"{record['heesch_at_least']} rings are claimed, but {len(rings)} are given")
    for number, least in ((heesch, len(rings) - 1), (with_holes, len(rings))):
        if number is not None and not least <= number <= len(rings):
            raise ClaimError(f"the Heesch number {number} does not match the {len(rings)} rings given")
    covered = set(piece)
    last = [piece]
    shapes = {lattice.normal(_image(way, piece))[0] for way in lattice.allowed}
    for number, ring in enumerate(rings, start=1):
        inner = {(x + a, y + b) for tile in last for x, y in tile for a, b in _touching(lattice, (x, y))}
        around = inner - covered
        for tile in ring:
            if lattice.normal(tile)[0] not in shapes:
                raise ClaimError(f"{sorted(tile)} is not a copy of the piece")
            if not around.intersection(tile):
                raise ClaimError("a copy in a ring does not touch what it surrounds")
            if covered.intersection(tile):
                raise ClaimError("two copies overlap")
            covered.update(tile)
        if around - covered:
            raise ClaimError("a ring is not closed")
        if (number < len(rings) or heesch is None or number <= heesch) and _enclosed(lattice, covered):
            raise ClaimError("a ring has a hole")
        last = ring
    if impossible is None:
        if record["verdict"] != "not known":
            raise ClaimError("the certificate has no proof that the piece does not tile")
        fit = "ring without holes fits" if len(rings) == 1 else "rings without holes fit"
        return f"{len(rings)} {fit} around it"
    if certificate["proof"] is None:
        raise Unchecked(
            f"the proof that {impossible} rings are impossible is missing: it was too long to save"
        )
    nodes = _Exhausted(lattice, piece, impossible, None).follow(certificate["proof"])
    what = f"{len(rings)} rings fit around it, but not {impossible} ({nodes} cells tried)"
    if heesch is None or heesch + 1 == impossible:
        return what
    what += f"; {heesch + 1} without holes do not fit"
    if "proof_without_holes" not in certificate:
        return what + " (not verified)"
    if certificate["proof_without_holes"] is None:
        raise Unchecked(
            f"the proof that {heesch + 1} rings without holes are impossible is missing: it was too long to save"
        )
    level = heesch + (with_holes != heesch)
    nodes = _Exhausted(lattice, piece, heesch + 1, level).follow(certificate["proof_without_holes"])
    return f"{what} ({nodes} cells tried)"


def _enclosed(lattice: _Lattice, covered: set[_Point]) -> set[_Point]:
    """Return the cells that the covered cells enclose."""
    cells = [lattice.cell(point) for point in covered]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    box = {
        lattice.point((row, column))
        for row in range(min(rows) - 2, max(rows) + 3)
        for column in range(min(columns) - 4, max(columns) + 5)
    }
    free = box - covered
    found = [lattice.point((min(rows) - 2, min(columns) - 4))]
    free.remove(found[0])
    while found:
        x, y = found.pop()
        for a, b in _steps(lattice, (x, y)):
            if (x + a, y + b) in free:
                free.remove((x + a, y + b))
                found.append((x + a, y + b))
    return free


class _Exhausted:
    """Replays a proof that `levels` rings are impossible: each of its cells must be covered, and no copy may be left out.

    Copies that cover a cell are tried in the order of their sorted cells. If the first `limit` rings must not have holes, a cell
    that they enclose must be covered, too. None in the place of a cell ends a branch where one of them is closed and has a hole.
    """

    def __init__(self, lattice: _Lattice, piece: list[_Point], levels: int, limit: int | None) -> None:
        self.lattice, self.levels, self.limit = lattice, levels, limit
        self.shapes = {lattice.normal(_image(way, piece))[0] for way in lattice.allowed}
        self.steps: dict[_Point, list[list[_Point]]] = {}
        #: The copy on each covered cell; the cells of each copy, and the cells that touch it.
        self.owner: dict[_Point, int] = {}
        self.tiles: list[list[_Point]] = []
        self.rims: list[set[_Point]] = []
        self.put(piece)

    def put(self, tile: list[_Point]) -> None:
        self.owner.update(dict.fromkeys(tile, len(self.tiles)))
        self.tiles.append(tile)
        around = {(x + a, y + b) for x, y in tile for a, b in _touching(self.lattice, (x, y))}
        self.rims.append(around.difference(tile))

    def take(self) -> None:
        self.rims.pop()
        for point in self.tiles.pop():
            del self.owner[point]

    def covering(self, point: _Point) -> list[list[_Point]]:
        lattice = self.lattice
        own = point[0] % lattice.scale, point[1] % lattice.scale
        if own not in self.steps:
            found = []
            for shape in self.shapes:
                for x, y in shape:
                    if (x % lattice.scale, y % lattice.scale) == own:
                        found.append([(a - x, b - y) for a, b in shape])
            found.sort(key=lambda each: sorted(lattice.cell((own[0] + a, own[1] + b)) for a, b in each))
            self.steps[own] = found
        return [[(point[0] + a, point[1] + b) for a, b in each] for each in self.steps[own]]

    def level(self) -> dict[int, int]:
        """Return the level of each copy that is connected to the piece: its distance from the piece in copies."""
        level = {0: 0}
        waiting = [0]
        for tile in waiting:
            for point in self.rims[tile]:
                other = self.owner.get(point)
                if other is not None and other not in level:
                    level[other] = level[tile] + 1
                    waiting.append(other)
        return level

    def inside(self, level: dict[int, int], limit: int) -> set[_Point]:
        """Return the cells that copies of levels up to `limit` enclose."""
        covered = {point for tile, own in level.items() if own <= limit for point in self.tiles[tile]}
        return _enclosed(self.lattice, covered)

    def have_hole(self) -> bool:
        """Whether one of the first `limit` rings is closed and has a hole."""
        level = self.level()
        for rings in range(1, (self.limit or 0) + 1):
            if any(
                not self.owner.keys() >= self.rims[tile] for tile, own in level.items() if own == rings - 1
            ):
                return False
            if self.inside(level, rings):
                return True
        return False

    def must_be_covered(self, point: _Point) -> bool:
        if point in self.owner:
            return False
        level = self.level()
        if any(own < self.levels and point in self.rims[tile] for tile, own in level.items()):
            return True
        return self.limit is not None and point in self.inside(level, self.limit)

    def follow(self, proof: list[list[int] | None]) -> int:
        """Return the length of the proof; raise `ClaimError` where it leaves a case out."""
        place = 0

        def branch() -> None:
            nonlocal place
            if place == len(proof):
                raise ClaimError("the proof ends before every case was tried")
            cell = proof[place]
            place += 1
            if cell is None:
                if not self.have_hole():
                    raise ClaimError("the proof ends a branch where no ring has a hole")
                return
            point = self.lattice.point(cell)
            if not self.must_be_covered(point):
                raise ClaimError("the proof branches on a cell that need not be covered")
            for tile in self.covering(point):
                if not any(each in self.owner for each in tile):
                    self.put(tile)
                    branch()
                    self.take()

        branch()
        if place != len(proof):
            raise ClaimError("the proof continues after every case was tried")
        return len(proof)


def _translations(lattice: _Lattice, piece: list[_Point]) -> str:
    """Verify that the boundary has no factorization A B C A^ B^ C^, so that translations alone are not enough."""
    if len(lattice.allowed) > 1:
        raise ClaimError("the piece may turn")
    word = _word(lattice, piece)
    n = len(word)
    if n % 2 == 0:
        half = n // 2

        def fits(start: int, size: int) -> bool:
            there = start + half
            return all(
                word[(start + k) % n] == tuple(-x for x in word[(there + size - 1 - k) % n])
                for k in range(size)
            )

        for start in range(half):
            for a in range(1, half):
                if fits(start, a):
                    for b in range(1, half - a + 1):
                        if fits(start + a, b) and fits(start + a + b, half - a - b):
                            raise ClaimError("translations alone are enough")
    return "translations alone are not enough"


def _word(lattice: _Lattice, piece: list[_Point]) -> list[_Point]:
    """Return the boundary as the steps across its sides, in order."""
    inside = set(piece)
    # A side is a cell and the step across it; turning the step leads to the next side.
    x, y = point = min(inside)
    steps = _ordered(lattice, point)
    at = next(k for k, (a, b) in enumerate(steps) if (x + a, y + b) not in inside)
    begin = (point, steps[at])
    word: list[_Point] = []
    here, step = begin
    while True:
        word.append(step)
        # The next side around the corner belongs to this cell, or to a cell beyond.
        steps = _ordered(lattice, here)
        step = steps[(steps.index(step) + 1) % len(steps)]
        while (beyond := (here[0] + step[0], here[1] + step[1])) in inside:
            back = (-step[0], -step[1])
            here = beyond
            steps = _ordered(lattice, here)
            step = steps[(steps.index(back) + 1) % len(steps)]
        if (here, step) == begin:
            return word


def _ordered(lattice: _Lattice, point: _Point) -> list[_Point]:
    """Return the steps across the sides of a cell, in order around it."""
    if lattice.scale == 3:
        return _steps(lattice, point)
    if len(lattice.all) == 8:
        return [(0, 1), (-1, 0), (0, -1), (1, 0)]
    return [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
