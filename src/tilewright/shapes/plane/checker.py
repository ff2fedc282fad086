"""Verify answers about pieces and the plane, independently of the search that found them.

Cells become points with integer coordinates on which the symmetries of the lattice act linearly.
`_LATTICES` contains all data about lattices that are used here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.model.claims import ClaimError, Unchecked, check_fields, check_name
from tilewright.model.space.polyform import Polyform

_Point = tuple[int, int]
_Map = tuple[int, int, int, int]

#: The fields of a record, and for each verdict those that must have another value than null or
#: false.
_FIELDS = (
    "piece",
    "cells",
    "lattice",
    "turn",
    "verdict",
    "kind",
    "half_turn",
    "isohedral_number",
    "isohedral_number_proven",
    "period",
    "heesch",
    "heesch_with_holes",
    "certificate",
    "why",
    "heesch_at_least",
    "shown",
)
#: The fields of which nothing is checked.
UNREAD = ("why",)
_TILES = ("kind", "half_turn", "isohedral_number", "isohedral_number_proven", "period")
_RINGS = ("heesch", "heesch_with_holes", "heesch_at_least")
#: For each verdict, the fields that other verdicts do not have.
_VERDICT_FIELDS: dict[str, tuple[str, ...]] = {
    "tiles": _TILES,
    "does not tile": _RINGS,
    "not known": ("heesch_at_least", "shown"),
}
#: For each verdict, the fields of its certificates: those that it must have, and those that it may
#: have.
_EVIDENCE: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {
    "tiles": ((("placements",), ("piece", "kind", "factors")),),
    "does not tile": (
        (("hole",), ()),
        (("coronas", "impossible", "proof"), ("proof_without_holes",)),
        (("boundary",), ()),
    ),
    "not known": ((("coronas",), ()), ((), ())),
}
#: Heesch's types: what the answer calls them, whether they need reflections, and which two of the
#: six factors match and how. ``T`` is a translation, ``C`` a half turn of a factor onto itself,
#: ``G`` a reflection, ``H`` the one perpendicular to it, and a number a rotation in degrees.
_TYPES: dict[str, tuple[str, bool, tuple[tuple[int, int, str], ...]]] = {
    "TTTTTT": ("translation", False, ((0, 3, "T"), (1, 4, "T"), (2, 5, "T"))),
    "TCCTCC": (
        "half turn",
        False,
        ((0, 3, "T"), (1, 1, "C"), (2, 2, "C"), (4, 4, "C"), (5, 5, "C")),
    ),
    "CC4C4C4C4": ("isohedral", False, ((0, 0, "C"), (1, 2, "90"), (3, 4, "90"))),
    "C3C3C3C3C3C3": ("isohedral", False, ((0, 1, "120"), (2, 3, "120"), (4, 5, "120"))),
    "CC3C3C6C6": ("isohedral", False, ((0, 0, "C"), (1, 2, "120"), (3, 4, "60"))),
    "CC6C6C3C3": ("isohedral", False, ((0, 0, "C"), (1, 2, "60"), (3, 4, "120"))),
    "TCCTGG": ("isohedral", True, ((0, 3, "T"), (1, 1, "C"), (2, 2, "C"), (4, 5, "G"))),
    "TG1G1TG2G2": ("isohedral", True, ((0, 3, "T"), (1, 2, "G"), (4, 5, "G"))),
    "TG1G2TG2G1": ("isohedral", True, ((0, 3, "T"), (1, 5, "G"), (2, 4, "G"))),
    "CG1CG2G1G2": ("isohedral", True, ((0, 0, "C"), (2, 2, "C"), (1, 4, "G"), (3, 5, "H"))),
}

#: For each lattice: kinds of cells, units per period, the generating rotation, a reflection. The
#: centers of the two triangles in a rhomb are one third and two thirds along both of its axes.
_LATTICES: dict[str, tuple[int, int, _Map, _Map]] = {
    "square": (1, 1, (0, -1, 1, 0), (1, 0, 0, -1)),
    "tri": (2, 3, (0, -1, 1, 1), (1, 0, -1, -1)),
    "hex": (1, 1, (0, -1, 1, 1), (1, 0, -1, -1)),
}


class _Lattice:
    def __init__(self, name: str, turn: str) -> None:
        if name not in _LATTICES:
            raise Unchecked(f"unknown lattice {name!r}; known: {', '.join(_LATTICES)}")
        self.kinds, self.scale, rotation, reflection = _LATTICES[name]
        maps = [(1, 0, 0, 1)]
        while (following := _product(rotation, maps[-1])) != maps[0]:
            maps.append(following)
        mirrored = [_product(way, reflection) for way in maps]
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
        positions = list(points)
        a = min(x for x, _ in positions) // self.scale * self.scale
        b = min(y for _, y in positions) // self.scale * self.scale
        return frozenset((x - a, y - b) for x, y in positions), (a, b)


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
        return (x * self.d - y * self.c) % self.area == 0 and (
            y * self.a - x * self.b
        ) % self.area == 0

    def first(self, point: _Point) -> _Point:
        x, y = point
        i = (x * self.d - y * self.c) // self.area
        j = (y * self.a - x * self.b) // self.area
        return x - i * self.a - j * self.c, y - i * self.b - j * self.d


def check(record: Mapping[str, Any]) -> str:
    """Verify an answer from ``tilewright plane``, printed with ``--json`` or written with
    ``-o FILE.jsonl``.

    Parameters
    ----------
    record : mapping
        The answer, as returned by `Plane.to_json`.

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
    'there is a tiling of the plane with 1 tile per period in 1 class'
    """
    try:
        return _check(record)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ClaimError(f"the record does not have the documented form: {error!r}") from None


def unproven(record: Mapping[str, Any]) -> list[str]:
    """Return the claims in a record that have no proof, as sentences. `check` verifies all other
    claims.

    Examples
    --------
    >>> import tilewright as tw
    >>> unproven(tw.plane("##/.##/..#/..##/..#", max_tiles=3).to_json())
    ['no tiling has a period of up to 3 tiles']
    """
    claims = []
    number, pieces = record.get("isohedral_number"), record["cells"]
    least = 2 if isinstance(pieces, str) else len(pieces)
    if record.get("isohedral_number_proven") and number is not None and number > least:
        claims.append(f"no tiling has fewer than {number} classes of tiles")
    shown = record.get("shown") or {}
    if shown.get("tiles"):
        units = "tiles" if isinstance(pieces, str) else "cells"
        claims.append(f"no tiling has a period of up to {shown['tiles']} {units}")
    if shown.get("coronas", 0) > len(record["certificate"].get("coronas", ())):
        claims.append(f"{shown['coronas']} rings of copies fit around the piece")
    return claims


def _check(record: Mapping[str, Any]) -> str:
    check_fields(record, _FIELDS, "a record", ("cells", "verdict", "certificate"))
    verdict, certificate = record["verdict"], record["certificate"]
    if verdict not in _VERDICT_FIELDS:
        raise ClaimError(f"unknown verdict {verdict!r}; known: {', '.join(_VERDICT_FIELDS)}")
    name, turn = record.get("lattice", "square"), record.get("turn", "free")
    lattice = _Lattice(name, turn)
    words = [record["cells"]] if isinstance(record["cells"], str) else list(record["cells"])
    _check_names(record, words, name, turn)
    others = {field for fields in _VERDICT_FIELDS.values() for field in fields}.difference(
        _VERDICT_FIELDS[verdict]
    )
    for field in sorted(others):
        if not (record.get(field) is None or record[field] is False):
            raise ClaimError(f"'{field}' must be null or false if the verdict is '{verdict}'")
    for needed, more in _EVIDENCE[verdict]:
        if set(needed) <= set(certificate):
            check_fields(certificate, (*needed, *more), "the certificate")
            break
    else:
        raise ClaimError("the certificate does not prove that the piece does not tile the plane")
    pieces = [[lattice.point(cell) for cell in _parse_drawing(word)] for word in words]
    if verdict == "tiles":
        return _check_tiles(record, lattice, pieces, certificate)
    if len(pieces) == 1 and not _is_connected(lattice, pieces[0]):
        raise ClaimError("the piece is not connected")
    if verdict == "not known":
        return _check_not_known(record, lattice, pieces, certificate)
    if len(pieces) > 1:
        raise ClaimError("proofs for several pieces are not supported")
    if "coronas" in certificate:
        return _check_rings(record, lattice, pieces[0], certificate)
    for field in _RINGS:
        if record.get(field) is not None:
            raise ClaimError(f"'{field}' must be null if the certificate contains no rings")
    if "hole" in certificate:
        return _check_hole(lattice, pieces[0], certificate["hole"])
    return _check_no_translations(lattice, pieces[0], certificate["boundary"])


def _check_names(record: Mapping[str, Any], words: list[str], lattice: str, turn: str) -> None:
    names = record.get("piece", words)
    names = [names] if isinstance(names, str) else list(names)
    if len(names) != len(words) or isinstance(record["cells"], str) != isinstance(
        record.get("piece", ""), str
    ):
        raise ClaimError(f"the record has {len(words)} pieces, but {len(names)} names")
    for piece, word in zip(names, words, strict=True):
        try:
            shape = Polyform.from_text(word, lattice)
        except TilewrightError as error:
            raise ClaimError(f"invalid cells: {error}") from None
        check_name(piece, shape, turn)


def _check_not_known(
    record: Mapping[str, Any],
    lattice: _Lattice,
    pieces: list[list[_Point]],
    certificate: Mapping[str, Any],
) -> str:
    shown, rings = record.get("shown", {}), certificate.get("coronas", [])
    check_fields(shown, ("tiles", "coronas"), "'shown'")
    if any(type(number) is not int or number < 0 for number in shown.values()):
        raise ClaimError("the values in 'shown' must be nonnegative integers")
    if shown.get("coronas", len(rings)) < len(rings):
        raise ClaimError(
            f"the certificate contains {len(rings)} rings, but 'shown' claims {shown['coronas']}"
        )
    if rings and len(pieces) == 1:
        return _check_rings(record, lattice, pieces[0], certificate)
    if rings or record.get("heesch_at_least"):
        raise ClaimError("the certificate contains no rings")
    return "the record contains no claims to verify"


def _parse_drawing(word: str) -> list[tuple[int, int]]:
    return [
        (r, c)
        for r, line in enumerate(word.split("/"))
        for c, sign in enumerate(line)
        if sign not in ". "
    ]


def _check_tiles(
    record: Mapping[str, Any],
    lattice: _Lattice,
    pieces: list[list[_Point]],
    certificate: Mapping[str, Any],
) -> str:
    period = _Period([(lattice.scale * a, lattice.scale * b) for a, b in record["period"]])
    tiles = [[lattice.point(cell) for cell in cells] for cells in certificate["placements"]]
    which = certificate.get("piece", [0] * len(tiles))
    if set(which) != set(range(len(pieces))):
        raise ClaimError("the tiles must use all pieces of the record, and no others")
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
    if any(type(number) is not int for number in which):
        raise ClaimError("the piece number of each tile must be an integer")
    orbits = _orbits(lattice, *_primitive(lattice, period, tiles, which))
    if orbits != record["isohedral_number"] or type(record["isohedral_number"]) is not int:
        raise ClaimError(f"the tiles fall into {orbits} classes, not {record['isohedral_number']}")
    _check_kind(record, lattice, pieces, tiles, orbits)
    counted = f"{len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"
    return (
        f"there is a tiling of the plane with {counted} per period in {orbits} "
        f"{'class' if orbits == 1 else 'classes'}"
    )


def _check_kind(
    record: Mapping[str, Any],
    lattice: _Lattice,
    pieces: list[list[_Point]],
    tiles: list[list[_Point]],
    orbits: int,
) -> None:
    """Verify the stated kind of a tiling, and that no simpler tiling exists."""
    kind, turn = record["kind"], record.get("turn", "free")
    proven = record.get("isohedral_number_proven", orbits == len(pieces))
    certificate = record["certificate"]
    several = len(pieces) > 1
    if type(proven) is not bool or (orbits == len(pieces) and not proven):
        raise ClaimError("'isohedral_number_proven' is wrong")
    if kind == "translation" and len(tiles) != 1:
        raise ClaimError(
            f"a tiling by translations must have one tile per period, got {len(tiles)}"
        )
    if kind == "half turn":
        shapes = [lattice.normal(tile)[0] for tile in tiles]
        turned = lattice.normal(_image(lattice.half, tiles[0]))[0]
        if len(tiles) != 2 or shapes[1] != turned:
            raise ClaimError(
                "a tiling by half turns must have two tiles per period, related by a half turn"
            )
    if kind not in ("translation", "half turn", "isohedral", "periodic") or (
        kind == "periodic"
    ) != (orbits > 1):
        raise ClaimError(f"a tiling with {orbits} classes of tiles cannot be of the kind '{kind}'")
    word = () if several or not _is_disk(lattice, pieces[0]) else _word(lattice, pieces[0])
    simpler = []
    if word and turn != "fixed":
        simpler = [
            one for one in ("translation", "half turn") if _has_kind(lattice, word, one, turn)
        ]
    elif word and _has_kind(lattice, word, "translation", turn):
        simpler = ["translation"]
    half_turn = kind == "half turn" or (kind == "translation" and "half turn" in simpler)
    if simpler and kind != simpler[0]:
        raise ClaimError(f"the simplest kind of tiling is '{simpler[0]}', not '{kind}'")
    if record.get("half_turn", half_turn) is not half_turn:
        raise ClaimError(f"'half_turn' must be {str(half_turn).lower()}")
    if orbits > 1 and proven and word and turn != "fixed":
        # A piece that is its own mirror image need not be flipped.
        same = lattice.normal(_image(lattice.all[-1], pieces[0]))[0]
        mirrored = same in {lattice.normal(_image(way, pieces[0]))[0] for way in lattice.allowed}
        if _has_kind(lattice, word, "isohedral", "free" if mirrored else turn):
            raise ClaimError("the piece has an isohedral tiling, so one class of tiles is enough")
    if ("kind" in certificate) != ("factors" in certificate):
        raise ClaimError("the certificate must have both 'kind' and 'factors', or neither")
    if "kind" in certificate:
        if not word or certificate["kind"] not in _TYPES:
            raise ClaimError(f"unknown Heesch type {certificate['kind']!r}")
        what, _, pairs = _TYPES[certificate["kind"]]
        lengths = certificate["factors"]
        if what != kind:
            raise ClaimError(
                f"the Heesch type {certificate['kind']} does not belong to the kind '{kind}'"
            )
        if any(type(length) is not int for length in lengths) or len(lengths) != 6:
            raise ClaimError("the boundary must have six factors")
        if not _splits(lattice, word, pairs, lengths):
            raise ClaimError("the boundary does not have the stated factors")


def _primitive(
    lattice: _Lattice, period: _Period, tiles: list[list[_Point]], which: list[int]
) -> tuple[_Period, list[list[_Point]], list[int]]:
    """Return a tiling with all of its translations as periods."""
    tile_of = {period.first(point): tile for tile, points in enumerate(tiles) for point in points}
    moves = [(period.a, period.b), (period.c, period.d)]
    here = lattice.normal(tiles[0])[1]
    for other, place in enumerate(lattice.normal(tile)[1] for tile in tiles):
        move = place[0] - here[0], place[1] - here[1]
        onto = [
            {tile_of.get(period.first((x + move[0], y + move[1]))) for x, y in tile}
            for tile in tiles
        ]
        if other and all(
            len(targets) == 1 and which[tile] == which[next(iter(targets)) or 0]
            for tile, targets in enumerate(onto)
        ):
            moves.append(move)
    finer = _Period(_basis(moves))
    first_tile: dict[frozenset[_Point], int] = {}
    for tile, points in enumerate(tiles):
        first_tile.setdefault(frozenset(map(finer.first, points)), tile)
    return (
        finer,
        [tiles[tile] for tile in first_tile.values()],
        [which[tile] for tile in first_tile.values()],
    )


def _basis(moves: list[_Point]) -> list[_Point]:
    """Return two translations that span the same lattice as the given translations."""
    first, rest = (0, 0), 0
    for move in moves:
        one, other = first, move
        while other[0]:
            times = one[0] // other[0]
            one, other = other, (one[0] - times * other[0], one[1] - times * other[1])
        first, rest = one, math.gcd(rest, other[1])
    return [first, (0, rest)]


def _orbits(lattice: _Lattice, period: _Period, tiles: list[list[_Point]], which: list[int]) -> int:
    """Count the classes of tiles under the symmetries of the tiling that preserve its periods."""
    home = {
        period.first(point): (tile, point) for tile, points in enumerate(tiles) for point in points
    }

    def copy_at(point: _Point) -> tuple[int, _Point]:
        """Return the tile that covers a point, and its translation as a number of steps."""
        tile, (x, y) = home[period.first(point)]
        return tile, (point[0] - x, point[1] - y)

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
                    {copy_at((x + move[0], y + move[1])) for x, y in points} for points in images
                ]
                if all(len(targets) == 1 for targets in onto):
                    for tile, ((image, _),) in enumerate(onto):
                        old, new = known[tile], known[image]
                        known = [new if label == old else label for label in known]
    return len(set(known))


def _check_hole(lattice: _Lattice, piece: list[_Point], cells: list[list[int]]) -> str:
    """Verify that the cells lie in holes: all of their neighbors are in the piece or a hole."""
    hole = {lattice.point(cell) for cell in cells}
    inside = set(piece)
    if not hole or hole & inside:
        raise ClaimError("the hole has no cells, or it overlaps the piece")
    if not _is_connected(lattice, piece):
        raise ClaimError("the piece is not connected")
    for x, y in hole:
        for a, b in _steps(lattice, (x, y)):
            if (x + a, y + b) not in hole and (x + a, y + b) not in inside:
                raise ClaimError("the piece does not enclose the stated hole")
    return "the piece has a hole that no copy can fill"


def _steps(lattice: _Lattice, point: _Point) -> list[_Point]:
    """Return the steps to the centers of the edge neighbors of a cell."""
    if lattice.scale == 3:
        sign = 1 if point[0] % 3 == 1 else -1
        return [(sign, sign), (sign, -2 * sign), (-2 * sign, sign)]
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return steps if len(lattice.all) == 8 else [*steps, (1, -1), (-1, 1)]


def _is_connected(lattice: _Lattice, piece: list[_Point]) -> bool:
    return not _unreached(lattice, set(piece), piece[0])


def _unreached(lattice: _Lattice, cells: set[_Point], start: _Point) -> set[_Point]:
    """Return the cells of a set that cannot be reached within the set from one of its cells."""
    left = cells - {start}
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for a, b in _steps(lattice, (x, y)):
            if (x + a, y + b) in left:
                left.remove((x + a, y + b))
                waiting.append((x + a, y + b))
    return left


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


def _check_rings(
    record: Mapping[str, Any],
    lattice: _Lattice,
    piece: list[_Point],
    certificate: Mapping[str, Any],
) -> str:
    """Verify the given rings, and the proof that there are no more rings."""
    heesch, with_holes, impossible = (
        record.get("heesch"),
        record.get("heesch_with_holes"),
        certificate.get("impossible"),
    )
    for number in (heesch, with_holes, impossible, record.get("heesch_at_least")):
        if number is not None and (type(number) is not int or number < 0):
            raise ClaimError(f"a number of rings must be a nonnegative integer, got {number!r}")
    if not _is_disk(lattice, piece):
        raise ClaimError("the piece has a hole")
    rings = [
        [[lattice.point(cell) for cell in tile] for tile in ring] for ring in certificate["coronas"]
    ]
    if (heesch is None) != ("heesch_at_least" in record):
        raise ClaimError("the record must contain either the Heesch number or a lower bound")
    if heesch is None and record["heesch_at_least"] != len(rings):
        raise ClaimError(
            f"the record claims {record['heesch_at_least']} rings, "
            f"but the certificate has {len(rings)}"
        )
    for number, least in ((heesch, len(rings) - 1), (with_holes, len(rings))):
        if number is not None and not least <= number <= len(rings):
            raise ClaimError(
                f"the Heesch number {number} does not match "
                f"the {len(rings)} rings in the certificate"
            )
    if impossible is not None and impossible <= len(rings):
        raise ClaimError(
            f"{impossible} rings cannot be impossible, because the certificate contains "
            f"{len(rings)}"
        )
    if with_holes is not None and (heesch is None or with_holes < heesch):
        raise ClaimError("'heesch_with_holes' must not be less than 'heesch'")
    covered = set(piece)
    last = [piece]
    shapes = {lattice.normal(_image(way, piece))[0] for way in lattice.allowed}
    for number, ring in enumerate(rings, start=1):
        inner = {
            (x + a, y + b) for tile in last for x, y in tile for a, b in _touching(lattice, (x, y))
        }
        rim = inner - covered
        for tile in ring:
            if lattice.normal(tile)[0] not in shapes:
                raise ClaimError(f"{sorted(tile)} is not a copy of the piece")
            if not rim.intersection(tile):
                raise ClaimError("a copy in a ring does not touch the tiles inside the ring")
            if covered.intersection(tile):
                raise ClaimError("two copies overlap")
            covered.update(tile)
        if rim - covered:
            raise ClaimError("a ring is not closed")
        if (number < len(rings) or heesch is None or number <= heesch) and _enclosed_cells(
            lattice, covered
        ):
            raise ClaimError("a ring has a hole")
        last = ring
    if impossible is None:
        if record["verdict"] != "not known":
            raise ClaimError(
                "the certificate does not prove that the piece does not tile the plane"
            )
        if len(rings) == 1:
            return "1 ring without holes fits around the piece"
        return f"{len(rings)} rings without holes fit around the piece"
    if certificate["proof"] is None:
        raise Unchecked(
            f"the proof that {impossible} rings are impossible is missing: it was too long to save"
        )
    nodes = _ProofReplay(lattice, piece, impossible, None).follow(certificate["proof"])
    what = f"{len(rings)} rings fit around the piece, but not {impossible} ({nodes} cells tried)"
    if heesch is None or heesch + 1 == impossible:
        if certificate.get("proof_without_holes") is not None:
            raise ClaimError("the certificate contains an unnecessary proof")
        return what
    what += f"; {heesch + 1} without holes do not fit"
    if certificate.get("proof_without_holes") is None:
        raise Unchecked(
            f"the proof that {heesch + 1} rings without holes are impossible is missing: it was "
            "too long to save"
        )
    level = heesch + (with_holes != heesch)
    nodes = _ProofReplay(lattice, piece, heesch + 1, level).follow(
        certificate["proof_without_holes"]
    )
    return f"{what} ({nodes} cells tried)"


def _enclosed_cells(lattice: _Lattice, covered: set[_Point]) -> set[_Point]:
    """Return the cells that the covered cells enclose."""
    cells = [lattice.cell(point) for point in covered]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    box = {
        lattice.point((row, column))
        for row in range(min(rows) - 2, max(rows) + 3)
        for column in range(min(columns) - 4, max(columns) + 5)
    }
    corner = lattice.point((min(rows) - 2, min(columns) - 4))
    return _unreached(lattice, box - covered, corner)


class _ProofReplay:
    """Replays a proof that `levels` rings are impossible. Each of its cells must be covered, and no
    copy may be omitted.

    The copies that cover a cell are tried in the order of their sorted cells. If the first `limit`
    rings must not have holes, a cell that they enclose must also be covered. None instead of a cell
    ends a branch in which one of these rings is closed and has a hole.
    """

    def __init__(
        self, lattice: _Lattice, piece: list[_Point], levels: int, limit: int | None
    ) -> None:
        self.lattice, self.levels, self.limit = lattice, levels, limit
        self.shapes = {lattice.normal(_image(way, piece))[0] for way in lattice.allowed}
        self.steps: dict[_Point, list[list[_Point]]] = {}
        #: The copy on each covered cell; the cells of each copy, and the cells that touch it.
        self.owner: dict[_Point, int] = {}
        self.tiles: list[list[_Point]] = []
        self.rims: list[set[_Point]] = []
        self.place_tile(piece)

    def place_tile(self, tile: list[_Point]) -> None:
        self.owner.update(dict.fromkeys(tile, len(self.tiles)))
        self.tiles.append(tile)
        touched = {(x + a, y + b) for x, y in tile for a, b in _touching(self.lattice, (x, y))}
        self.rims.append(touched.difference(tile))

    def remove_tile(self) -> None:
        self.rims.pop()
        for point in self.tiles.pop():
            del self.owner[point]

    def list_copies(self, point: _Point) -> list[list[_Point]]:
        lattice = self.lattice
        kind = point[0] % lattice.scale, point[1] % lattice.scale
        if kind not in self.steps:
            choices = []
            for shape in self.shapes:
                for x, y in shape:
                    if (x % lattice.scale, y % lattice.scale) == kind:
                        choices.append([(a - x, b - y) for a, b in shape])
            choices.sort(
                key=lambda steps: sorted(lattice.cell((kind[0] + a, kind[1] + b)) for a, b in steps)
            )
            self.steps[kind] = choices
        return [[(point[0] + a, point[1] + b) for a, b in steps] for steps in self.steps[kind]]

    def level(self) -> dict[int, int]:
        """Return the level of each copy that is connected to the piece, which is its distance from
        the piece in copies.
        """
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
        covered = {
            point for tile, depth in level.items() if depth <= limit for point in self.tiles[tile]
        }
        return _enclosed_cells(self.lattice, covered)

    def has_hole(self) -> bool:
        """Whether one of the first `limit` rings is closed and has a hole."""
        level = self.level()
        for rings in range(1, (self.limit or 0) + 1):
            if any(
                not self.owner.keys() >= self.rims[tile]
                for tile, depth in level.items()
                if depth == rings - 1
            ):
                return False
            if self.inside(level, rings):
                return True
        return False

    def must_be_covered(self, point: _Point) -> bool:
        if point in self.owner:
            return False
        level = self.level()
        if any(depth < self.levels and point in self.rims[tile] for tile, depth in level.items()):
            return True
        return self.limit is not None and point in self.inside(level, self.limit)

    def follow(self, proof: list[list[int] | None]) -> int:
        """Return the length of the proof, or raise `ClaimError` if the proof omits a case."""
        place = 0

        def branch() -> None:
            nonlocal place
            if place == len(proof):
                raise ClaimError("the proof ends before every case was tried")
            cell = proof[place]
            place += 1
            if cell is None:
                if not self.has_hole():
                    raise ClaimError("the proof ends a branch in which no ring has a hole")
                return
            point = self.lattice.point(cell)
            if not self.must_be_covered(point):
                raise ClaimError("the proof branches on a cell that need not be covered")
            for tile in self.list_copies(point):
                if not any(center in self.owner for center in tile):
                    self.place_tile(tile)
                    branch()
                    self.remove_tile()

        branch()
        if place != len(proof):
            raise ClaimError("the proof continues after every case was tried")
        return len(proof)


def _check_no_translations(lattice: _Lattice, piece: list[_Point], kind: Any) -> str:
    """Verify that the boundary has no factorization A B C A^ B^ C^, so that translations alone are
    not enough.

    A piece with a hole does not tile. For all other pieces, the criterion decides.
    """
    if len(lattice.allowed) > 1:
        raise ClaimError("a proof by the boundary is valid only for a piece that may not be turned")
    if kind != "TTTTTT":
        raise ClaimError(
            f"'boundary' must be 'TTTTTT' for a piece that may not be turned, got {kind!r}"
        )
    if _has_kind(lattice, _word(lattice, piece), "translation", "fixed"):
        raise ClaimError("the piece tiles the plane by translations alone")
    return "the piece does not tile the plane by translations alone"


def _is_disk(lattice: _Lattice, piece: list[_Point]) -> bool:
    return _is_connected(lattice, piece) and not _enclosed_cells(lattice, set(piece))


def _has_kind(lattice: _Lattice, word: Sequence[_Point], kind: str, turn: str) -> bool:
    """Return whether a boundary has the factors of a type of this kind."""
    return any(
        _splits(lattice, word, pairs)
        for what, reflects, pairs in _TYPES.values()
        if what == kind and (turn == "free" or not reflects)
    )


def _splits(
    lattice: _Lattice,
    word: Sequence[_Point],
    pairs: Sequence[tuple[int, int, str]],
    lengths: Sequence[int] | None = None,
) -> bool:
    """Return whether a boundary splits into matching factors, with `lengths` if given."""
    n, rotations = len(word), len(lattice.all) // 2
    if lengths is not None and (sum(lengths) != n or min(lengths) < 0):
        return False
    second = {other: (one, how) for one, other, how in pairs}
    used = {factor for one, other, _ in pairs for factor in (one, other)}
    mirrors = (
        lattice.all[rotations:] if any(how in "GH" for _, _, how in pairs) else lattice.all[:1]
    )

    def alike(one: list[_Point], other: list[_Point], how: str, mirror: _Map) -> bool:
        if how == "C":
            return one == one[::-1]
        back = [(-x, -y) for x, y in reversed(one)]
        if how == "T":
            return other == back
        if how in "GH":
            sign = -1 if how == "G" else 1
            return other == [(sign * x, sign * y) for x, y in _image(mirror, one)]
        times, rest = divmod(int(how) * rotations, 360)
        return _image(lattice.all[times % rotations], other) == back if not rest else not one

    def extend(turned: list[_Point], mirror: _Map, parts: list[list[_Point]], at: int) -> bool:
        factor = len(parts)
        if factor == 6:
            # With a single factor other than empty ones, the motions do not fill the plane.
            whole = sum(bool(parts[one]) for one, _, _ in pairs)
            return at == n and whole > 1
        one, how = second.get(factor, (factor, ""))
        sizes: Iterable[int] = range(n - at + 1) if factor in used else (0,)
        if one < factor:
            sizes = (len(parts[one]),)
        if lengths is not None:
            sizes = {lengths[factor]}.intersection(sizes)
        for size in sizes:
            part = turned[at : at + size]
            fits = len(part) == size and (not how or alike((*parts, part)[one], part, how, mirror))
            if fits and extend(turned, mirror, [*parts, part], at + size):
                return True
        return False

    doubled = [*word, *word]
    return any(
        extend(doubled[start : start + n], mirror, [], 0)
        for start in range(n)
        for mirror in mirrors
    )


def _word(lattice: _Lattice, piece: list[_Point]) -> list[_Point]:
    """Return the boundary as the steps across its sides, in order."""
    inside = set(piece)
    # A side is a cell and the step across it; turning the step leads to the next side.
    x, y = point = min(inside)
    steps = _sides_in_order(lattice, point)
    at = next(k for k, (a, b) in enumerate(steps) if (x + a, y + b) not in inside)
    begin = (point, steps[at])
    word: list[_Point] = []
    here, step = begin
    while True:
        word.append(step)
        # The next side around the corner belongs to this cell, or to a cell beyond.
        steps = _sides_in_order(lattice, here)
        step = steps[(steps.index(step) + 1) % len(steps)]
        while (beyond := (here[0] + step[0], here[1] + step[1])) in inside:
            back = (-step[0], -step[1])
            here = beyond
            steps = _sides_in_order(lattice, here)
            step = steps[(steps.index(back) + 1) % len(steps)]
        if (here, step) == begin:
            return word


def _sides_in_order(lattice: _Lattice, point: _Point) -> list[_Point]:
    """Return the steps across the sides of a cell, counterclockwise around it."""
    if lattice.scale == 3:
        return _steps(lattice, point)[::-1]
    if len(lattice.all) == 8:
        return [(0, 1), (-1, 0), (0, -1), (1, 0)]
    return [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
