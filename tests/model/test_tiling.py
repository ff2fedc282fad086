"""Tiling: numbering, texts and JSON, images, and what is no tiling."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from naive_tiling import naive_number
from plain_kernels import plain
from strategies import grids, label_arrays
from tilewright.drawing import draw, terminal
from tilewright.errors import TilingError
from tilewright.model.space.labels import EMPTY, OUTSIDE, number_tiles, tile_cells
from tilewright.model.space.symmetry import COMPOSE, apply
from tilewright.model.tiling import Tiling

TILINGS = grids().map(number_tiles).map(Tiling)


@given(grids() | grids(0, 10**12) | grids(2**62, 2**63 - 1))
def test_numbering_is_by_first_appearance(labels: np.ndarray) -> None:
    before = labels.copy()
    numbered = number_tiles(labels)
    assert numbered.tolist() == naive_number(labels)
    assert np.array_equal(labels, before)
    assert np.array_equal(number_tiles(numbered), numbered)
    tiling = Tiling(numbered)
    assert len(tiling) == len({label for label in labels.ravel().tolist() if label >= 0})
    assert tiling.faults() == []


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4"])
def test_labels_of_any_integer_type_are_numbered(dtype: str) -> None:
    labels = np.array([[100, 100, 7], [3, 7, 7]], dtype=dtype)
    for given_labels in (labels, np.asfortranarray(labels), labels[::-1, ::-1][::-1, ::-1]):
        numbered = number_tiles(given_labels)
        assert numbered.tolist() == [[0, 0, 1], [2, 1, 1]]
        assert np.issubdtype(numbered.dtype, np.signedinteger)
        assert numbered.flags.c_contiguous
    top = np.iinfo(dtype).max
    assert number_tiles(np.array([[top, 0], [top, 1]], dtype=dtype)).tolist() == [[0, 1], [0, 2]]


@given(grids())
def test_the_kernels_are_right_as_plain_python(labels: np.ndarray) -> None:
    for dtype in (np.int32, np.int64):
        numbers = labels.astype(dtype)
        count = plain("cover.decode").renumber(
            numbers, np.full(int(labels.max(initial=0)) + 1, -1, dtype)
        )
        assert numbers.tolist() == naive_number(labels)
        assert count == len(Tiling(numbers))
    start, cells = tile_cells(numbers)
    again = np.empty_like(cells)
    plain("cover.decode").gather(numbers.ravel(), start[:-1].copy(), again)
    assert np.array_equal(again, cells)


@given(TILINGS)
def test_the_cells_of_each_tile(tiling: Tiling) -> None:
    start, cells = tile_cells(tiling.labels)
    assert len(start) == len(tiling) + 1
    for tile in range(len(tiling)):
        expected = np.flatnonzero(tiling.labels.ravel() == tile)
        assert cells[start[tile] : start[tile + 1]].tolist() == expected.tolist()


@given(TILINGS)
def test_texts_and_json_round_trip(tiling: Tiling) -> None:
    assert Tiling.from_text(tiling.text()) == tiling
    assert Tiling.from_text(f"\n  {tiling.text()}\n\n".replace("\n", "\r\n  ")) == tiling
    assert Tiling.from_json(json.loads(json.dumps(tiling.to_json()))) == tiling
    assert str(tiling) == tiling.text()


@pytest.mark.parametrize("shape", [(9, 9), (1, 100), (100, 1), (63, 1), (2, 50), (1000, 1)])
def test_more_tiles_than_characters_are_written_as_numbers(shape: tuple[int, int]) -> None:
    labels = np.arange(shape[0] * shape[1]).reshape(shape)
    tiling = Tiling(labels)
    assert Tiling.from_text(tiling.text()) == tiling
    assert Tiling.from_text(tiling.text().replace("\n", "\n    ")) == tiling
    with_gaps = np.array(labels)
    with_gaps[-1, 0], with_gaps[-1, -1] = OUTSIDE, EMPTY
    gaps = Tiling(number_tiles(with_gaps))
    assert Tiling.from_text(gaps.text()) == gaps


def test_texts_by_hand() -> None:
    tiling = Tiling.from_text("xxy.\nx?yz")
    assert tiling.labels.tolist() == [[0, 0, 1, -1], [0, -2, 1, 2]]
    assert tiling.text() == "AAB.\nA?BC"
    assert Tiling.from_text("1 10\n1 10").labels.tolist() == [[0, 1], [0, 1]]
    assert Tiling.from_text("12\n12").labels.tolist() == [[0, 1], [0, 1]]
    assert Tiling(np.arange(62).reshape(1, 62)).text()[-10:] == "0123456789"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text contains no cells"),
        (" \n\n", "the text contains no cells"),
        ("AAB\nAB", "line 2: this line has 2 cells, but the first line has 3"),
        ("1 2 3\n12", "line 2: this line has 1 cells, but the first line has 3"),
        ("012\n01", "line 2: this line has 2 cells, but the first line has 3"),
    ],
)
def test_texts_that_are_no_tiling(text: str, message: str) -> None:
    with pytest.raises(TilingError) as caught:
        Tiling.from_text(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "a tiling in JSON must have 'labels': rows of integers, all of the same length"),
        ([], "a tiling in JSON must have 'labels': rows of integers, all of the same length"),
        (None, "a tiling in JSON must have 'labels': rows of integers, all of the same length"),
        (
            {"labels": [[0, 1], [0]]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [0, 1]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [[0.5]]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [["0"]]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [[True]]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [[2**70]]},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        (
            {"labels": [[0]], "pieces": 7},
            "a tiling in JSON must have 'labels': rows of integers, all of the same length",
        ),
        ({"labels": [[2**40]]}, "the tiles are not numbered 0, 1, …"),
        ({"labels": [[0, 2]]}, "the cell 0,1 has tile 2, but the next new tile must be 1"),
        ({"labels": [[0, 1]], "pieces": ["I2"]}, "there are 2 tiles, but `pieces` lists 1"),
        ({"labels": [[0, 0]], "pieces": ["I2", "I2"]}, "there are 1 tiles, but `pieces` lists 2"),
    ],
)
def test_json_that_is_no_tiling(data: object, message: str) -> None:
    with pytest.raises(TilingError) as caught:
        Tiling.from_json(data)
    assert message in str(caught.value)


def test_json_keeps_the_pieces() -> None:
    tiling = Tiling(np.array([[0, 1, 1, 2]]), np.array([1, 0, 1]), ("I2", "O1"))
    data = tiling.to_json()
    assert data == {"labels": [[0, 1, 1, 2]], "pieces": ["O1", "I2", "O1"]}
    assert Tiling.from_json(data).piece_names() == ["O1", "I2", "O1"]
    padded = Tiling(np.array([[0, 0]]), np.array([1, -1, -1]), ("I2", "O1"))
    assert padded.piece_names() == ["O1"]
    assert padded.faults() == []


def images(tiling: Tiling, elements: range = range(8)) -> list[Tiling]:
    return [Tiling(number_tiles(apply(element, tiling.labels))) for element in elements]


@given(TILINGS, st.integers(0, 7), st.integers(0, 7))
def test_images(tiling: Tiling, g: int, h: int) -> None:
    assert tiling.transform(g) == images(tiling)[g]
    assert tiling.transform(h).transform(g) == tiling.transform(int(COMPOSE[g, h]))
    assert len(tiling.transform(g)) == len(tiling)


@given(TILINGS, st.integers(0, 7))
def test_images_keep_the_piece_of_each_tile(tiling: Tiling, element: int) -> None:
    pieces = np.arange(len(tiling)) * 3 % 5
    named = Tiling(tiling.labels, pieces, tuple("FILNP"))
    image = named.transform(element)
    by_cell = apply(
        element, np.where(tiling.labels >= 0, np.append(pieces, [-2, -1])[tiling.labels], -1)
    )
    for cell in np.argwhere(image.labels >= 0).tolist():
        assert image.piece[image.labels[tuple(cell)]] == by_cell[tuple(cell)]


@given(TILINGS, st.sampled_from([range(1), range(4), range(8), (0, 2, 4, 6), (0, 5)]), st.data())
def test_the_canonical_image_is_that_of_every_image(
    tiling: Tiling, group, data: st.DataObject
) -> None:
    canonical = tiling.canonical(group)
    turned = [tiling.transform(element) for element in group]
    assert data.draw(st.sampled_from(turned)).canonical(group) == canonical

    def rank(image: Tiling) -> tuple[tuple[int, int], list[int]]:
        # A cell without a tile comes after all tiles: empty before off the board.
        return image.shape, [
            100 + label if label < 0 else label for label in image.labels.ravel().tolist()
        ]

    assert rank(canonical) == min(map(rank, turned))


def test_classes_of_tilings_are_counted_by_their_canonical_images() -> None:
    # The 36 domino tilings of the 4x4 board fall into 9 classes (OEIS A004003 and A072409 for n =
    # 2).
    tilings = [
        Tiling(number_tiles(np.array(labels))) for labels in _domino_tilings(np.full((4, 4), -1), 0)
    ]
    assert len(set(tilings)) == 36
    assert len({tiling.canonical() for tiling in tilings}) == 9


def _domino_tilings(labels: np.ndarray, tile: int):
    if (labels >= 0).all():
        yield labels.tolist()
        return
    row, column = np.argwhere(labels < 0)[0]
    for down, right in ((0, 1), (1, 0)):
        other = (row + down, column + right)
        if other[0] < 4 and other[1] < 4 and labels[other] < 0:
            labels[row, column] = labels[other] = tile
            yield from _domino_tilings(labels, tile + 1)
            labels[row, column] = labels[other] = -1


def test_equality_is_that_of_the_labels() -> None:
    left = Tiling(np.array([[0, 1]], dtype=np.int8), np.array([0, 0]), ("I",))
    right = Tiling(np.array([[0, 1]], dtype=np.int64))
    assert left == right
    assert hash(left) == hash(right)
    assert left != Tiling(np.array([[0], [1]]))
    assert left != Tiling(np.array([[0, 0]]))
    assert left != "AB"
    assert repr(left) == "<Tiling of 1x2 by 2 tiles>"


def test_arrays_are_read_only_views() -> None:
    batch = np.array([[[0, 1]], [[0, 0]]], dtype=np.int32)
    tiling = Tiling(batch[0], np.array([0, 0]), ("I",))
    assert np.shares_memory(tiling.labels, batch)
    for array in (tiling.labels, tiling.piece):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    batch[1] = 7
    assert batch.flags.writeable


@pytest.mark.parametrize(
    ("labels", "piece", "message"),
    [
        (
            [0, 1],
            None,
            "labels must be a 2-dimensional signed integer array, got 1-dimensional int64",
        ),
        (np.zeros((1, 1), dtype=np.uint8), None, "got 2-dimensional uint8"),
        ([[0.0]], None, "got 2-dimensional float64"),
        ([[0, 1], [0]], None, "the rows of the labels have different lengths"),
        ([[0]], [[0]], "pieces must be a 1-dimensional integer array, got 2-dimensional int64"),
        ([[0]], [0.5], "pieces must be a 1-dimensional integer array, got 1-dimensional float64"),
    ],
)
def test_arrays_that_are_no_labels(labels: object, piece: object, message: str) -> None:
    with pytest.raises(TilingError) as caught:
        Tiling(labels, piece, ("I",))
    assert message in str(caught.value)
    if piece is None:
        with pytest.raises(TilingError):
            number_tiles(np.asarray(labels)[0] if isinstance(labels, np.ndarray) else labels)


def drawn(tiling: Tiling, **options: object) -> str:
    return terminal(draw(tiling), color="none", width=1 << 16, **options)  # type: ignore[arg-type]


@given(label_arrays(holes=False), st.booleans())
def test_drawings_round_trip(labels: np.ndarray, unicode: bool) -> None:
    text = drawn(Tiling(labels), unicode=unicode)
    assert Tiling.from_text(text) == Tiling.from_text(f"\n{text}\n\n") == Tiling(_in_parts(labels))


@given(label_arrays(), st.booleans())
def test_drawings_with_holes_round_trip_where_the_board_is_known(
    labels: np.ndarray, unicode: bool
) -> None:
    if (labels == OUTSIDE).all():
        return
    trimmed = labels[:, np.flatnonzero((labels != OUTSIDE).any(axis=0))[0] :]
    rows = np.flatnonzero((trimmed != OUTSIDE).any(axis=1))
    trimmed = trimmed[rows[0] : rows[-1] + 1]
    trimmed = trimmed[:, : np.flatnonzero((trimmed != OUTSIDE).any(axis=0))[-1] + 1]
    tiling = Tiling(_in_parts(number_tiles(trimmed)))
    text = drawn(tiling, unicode=unicode)
    assert Tiling.from_text(text, tiling.labels != OUTSIDE) == tiling
    if "." not in "".join(tiling.text()):
        assert Tiling.from_text(text) == tiling


def _in_parts(labels: np.ndarray) -> np.ndarray:
    """Number each connected part of each tile on its own, by flooding."""
    parts = np.where(labels >= 0, -3, labels)
    for start in np.ndindex(labels.shape):
        if parts[start] != -3:
            continue
        reached, parts[start] = [start], start[0] * labels.shape[1] + start[1]
        for row, column in reached:
            for near in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                inside = 0 <= near[0] < labels.shape[0] and 0 <= near[1] < labels.shape[1]
                if inside and parts[near] == -3 and labels[near] == labels[start]:
                    parts[near] = parts[start]
                    reached.append(near)
    return number_tiles(parts)


def test_letters_in_a_drawing_are_passed_over() -> None:
    text = "┌───────┬───┐\n│ L3    │ ● │\n│   ┌───┤   │\n│   │   │   │\n└───┴───┴───┘"
    assert Tiling.from_text(text).labels.tolist() == [[0, 0, 1], [0, 2, 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("┌───┐\n│   │", "2 lines"),
        ("┌───┐\n│   │\n│   │\n└───┘", "4 lines"),
        ("┌───┬───┐\n│   x   │\n└───┴───┘", "line 2, column 5: .* got 'x'"),
        ("┌───┬───┐\n│   │   │\n├─ ─┼───┤\n│   │   │\n└───┴───┘", "line 3, column 3"),
        ("  ┌───┐\n  │   │\n  └───┘", "four characters"),
    ],
)
def test_drawings_that_are_broken(text: str, message: str) -> None:
    with pytest.raises(TilingError, match=message):
        Tiling.from_text(text)
