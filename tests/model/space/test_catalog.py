"""The catalog: names, sets, and the enumeration of polyominoes against OEIS and a slow twin."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from plain_kernels import plain
from tilewright.errors import PieceError, PolyominoError
from tilewright.kernels.catalog.enumerate import fixed_polyforms
from tilewright.model.space import catalog
from tilewright.model.space.polyform import Polyomino
from tilewright.model.space.symmetry import TURNS

TABLE = Path(__file__).parents[2] / "known" / "oeis_polyominoes.tsv"
KNOWN = [
    tuple(map(int, line.split("\t")))
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if line[0].isdigit()
]

#: The canonical order decides the numbers, which users write: it must never change.
HEXOMINOES = [
    "######",
    "#####/#",
    "#####/.#",
    "#####/..#",
    "####/##",
    "####/#.#",
    "####/#..#",
    "####/#/#",
    "####/.##",
    "####/.#/.#",
    "####/...##",
    "###/###",
    "###/##/#",
    "###/##/.#",
    "###/#.##",
    "###/#.#/#",
    "###/.###",
    "###/.#/##",
    "###/.#/.#/.#",
    "###/..###",
    "###/..##/..#",
    "###/..##/...#",
    "###/..#/..##",
    "##/###/.#",
    "##/###/..#",
    "##/.###/.#",
    "##/.###/..#",
    "##/.###/...#",
    "##/.##/##",
    "##/.##/.#/.#",
    "##/.##/..##",
    "##/.#/.##/.#",
    "##/.#/.#/.##",
    ".#/####/.#",
    ".#/####/..#",
]


@pytest.mark.parametrize(
    ("size", "free", "one_sided", "fixed"),
    [*KNOWN[:-1], pytest.param(*KNOWN[-1], marks=pytest.mark.slow)],
)
def test_numbers_are_those_of_oeis(size: int, free: int, one_sided: int, fixed: int) -> None:
    for turn, number in (("free", free), ("one-sided", one_sided), ("fixed", fixed)):
        cells = catalog.polyomino_array(size, turn)
        assert cells.shape == (number, size, 2)
        assert cells.dtype == np.int8
        if turn == "fixed":
            assert catalog.FIXED[size] == number
        # Each is after the one before it: sorted, and all different.
        keys = cells[:, :, 0].astype(np.uint8) * np.uint8(16) + cells[:, :, 1].astype(np.uint8)
        assert (keys[:, 1:] > keys[:, :-1]).all()
        first = (keys[1:] != keys[:-1]).argmax(axis=1)
        rows = np.arange(number - 1)
        assert (keys[1:][rows, first] > keys[:-1][rows, first]).all()


def naive_fixed(size: int) -> set[Polyomino]:
    """Add a cell to each smaller one, in every way."""
    if size == 1:
        return {Polyomino(((0, 0),))}
    return {
        Polyomino((*smaller.cells, (row + down, column + right)))
        for smaller in naive_fixed(size - 1)
        for row, column in smaller.cells
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (row + down, column + right) not in smaller.cells
    }


@pytest.mark.parametrize("size", range(1, 8))
def test_enumeration_is_that_of_the_twin(size: int) -> None:
    everything = naive_fixed(size)
    for turn in TURNS:
        expected = sorted({polyomino.canonical(turn) for polyomino in everything})
        assert list(catalog.polyominoes(size, turn)) == expected


@pytest.mark.parametrize("size", range(1, 7))
def test_the_kernel_is_right_as_plain_python(size: int) -> None:
    starts = np.array([size + 2 * size + 2], dtype=np.int32)
    steps = np.array([[-1, 1, -2 * size - 2, 2 * size + 2]], dtype=np.int32)
    closed = np.zeros((size + 2) * (2 * size + 2), dtype=np.uint8)
    found = np.zeros((KNOWN[size - 1][3], size), dtype=np.int32)
    assert plain("catalog.enumerate").fixed_polyforms(size, starts, steps, closed, found) == len(
        found
    )
    compiled = np.zeros_like(found)
    assert fixed_polyforms(size, starts, steps, closed, compiled) == len(found)
    assert np.array_equal(found, compiled)


def test_hexominoes_keep_their_numbers() -> None:
    assert [polyomino.text() for polyomino in catalog.polyominoes(6)] == HEXOMINOES
    assert [name for name, _ in catalog.family(6)] == [str(number) for number in range(1, 36)]
    assert catalog.resolve(6, "12") == ("12", Polyomino.from_text("###/###"))


@pytest.mark.parametrize("size", range(1, 9))
def test_families_hold_each_polyomino_once(size: int) -> None:
    for turn in TURNS:
        entries = catalog.family(size, turn)
        canonical = [polyomino.canonical(turn) for _, polyomino in entries]
        assert sorted(canonical) == list(catalog.polyominoes(size, turn))
        assert len({name for name, _ in entries}) == len(entries)
        for name, polyomino in entries[:80]:
            assert catalog.resolve(size, name) == (name, polyomino)


def test_letters() -> None:
    def names(size: int, turn: str) -> str:
        return "".join(name for name, _ in catalog.family(size, turn))

    assert names(1, "free") == names(1, "one-sided") == "O"
    assert names(2, "free") == "I"
    assert names(3, "free") == names(3, "one-sided") == "IL"
    assert names(4, "free") == "ILOST"
    assert names(4, "one-sided") == "IJLOSTZ"
    assert names(5, "free") == "FILNPTUVWXYZ"
    assert names(5, "one-sided") == "FfILlNnPpTUVWXYyZz"
    assert [name for name, _ in catalog.family(3, "fixed")] == [
        "I.1",
        "I.2",
        "L.1",
        "L.2",
        "L.3",
        "L.4",
    ]


LOOKS = {
    "F": ".##/##/.#",
    "I": "#####",
    "L": "#/#/#/##",
    "N": ".#/##/#/#",
    "P": "##/##/#",
    "T": "###/.#/.#",
    "U": "#.#/###",
    "V": "#/#/###",
    "W": "#/##/.##",
    "X": ".#/###/.#",
    "Y": ".#/##/.#/.#",
    "Z": "##/.#/.##",
}


@pytest.mark.parametrize(("letter", "drawing"), LOOKS.items())
def test_a_pentomino_looks_like_its_letter(letter: str, drawing: str) -> None:
    assert catalog.resolve(5, letter) == (letter, Polyomino.from_text(drawing))


@pytest.mark.parametrize("name", ["F", "L", "N", "P", "Y", "Z"])
def test_the_lower_case_letter_is_the_mirror_image(name: str) -> None:
    found, mirrored = catalog.resolve(5, name.lower())
    assert found == name.lower()
    polyomino = catalog.resolve(5, name)[1]
    assert mirrored == polyomino.transform(4)
    assert mirrored.canonical() == polyomino.canonical()
    assert mirrored.canonical("one-sided") != polyomino.canonical("one-sided")


@pytest.mark.parametrize(
    ("size", "word", "name"),
    [
        *[
            (5, conway, golomb)
            for conway, golomb in zip("OPQRSTUVWXYZ", "IPLFNTUVWXYZ", strict=True)
        ],
        (5, "q", "l"),
        (5, "r", "f"),
        (5, "s", "n"),
        (5, "o", "I"),
        (5, "w", "W"),
        (3, "V", "L"),
        (3, "i", "I"),
        (4, "j", "J"),
        (6, "012", "12"),
    ],
)
def test_aliases(size: int, word: str, name: str) -> None:
    assert catalog.resolve(size, word) == catalog.resolve(size, name)
    assert catalog.resolve(size, word)[0] == name


def test_mirror_images_by_number() -> None:
    name, mirrored = catalog.resolve(6, "2m")
    assert (name, mirrored) == ("2m", Polyomino.from_text("#####/....#"))
    with pytest.raises(PieceError) as caught:
        catalog.resolve(6, "1m")
    assert (
        str(caught.value)
        == "1m: '1m' does not exist, because the hexomino 1 is its own mirror image"
    )


def test_orientations_by_number() -> None:
    oriented = [catalog.resolve(4, f"L.{number}")[1] for number in range(1, 5)]
    assert oriented == list(catalog.resolve(4, "L")[1].orientations("one-sided"))


@pytest.mark.parametrize(
    ("size", "name", "message"),
    [
        (5, "A", "A: unknown pentomino 'A'; the letters are FILNPTUVWXYZ"),
        (4, "X", "X: unknown tetromino 'X'; the letters are IJLOSTZ"),
        (5, "", "unknown pentomino ''; the letters are FILNPTUVWXYZ"),
        (6, "36", "36: unknown hexomino '36'; the numbers are 1 to 35"),
        (6, "0", "0: unknown hexomino '0'; the numbers are 1 to 35"),
        (6, "F", "F: unknown hexomino 'F'; the numbers are 1 to 35"),
        (6, "²", "²: unknown hexomino '²'; the numbers are 1 to 35"),
        (6, "9" * 5000, "unknown hexomino"),
        (4, "L.5", "L.5: the orientation of the tetromino 'L' must be .1 to .4, got '.5'"),
        (4, "L.", "L.: the orientation of the tetromino 'L' must be .1 to .4, got '.'"),
        (4, "L.x", "L.x: the orientation of the tetromino 'L' must be .1 to .4, got '.x'"),
    ],
)
def test_names_that_mean_nothing(size: int, name: str, message: str) -> None:
    with pytest.raises(PieceError) as caught:
        catalog.resolve(size, name)
    assert message in str(caught.value)


@pytest.mark.parametrize("size", [0, 13, -1])
def test_sizes_outside_the_catalog(size: int) -> None:
    for question in (catalog.family, catalog.polyominoes, catalog.polyomino_array):
        with pytest.raises(PolyominoError, match=f"1 to 12 cells, got {size}"):
            question(size)


def test_unknown_turns() -> None:
    for question in (catalog.family, catalog.polyomino_array):
        with pytest.raises(PieceError, match="got 'loose'"):
            question(4, "loose")


def test_words_for_families() -> None:
    for size, (singular, plural) in catalog.FAMILIES.items():
        assert catalog.family_size(singular) == (size, False)
        assert catalog.family_size(plural) == catalog.family_size(f"{singular}s") == (size, True)
    assert catalog.family_size("pentomines") is None


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("pentomines", "pentominoes"),
        ("Pentominoes", "pentominoes"),
        ("tetronimo", "tetromino"),
        ("hexaminoes", "hexominoes"),
        ("t55", "T5"),
    ],
)
def test_near_misses(word: str, meant: str) -> None:
    assert catalog.near_misses(word)[0] == meant


def test_what_is_near_nothing_has_no_near_misses() -> None:
    assert catalog.near_misses("elephant") == []


def test_large_families_are_quick_to_name() -> None:
    entries = catalog.family(10, "one-sided")
    assert len(entries) == 9189
    mirrored = [name for name, _ in entries if name.endswith("m")]
    assert len(mirrored) == 9189 - 4655
    for name, polyomino in itertools.islice(entries, 0, None, 1000):
        assert catalog.resolve(10, name) == (name, polyomino)
