"""Board: its grammar, its texts and arrays, and everything that is no board."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from strategies import boards
from tilewright.errors import BoardError
from tilewright.model.board import LARGEST_TEXT, Board
from tilewright.model.space.lattice import TRIANGLES
from tilewright.model.space.symmetry import COMPOSE, apply

ANY = boards(marks="ab1", optional=True)


@pytest.mark.parametrize(
    ("word", "shape", "area"),
    [
        ("6x10", (6, 10), 60),
        ("6X10", (6, 10), 60),
        ("6×10", (6, 10), 60),
        (" 1x1 ", (1, 1), 1),
        ("8x8-3,3-3,4-4,3-4,4", (8, 8), 60),
        ("2^0", (1, 1), 1),
        ("2^5", (32, 32), 1024),
        ("2^3-7,0", (8, 8), 63),
        ("###/#.#", (2, 3), 5),
        ("#", (1, 1), 1),
        ("?/#", (2, 1), 2),
        ("a#/#b/", (2, 2), 4),
        ("##\n#", (2, 2), 3),
        ("1x100000", (1, 100_000), 100_000),
        ("3000x3000", (3000, 3000), 9_000_000),
    ],
)
def test_words(word: str, shape: tuple[int, int], area: int) -> None:
    board = Board.parse(word)
    assert (board.shape, board.area) == (shape, area)
    if area < 10_000:
        assert Board.parse(str(board)) == board


def test_holes_are_rows_and_columns() -> None:
    board = Board.parse("2x3-0,2-1,0")
    assert board.text() == "##.\n.##"
    assert not board.is_rectangle
    assert Board.parse("2x3").is_rectangle
    assert board == Board.rectangle(2, 3, holes=[(1, 0), (0, 2)])


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (
            "tri:cube3",
            "a board of triangles must be rows x columns (tri:4x9), optionally with holes, "
            "triangleN (tri:triangle3), hexagonN (tri:hexagon3), starN (tri:star3), hexagonA,B,C",
        ),
        (
            "cube:ball",
            "a board of cubes must be layers x rows x columns (cube:3x4x5), optionally with "
            "holes, or a drawing (cube:##/#.//##/##)",
        ),
        (
            "hex:cube:3x3",
            "unexpected prefix 'cube'; write at most one surface and one lattice before a shape",
        ),
        (
            "castle:3x3",
            "or a named board or puzzle; allowed prefixes: cylinder:, moebius:, torus:, klein:, "
            "square:, tri:, hex:, cube:, ball:",
        ),
        ("", "'' is not a board; a board must be rows x columns (6x10)"),
        ("6", "'6' is not a board"),
        ("6x", "'6x' is not a board"),
        ("x", "'x' is not a board"),
        ("6x10-3", "'6x10-3' is not a board"),
        ("6x10-3,3-", "is not a board"),
        ("-6x10", "is not a board"),
        ("2^-1", "is not a board"),
        ("3^2", "is not a board"),
        ("boards/mine.txt", "'boards/mine.txt' is not a board"),
        ("a/b", "is not a board"),
        ("0x5", "a board must have at least one row and one column, got 0x5"),
        ("2x3-2,0", "the hole 2,0 is outside the 2x3 board (rows 0 to 1, columns 0 to 2)"),
        (
            "2x3-0,3-1,1-1,1-9,9-0,0-0,0-0,0",
            "the hole 0,3 is outside the 2x3 board (rows 0 to 1, columns 0 to 2); the hole 9,9 is "
            "outside the 2x3 "
            "board (rows 0 to 1, columns 0 to 2); the hole 1,1 is listed twice; the hole 0,0 is "
            "listed 3 times",
        ),
        ("1x2-0,0-0,1", "the board is empty: it has no cell to cover"),
        ("99999x99999", "a 99999x99999 board has 9999800001 cells; at most 268435456 are allowed"),
        ("2^15", "2^15 is too large for a board (at most 2^14); use `golomb` for larger boards"),
        ("9" * 5000 + "x1", "contains a number with 5000 digits"),
        ("1x1-" + "9" * 5000 + ",1", "contains a number with 5000 digits"),
        ("2^" + "9" * 5000, "contains a number with 5000 digits"),
        ("##/#!", "'##/#!' is not a board"),
        (
            "##\n#!\n",
            "line 2, column 2: unexpected character '!' in a board; use '#' for a cell, '.' for no "
            "cell, '?' for a cell that may stay empty, ",
        ),
    ],
)
def test_words_that_are_no_board(word: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board.parse(word)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1000


@given(ANY)
def test_texts_and_words_round_trip(board: Board) -> None:
    assert Board.from_text(board.text()) == board
    assert Board.from_text(board.text() + "\n") == board
    assert Board.from_text(board.text().replace("\n", "\r\n") + "\r\n") == board
    assert Board.from_text(board.text().replace("\n", "\r")) == board
    assert Board.from_text(board.text().replace(".", " ")) == board
    if not str(board).startswith("a board of"):
        assert Board.parse(str(board)) == board


@given(ANY)
def test_equality_is_by_cells_marks_and_optional_cells(board: Board) -> None:
    again = Board(
        board.mask,
        optional=board.optional,
        marks=board.marks,
        alphabet=board.alphabet,
        name="another name",
    )
    assert again == board
    assert hash(again) == hash(board)
    # The same letters, numbered otherwise.
    letters = board.alphabet[::-1]
    marks = np.where(board.marks > 0, len(letters) + 1 - board.marks, 0)
    turned = Board(board.mask, optional=board.optional, marks=marks, alphabet=letters)
    assert turned == board
    assert hash(turned) == hash(board)
    assert board != "board"
    assert board != Board(np.ones((9, 9)))


@given(ANY, st.integers(0, 7), st.integers(0, 7))
def test_images(board: Board, g: int, h: int) -> None:
    image = board.transform(g)
    assert np.array_equal(image.mask, apply(g, board.mask))
    assert board.transform(h).transform(g) == board.transform(int(COMPOSE[g, h]))
    assert (g in board.symmetries()) == (board.cropped().transform(g) == board.cropped())


def test_symmetries_see_marks_and_optional_cells_but_not_the_room_around() -> None:
    assert Board.parse("4x4").symmetries() == tuple(range(8))
    assert Board.parse("4x5").symmetries() == (0, 2, 4, 6)
    assert Board.from_text("a#\n##").symmetries() == (0, 5)
    assert Board.from_text("##\n#?").symmetries() == (0, 5)
    assert Board.from_text("....\n.##.\n.##.").symmetries() == tuple(range(8))
    assert Board.from_text("....\n.#a.\n....").cropped().text() == "#a"


def test_a_drawing_has_cells_marks_and_optional_cells() -> None:
    board = Board.from_text("#?.\nb a\n#\n")
    assert board.mask.tolist() == [[True, True, False], [True, False, True], [True, False, False]]
    assert board.optional.tolist() == [
        [False, True, False],
        [False, False, False],
        [False, False, False],
    ]
    assert board.alphabet == ("a", "b")
    assert board.marks.tolist() == [[0, 0, 0], [2, 0, 1], [0, 0, 0]]
    assert board.marks.dtype == np.int16
    assert board.text() == "#?.\nb.a\n#.."


def test_a_disconnected_board_is_a_board() -> None:
    board = Board.from_text("##..##")
    assert board.area == 4
    assert str(board) == "1x6-0,2-0,3"


def test_long_boards_are_summed_up() -> None:
    mask = np.indices((20, 20)).sum(axis=0) % 2
    assert str(Board(mask)) == "a board of 200 cells in 20x20"
    assert repr(Board.parse("6x10")) == "Board('6x10')"
    assert str(Board.from_text("ab\nba")) == "a board of 4 cells in 2x2"


def test_empty_lines_are_rows_only_above() -> None:
    assert Board.from_text("\n##\n\n\n").shape == (2, 2)


def test_arrays() -> None:
    mask = np.array([[1, 0, 2], [0, 3, 0]])
    board = Board.from_array(mask)
    assert board.text() == "#.#\n.#."
    mask[:] = 0
    assert board.area == 3
    assert Board([1, 1, 0]).shape == (1, 3)
    assert Board(np.ones((3, 2)).T).mask.flags.c_contiguous
    for array in (board.mask, board.optional, board.marks):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mask": np.zeros((3, 3))}, "the board is empty: it has no cell to cover"),
        ({"mask": []}, "the board is empty"),
        (
            {"mask": np.ones((1, 1, 2, 3))},
            "'mask' must be a (rows, columns) array, got 4 dimensions",
        ),
        (
            {"mask": np.ones((1, 2, 3)), "lattice": "hex"},
            "'mask' must be a (rows, columns) array, got 3 dimensions",
        ),
        ({"mask": [[1, 1], [1]]}, "the rows of 'mask' have different lengths"),
        ({"mask": [["#", "#"]]}, "'mask' must be an array of numbers or booleans, got <U1"),
        ({"mask": [[1, 0]], "optional": [[1]]}, "shape (1, 2), but 'optional' has shape (1, 1)"),
        (
            {"mask": [[1, 0]], "optional": [[0, 1]]},
            "'optional' contains the cell 0,1, which is not on the board",
        ),
        (
            {"mask": [[1, 0]], "marks": [[0, 1]], "alphabet": "a"},
            "'marks' contains the cell 0,1, which is not on the board",
        ),
        (
            {"mask": [[1, 1]], "marks": [[0, 2]], "alphabet": "a"},
            "marks must be between 0 (none) and 1",
        ),
        ({"mask": [[1, 1]], "marks": [[0, 65_537]], "alphabet": "a"}, "got 0 to 65537"),
        ({"mask": [[1, 1]], "marks": [[-1, 0]], "alphabet": "a"}, "got -1 to 0"),
        ({"mask": [[1]], "alphabet": ["ab"]}, "a mark must be one letter or digit, got 'ab'"),
        ({"mask": [[1]], "alphabet": ["#"]}, "a mark must be one letter or digit, got '#'"),
        ({"mask": [[1]], "alphabet": "aa"}, "the alphabet 'aa' contains a letter twice"),
        (
            {"mask": [[1]], "marks": [[1]], "optional": [[1]], "alphabet": "a"},
            "the cell 0,0 has a mark, so it cannot stay empty",
        ),
        (
            {"mask": np.broadcast_to(np.uint8(1), (1, (1 << 28) + 1))},
            "at most 268435456 are allowed",
        ),
    ],
)
def test_arrays_that_are_no_board(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(**arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board is empty: it has no cell to cover"),
        ("...\n. .", "the board is empty"),
        (
            "###\n#*#",
            "line 2, column 2: unexpected character '*' in a board; use '#' for a cell, '.' for no "
            "cell, '?' for a cell that may stay empty",
        ),
        (
            "###\n\n##\t",
            r"line 3, column 3: unexpected character '\t' in a board; use '#' for a cell, '.' for "
            r"no cell, '?' for a cell that may stay empty",
        ),
        ("##\x00", r"unexpected character '\x00'"),
        (
            "\n" * 20_000 + "#" * 20_000,
            "the text is too large: it has 20001 lines of up to 20000 characters",
        ),
        (
            "".join(map(chr, range(0x20000, 0x28000))),
            "the board has 32768 different marks; at most 32767",
        ),
    ],
)
def test_texts_that_are_no_board(text: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board.from_text(text)
    assert message in str(caught.value)


def test_many_different_marks() -> None:
    text = "".join(map(chr, range(0x20000, 0x20000 + 32_767)))
    board = Board.from_text(text)
    assert len(board.alphabet) == 32_767
    assert board.text() == text


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    for data in (b"##\n#a\n", b"##\r\n#a\r\n", b"\xef\xbb\xbf##\r\n#a", b"##\n#a"):
        path.write_bytes(data)
        board = Board.read(path)
        assert board.text() == "##\n#a"
        assert board.name == str(path)
        assert Board.read(str(path)) == board
    path.write_text("##\n##\n##!")
    with pytest.raises(BoardError) as caught:
        Board.read(path)
    assert str(caught.value).startswith(
        f"{path}, line 3, column 3: unexpected character '!' in a board; use '#' for a cell, '.' "
        "for no cell, '?' for a cell that may stay empty"
    )


def test_streams() -> None:
    for stream in (
        io.StringIO("#.\n##\n"),
        io.BytesIO(b"#.\r\n##"),
        io.TextIOWrapper(io.BytesIO(b"#.\n##"), encoding="ascii"),
    ):
        board = Board.read(stream)
        assert board.text() == "#.\n##"
        assert board.name == "standard input"
    with pytest.raises(BoardError, match="standard input, line 1, column 2"):
        Board.read(io.StringIO("#$"))
    with pytest.raises(
        BoardError, match=r"standard input: this is not a text file \(byte 3 is not UTF-8\)"
    ):
        Board.read(io.TextIOWrapper(io.BytesIO(b"#.\n\xff"), encoding="utf-8"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("##\n")
    binary = tmp_path / "binary"
    binary.write_bytes(b"#" * 100_000 + b"\x80")
    utf16 = tmp_path / "utf16.txt"
    utf16.write_bytes("##\n##".encode("utf-16"))
    nothing = tmp_path / "nothing.txt"
    nothing.touch()
    giant = tmp_path / "giant.txt"
    with giant.open("wb") as stream:
        stream.truncate(1 << 30)
    for source, message in (
        (tmp_path / "missing.txt", "cannot read the file: No such file or directory"),
        (plain / "inside.txt", "cannot read the file: Not a directory"),
        (tmp_path / ("x" * 300), "cannot read the file: File name too long"),
        ("a\0b", "invalid file name"),
        (tmp_path, "expected a board text, got a folder"),
        (binary, "this is not a text file (byte 100000 is not UTF-8)"),
        (utf16, "this is not a text file (byte 0 is not UTF-8)"),
        (nothing, "the board is empty: it has no cell to cover"),
        (
            giant,
            "the file has 1073741824 bytes, "
            f"but a board text can have at most {LARGEST_TEXT} bytes",
        ),
    ):
        with pytest.raises(BoardError) as caught:
            Board.read(source)
        assert caught.value.message == message
        assert caught.value.where is not None


def test_an_endless_stream_is_not_read_to_its_end() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"#" * size

    with pytest.raises(
        BoardError,
        match="standard input: the text is too long; a board text can have at most 67108864 bytes",
    ):
        Board.read(Endless())


@pytest.mark.parametrize("text", ["4x4", " 2^2\n", "6x10-0,0-5,9\n"])
def test_a_text_that_is_a_word_of_the_grammar_means_that_board(text: str, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(text)
    assert Board.read(file) == Board.read(io.StringIO(text)) == Board.parse(text)


@pytest.mark.parametrize(
    "word",
    [
        "99999999999999999999x3",
        "3x99999999999999999999",
        "2^99999999999999999999",
        "3x3-0,99999999999999999999",
    ],
)
def test_numbers_too_long_for_any_board_are_said_to_be(word: str) -> None:
    with pytest.raises(
        BoardError,
        match="contains a number with 20 digits, but a board may have at most 268435456 cells",
    ):
        Board.parse(word)


@pytest.mark.parametrize(
    ("word", "area", "first"),
    [
        ("aztec:1", 4, "##"),
        ("aztec:10", 220, "." * 9 + "##" + "." * 9),
        ("tri:hexagon2", 24, "...#####"),
        ("tri:hexagon1,2,3", 22, ".....###"),
        ("tri:star1", 12, ".....#.."),
        ("tri:star2", 48, "...........#...."),
        ("hex:hexagon2,3,4", 18, "...##"),
        ("hex:hexagon3,1,1", 3, "###"),
    ],
)
def test_aztec_diamonds_and_hexagons(word: str, area: int, first: str) -> None:
    board = Board.parse(word)
    assert (board.name, board.area) == (word, area)
    assert board.text().splitlines()[-board.shape[0]] == first
    assert Board.from_text(board.text() + "\n") == board


def test_a_star_has_the_symmetries_of_a_hexagon() -> None:
    for size in (1, 2, 3, 4):
        board = Board.parse(f"tri:star{size}")
        assert board.area == 12 * size * size
        cells = np.argwhere(board.mask)
        for element in TRIANGLES.elements:
            image = TRIANGLES.image(element, cells)
            moved = (image - TRIANGLES.corner(image)).tolist()
            assert sorted(moved) == sorted(cells.tolist())
    # Eight of the hexiamonds fill the star in one way.
    assert tw.count("tri:star2", "hexiamonds=0..1", unique=True) == 1


def test_the_hexagon_with_equal_sides_has_one_number() -> None:
    for prefix in ("tri:", "hex:"):
        assert Board.parse(f"{prefix}hexagon3") == Board.parse(f"{prefix}hexagon3,3,3")
    assert Board.parse("aztec:3-0,2").area == 23


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("aztec:0", "each side of an Aztec diamond must have at least one cell, got 0"),
        ("aztec:2,3", "the size of an Aztec diamond must be one number, got 2,3"),
        ("tri:star2,3", "the size of a star must be one number, got 2,3"),
        ("tri:star9999", "a star with sides of 9999 cells is too large"),
        ("tri:hexagon2,3", "the size of a hexagon must be one or three numbers, got 2,3"),
        ("tri:hexagon2,0,3", "each side of a hexagon must have at least one cell, got 0"),
        ("aztec:20000", "is too large"),
        ("tri:aztec:2", "is not a board"),
        ("aztec:2-0,0", "outside"),
    ],
)
def test_wrong_aztec_diamonds_and_hexagons(word: str, why: str) -> None:
    with pytest.raises(BoardError, match=why):
        Board.parse(word)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([(0, 0), (0, 1)], "##"),
        ({(1, 1), (0, 0)}, "#.\n.#"),
        (((0, 2), (1, 0)), "..#\n#.."),
        (iter([(0, 0), (0, 1)]), "##"),
        ([[1, 1, 0], [0, 1, 1]], "##.\n.##"),
        (((1, 1, 0), (0, 1, 1)), "##.\n.##"),
        ([[1, 1], [1, 1]], "##\n##"),
        ([[1, 1], [1, 0]], "##\n#."),
        ([[True, True], [True, False]], "##\n#."),
        (np.array([[1, 1], [1, 0]]), "##\n#."),
        (np.array([[0.0, 0.0], [0.0, 1.0]]), "..\n.#"),
        ([1, 0, 1, 1], "#.##"),
        ([1, 0], "#."),
        ((True, True), "##"),
        (np.array([1, 1]), "##"),
        # As in NumPy, two or three integers are a size.
        ((2, 3), "###\n###"),
        ([2, 3], "###\n###"),
        ((1, 4), "####"),
        ((np.int64(2), 1), "#\n#"),
        ((1, 2, 2), "cube\n##\n##"),
        (np.ones((2, 1, 2)), "cube\n##\n\n##"),
        ([[[1, 1], [1, 0]]], "cube\n##\n#."),
        ({(0, 0, 0), (0, 0, 1)}, "cube\n##"),
        ([(0, 0, 0), (0, 0, 2)], "cube\n#.#"),
    ],
)
def test_cells_and_grids_are_told_apart(value: Any, text: str) -> None:
    assert Board(value).text() == text


@pytest.mark.parametrize("value", [[[1, 0], [0, 0]], [[0, 0], [0, 1]], [[0, 0], [0, 5]]])
def test_what_can_be_cells_or_a_grid_is_refused(value: Any) -> None:
    with pytest.raises(BoardError, match=r"is ambiguous: write cells as tuples"):
        Board(value)
    assert Board.from_array(value) == Board(np.array(value) > 0)
    assert Board(map(tuple, value)).area == 2


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([[6, 10]], "0 and 1, got 6; the board of this size is '6x10'"),
        ((6.0, 10.0), "0 and 1, got 6.0; the board of this size is '6x10'"),
        (np.array([2, 3, 4]), "0 and 1, got 2; the board of this size is '2x3x4'"),
        (np.array([[0, 0], [0, 5]]), "0 and 1, got 5"),
        (np.array([[0.5, 1.0]]), "0 and 1, got 0.5"),
        ([[1.0, np.nan]], "0 and 1, got nan"),
        ([1, 2, 3, 4], "0 and 1, got 2"),
        ((1, 1), "is ambiguous: write '1x1' for a size, or [[1, 1]]"),
        ([1, 1, 1], "is ambiguous: write '1x1x1'"),
        ((0, 5), "at least one row and one column, got 0x5"),
        ((-1, 5), "at least one row and one column, got -1x5"),
        ((1 << 20, 1 << 20), "at most 268435456 are allowed"),
        ([(0, 0, 0), (0, 0, 1)], "is ambiguous: write cells of cubes as a set"),
    ],
)
def test_a_size_is_not_read_as_a_grid(value: Any, why: str) -> None:
    for read in (Board, lambda given: tw.Problem(given, "dominoes+")):
        with pytest.raises(BoardError) as caught:
            read(value)
        assert why in str(caught.value)


def test_a_size_is_that_of_the_lattice() -> None:
    assert Board((4, 9), lattice="tri") == Board("tri:4x9")
    assert Board((2, 3, 4), lattice="cube") == Board("cube:2x3x4") == Board((2, 3, 4))
    assert Board((4, 9), surface="torus") == Board("torus:4x9")
    assert tw.count((8, 8), "dominoes+") == 12988816
    assert tw.read((2, 3), "L3=2") == tw.read("2x3 L3=2")
    assert str(tw.color((2, 3), "L3=2")) == str(tw.color("2x3 L3=2"))
    assert tw.count(np.ones((2, 2, 4)), "tetracubes+") == tw.count("cube:2x2x4", "tetracubes+")
    for size, lattice, why in (
        ((4, 9), "cube", "layers x rows x columns, got 4x9"),
        ((2, 3, 4), "hex", "rows x columns, got 2x3x4; a board of cubes is written cube:2x3x4"),
    ):
        with pytest.raises(BoardError, match=why):
            Board(size, lattice=lattice)
    with pytest.raises(BoardError, match="0 and 1, got 6"):
        Board.from_array((6, 10))


def test_cells_of_a_board_are_at_least_0() -> None:
    with pytest.raises(BoardError, match="at least 0, got 0,-1"):
        Board([(0, -1), (0, 0)])
