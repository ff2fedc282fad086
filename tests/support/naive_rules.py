"""The slow, obvious twin of rules: look at a finished tiling of the naive twin, rule by rule, from
the words alone. It also draws problems with rules.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

import naive_lattice
import naive_moves
from cases import Case, colored_case, random_case

if TYPE_CHECKING:
    from naive_problem import NaiveProblem, Tile, Tiling

Cell = tuple[int, ...]
#: How far apart the centers of cells are at most that have a corner in common.
_FAR = {"square": 2**0.5, "tri": 2 / 3**0.5, "hex": 1.0, "cube": 3**0.5, "ball": 2**0.5}
#: Digits instead of the letters of other cases: only digits add up.
DIGITS = str.maketrans("ab", "03")


def clued(rules: tuple[str, ...]) -> set[Cell]:
    """The cells with a clue, which a tile has to cover."""
    words = [word for rule in rules if rule.startswith("clues") for word in rule.split()[1:]]
    return {tuple(map(int, word.partition("=")[0].split(","))) for word in words}


def reads_marks(rules: Iterable[str]) -> bool:
    """Whether a rule is about what pieces show."""
    return any(word.split()[0] in ("sum", "equal", "unequal") for word in rules)


def make_sense(twin: NaiveProblem) -> bool:
    """Whether each rule has a meaning on the board and with the pieces of its problem."""
    case = twin.case
    shown = {mark for shape in case.shapes for mark in shape.marks} - {""}
    for word in case.rules:
        name, *rest = word.split()
        if rest[-1:] == ["same-way"] and case.surface != "flat":
            return False
        if name == "no-crossroads" and (case.lattice, case.surface) != ("square", "flat"):
            return False
        if name == "maximal" and (
            case.surface != "flat" or any(shape.most is not None for shape in case.shapes)
        ):
            return False
        if name == "fault-free":
            axes = {"square": "columns", "cube": "columns layers"}.get(case.lattice, "")
            if case.surface != "flat" or case.lattice in ("hex", "ball"):
                return False
            if rest and rest[0] not in f"rows {axes}".split():
                return False
        if name.startswith("clues"):
            names = {shape.base() for shape in case.shapes}
            for place, _, clue in (clue.partition("=") for clue in rest):
                if _cells(place)[0] not in twin.letter or not (clue.isdigit() or clue in names):
                    return False
        if reads_marks([word]) and not (shown and {*_cells(rest[0])} <= twin.letter.keys()):
            return False
        if name == "sum" and not all(map(str.isdigit, shown)):
            return False
    return True


def keeps(twin: NaiveProblem, tiling: Tiling, rules: tuple[str, ...]) -> bool:
    """Whether a tiling of a problem keeps all of some rules."""
    return all(_keeps(twin, tiling, word.split()) for word in rules)


def _keeps(twin: NaiveProblem, tiling: Tiling, words: list[str]) -> bool:
    name, *rest = words
    owner = {cell: tile for tile in tiling for cell in tile[1]}
    if name == "tiles":
        least, _, most = rest[0].partition("..")
        group = _group(twin, rest)
        number = sum(not group or piece in group for piece, _, _ in tiling)
        return int(least) <= number <= int(most or least)
    if name == "fault-free":
        return all(
            any(one in owner and owner[one] == owner.get(other) for one, other in line)
            for line in lines(twin, *rest)
        )
    if name == "no-crossroads":
        for row, column in itertools.product(*map(range, twin.case.shape)):
            around = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            tiles = [owner.get(cell) for cell in around]
            if all(tiles) and len(set(tiles)) == 4:
                return False
        return True
    if name == "maximal":
        return all(not owner.keys().isdisjoint(cells) for _, cells, _ in twin.placements)
    if name == "apart":
        return not any(
            one in owner
            and other in owner
            and owner[one] != owner[other]
            and _are_alike(twin, rest, owner[one], owner[other])
            for one, other in _touching(twin, rest[:1] == ["corners"])
        )
    if name.startswith("clues"):
        pieces_at = dict(_clue(twin, word) for word in rest)
        for piece, cells, _ in tiling:
            clues = [pieces_at[cell] for cell in cells if cell in pieces_at]
            if name == "clues-one-each" and len(clues) != 1:
                return False
            if any(piece not in pieces for pieces in clues):
                return False
        return True
    shows = {
        cell: mark
        for _, cells, (_, *marks) in tiling
        for cell, mark in zip(sorted(cells), marks, strict=True)
    }
    shown = [shows[cell] for cell in _cells(rest[0]) if cell in shows]
    if name == "sum":
        return _compares(sum(int(mark or 0) for mark in shown), *rest[1:])
    return len(set(shown)) <= 1 if name == "equal" else len(set(shown)) == len(shown)


def _compares(total: int, *words: str) -> bool:
    if ".." in words[0]:
        least, most = map(int, words[0].split(".."))
        return least <= total <= most
    sign, number = words[0], int(words[1])
    return (
        ("<" in sign and total < number)
        or (">" in sign and total > number)
        or ("=" in sign and total == number)
    )


def _cells(text: str) -> list[Cell]:
    return [tuple(map(int, cell.split(","))) for cell in text.split("-")]


def _group(twin: NaiveProblem, rest: list[str]) -> frozenset[int]:
    """The pieces whose tiles count for a number of tiles; none for all."""
    piece_words = [word for words in rest[1:] for word in words.split("|")]
    return frozenset(piece for word in piece_words for piece in _clue(twin, f"0,0={word}")[1])


def _clue(twin: NaiveProblem, word: str) -> tuple[Cell, set[int]]:
    """A cell, and the pieces of which one must cover it."""
    place, _, clue = word.partition("=")
    (cell,) = _cells(place)
    if clue.isdigit():
        sizes = [len(next(iter(ways))[1]) for ways, _, _ in twin.pieces]
        return cell, {piece for piece, size in enumerate(sizes) if size == int(clue)}
    numbers = [k for k, shape in enumerate(twin.case.shapes) if shape.base() == clue]
    return cell, {twin.number[numbers[0]]}


def _neighbors(twin: NaiveProblem) -> list[tuple[Cell, Cell]]:
    """All pairs of neighbors on the board, also across joined sides."""
    return [
        (cell, other)
        for cell in twin.letter
        for other in set(twin.space.beside(cell))
        if cell < other
    ]


@functools.lru_cache(maxsize=8)
def _touching(twin: NaiveProblem, corners: bool) -> list[tuple[Cell, Cell]]:
    """All pairs of neighbors, or of cells that share at least a corner, by their distance."""
    if not corners:
        return _neighbors(twin)
    lattice, pairs = twin.case.lattice, set()
    for cell in twin.letter:
        here = naive_moves.center(lattice, cell)
        if lattice in naive_lattice.OWN:
            near = [
                naive_moves.keys(naive_moves.center(lattice, other)[None])[0]
                for other in naive_lattice.touching(lattice, cell)
            ]
        else:
            near = [
                at
                for at in twin.space.same
                if np.linalg.norm(np.array(at) / naive_lattice.FINE - here) < _FAR[lattice] + 0.01
            ]
        pairs |= {(cell, other) for at in near for other, _ in twin.space.same.get(at, ())}
    return [(one, other) for one, other in pairs if one < other]


def _are_alike(twin: NaiveProblem, rest: list[str], one: Tile, other: Tile) -> bool:
    """Whether two tiles are of one class."""
    words = rest[rest[:1] == ["corners"] :]
    if words == ["size"]:
        return len(one[1]) == len(other[1])
    if words == ["same-way"]:
        lattice = twin.case.lattice
        looks = [
            naive_moves.look(
                lattice,
                np.array([naive_moves.center(lattice, cell) for cell in tile[1]]),
                ("",) * len(tile[1]),
            )
            for tile in (one, other)
        ]
        return looks[0] == looks[1]
    if words:
        return {one[0], other[0]} <= _group(twin, ["", *words])
    return _congruent(twin, one[0], other[0])


@functools.lru_cache(maxsize=8)  # Each tiling of a problem is asked about the same lines.
def lines(twin: NaiveProblem, axis: str = "") -> list[set[tuple[Cell, Cell]]]:
    """The pairs of cells on both sides of each straight line (of cubes: plane)."""
    pairs_of_lines: dict[object, set[tuple[Cell, Cell]]] = {}
    lattice = twin.case.lattice
    for pair in _neighbors(twin):
        one, other = (naive_moves.center(lattice, cell) for cell in pair)
        across = (other - one) / np.linalg.norm(other - one)
        if tuple(np.round(across, 3)) < tuple(np.round(-across, 3)):
            across = -across
        key = (*np.round(across, 3), round(float(across @ (one + other)), 3))
        differ = [x != y for x, y in zip(*pair, strict=True)]
        name = ["columns", "rows", "layers"][differ[::-1].index(True)]
        if lattice == "tri":
            name = "rows" if differ[0] else "slanted"
        if axis in ("", name):
            pairs_of_lines.setdefault(key, set()).add(pair)
    return list(pairs_of_lines.values())


def _congruent(twin: NaiveProblem, one: int, other: int) -> bool:
    looks = []
    for piece in (one, other):
        cells = twin.case.shapes[twin.number.index(piece)].cells
        plain = ("",) * len(cells)
        looks.append(set(naive_moves.looks(twin.case.lattice, cells, plain, "free")))
    return looks[0] == looks[1]


def images(twin: NaiveProblem, cells: dict[Cell, Cell], pieces: dict[int, int]) -> set[object]:
    """What the rules become where a symmetry moves cells and pieces."""
    rules: set[object] = set()
    for word in twin.case.rules:
        name, *rest = word.split()
        if name == "fault-free":
            every = lines(twin, *rest)
            moved = [
                frozenset(frozenset(cells[c] for c in pair) for pair in line) for line in every
            ]
            rules.add((name, frozenset(moved)))
        elif name.startswith("clues"):
            clues = [_clue(twin, clue) for clue in rest]
            moved_clues = {
                (cells[c], frozenset(pieces.get(k, k) for k in clue_pieces))
                for c, clue_pieces in clues
            }
            rules.add((name, frozenset(moved_clues)))
        elif reads_marks([word]):
            rules.add((name, frozenset(cells[c] for c in _cells(rest[0])), *rest[1:]))
        elif name == "apart" and rest and rest[-1] not in ("corners", "size", "same-way"):
            corners = rest[0] == "corners"
            group = _group(twin, ["", *rest[corners:]])
            rules.add((name, corners, frozenset(pieces.get(k, k) for k in group)))
        elif name == "tiles":
            group = frozenset(pieces.get(k, k) for k in _group(twin, rest))
            rules.add((name, rest[0], group))
        else:
            rules.add((name, *rest))
    return rules


def ruled_case(number: int) -> Case:
    """Draw problem number `number` with one to three rules."""
    rng = random.Random(f"rules {number}")
    case = colored_case(number) if rng.random() < 0.2 else random_case(number)
    rows = tuple(row.translate(DIGITS) for row in case.rows)
    shapes = tuple(
        replace(shape, marks=tuple(mark.translate(DIGITS) for mark in shape.marks))
        for shape in case.shapes
    )
    agree = tuple((mark.translate(DIGITS), others) for mark, others in case.agree)
    if not case.agree and any(any(shape.marks) for shape in shapes) and rng.random() < 0.8:
        # Digits of pieces may lie where the board has none.
        agree = tuple((digit, ("", digit)) for digit in "013")
    by_wrap = case.by_wrap
    case = replace(case, rows=rows, shapes=shapes, agree=agree)
    # Most rules keep some tiling of the problem, if it has any.
    example = _some_tiling(rng, replace(case, by_wrap=False))
    rules: tuple[str, ...] = ()
    for _ in range(20):
        tried = _random_rules(rng, case)
        rules = rules or tried
        if example is None or rng.random() < 0.1 or keeps(*example, tried):
            rules = tried
            break
    return replace(case, rules=rules, by_wrap=by_wrap and not reads_marks(rules) and not agree)


def _some_tiling(rng: random.Random, case: Case) -> tuple[NaiveProblem, Tiling] | None:
    from naive_problem import NaiveProblem, TooLarge

    # With a rule that always holds, tilings tell marks apart.
    twin = NaiveProblem(replace(case, rules=(f"equal {_word(min(case.grid))}",)), 3000)
    try:
        return (twin, rng.choice(twin.tilings)) if twin.tilings else None
    except (TooLarge, KeyError):
        return None


def _random_rules(rng: random.Random, case: Case) -> tuple[str, ...]:
    """Words of one to three rules that make sense for a problem."""
    cells = [cell for cell, sign in case.grid.items() if sign != "."]
    sizes = [len(shape.cells) for shape in case.shapes]
    usual = len(cells) // max(1, sum(sizes) // max(1, len(sizes)))
    least = rng.randint(max(0, usual - 2), usual + 1)
    some = rng.sample(cells, min(len(cells), rng.randint(1, 3)))
    names = [shape.base() for shape in case.shapes]
    clues = " ".join(f"{_word(cell)}={rng.choice([*sizes, *names] or [1])}" for cell in some)
    apart = "apart corners" if rng.random() < 0.3 else "apart"
    known = [
        apart,
        f"{apart} size",
        f"tiles {least}",
        f"tiles {least}..{least + rng.randint(1, 2)}",
        f"clues {clues}",
        f"clues-one-each {clues}",
    ]
    if case.surface == "flat" and names and not case.agree:
        # Elsewhere, a tiling without names does not say which pieces its tiles are.
        group = "|".join(rng.sample([*dict.fromkeys(names)], rng.randint(1, len({*names}))))
        known += [f"tiles {number_words} {group}" for number_words in ("0", "1", "1..2", "0..1")]
    if names:
        known.append(f"{apart} {' '.join(rng.sample(names, rng.randint(1, len(names))))}")
    if case.surface == "flat":
        known += [f"{apart} same-way"] * 2
        if case.lattice not in ("hex", "ball"):
            known += ["fault-free", "fault-free rows"]
        if case.lattice in ("square", "cube"):
            known.append("fault-free columns")
        if case.lattice == "cube":
            known.append("fault-free layers")
        if all(shape.most is None for shape in case.shapes):
            known += ["maximal"] * 3
        if case.lattice == "square":
            known += ["no-crossroads", "no-crossroads"]
    if any(any(shape.marks) for shape in case.shapes):
        region = "-".join(map(_word, rng.sample(cells, min(len(cells), rng.randint(2, 4)))))
        number = rng.randint(1, 9)
        known += [
            f"sum {region} {rng.choice(['<', '<=', '=', '>=', '>'])} {number}",
            f"sum {region} {number}..{number + rng.randint(0, 4)}",
            f"equal {region}",
            f"unequal {region}",
        ] * 3
    return tuple(rng.sample(known, rng.randint(1, min(3, len(known)))))


def _word(cell: Cell) -> str:
    return ",".join(map(str, cell))
