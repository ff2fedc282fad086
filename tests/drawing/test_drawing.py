"""The picture model: what the makers put into it, colors of tiles, outlines; and the golden
pictures.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from naive_drawing import inside, signed_area
from plain_kernels import plain
from tilewright.drawing import (
    PALETTES,
    UNCOVERED,
    Mark,
    Picture,
    draw,
    draw_answer,
    draw_board,
    draw_frames,
    draw_pieces,
    draw_problem,
    draw_puzzle,
    gif,
    notebook_svg,
    save,
    sheet,
    svg,
    terminal,
)
from tilewright.drawing.makers.tile_colors import piece_colors, tile_colors
from tilewright.drawing.model.geometry import long_lines, outlines
from tilewright.drawing.model.palette import rgb
from tilewright.drawing.model.picture import THICK, THIN, edges_between
from tilewright.errors import OutputError, RequestError, TilingError
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import draw_weighting
from tilewright.solving.search import solve

PENTOMINOES = """\
NNNFFYYYYT
PPNNFFYTTT
PPPWFLLLLT
UUXWWLZVVV
UXXXWWZZZV
UUXIIIIIZV"""


def packing() -> Tiling:
    text = PENTOMINOES.replace("\n", "")
    order = list(dict.fromkeys(text))
    labels = np.array([order.index(letter) for letter in text]).reshape(6, 10)
    names = tuple("FILNPTUVWXYZ")
    return Tiling(labels, np.array([names.index(letter) for letter in order]), names)


LABELS = npst.arrays(
    np.int32, st.tuples(st.integers(1, 6), st.integers(1, 7)), elements=st.integers(-3, 5)
)


def test_nothing_heavy_is_imported_with_the_module() -> None:
    code = (
        "import sys, tilewright.drawing; print({'PIL', 'reportlab', 'resvg_py'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@given(LABELS)
def test_edges_are_where_labels_differ(labels: np.ndarray) -> None:
    horizontal, vertical = edges_between(labels)
    rows, columns = labels.shape
    padded = np.pad(labels, 1, constant_values=-1)
    for row in range(rows + 1):
        for column in range(columns):
            one, two = sorted((int(padded[row, column + 1]), int(padded[row + 1, column + 1])))
            open_ = two <= -2
            expected = THIN if open_ else THICK if one != two else 0
            assert horizontal[row, column] == expected
    assert np.array_equal(vertical, edges_between(labels.T)[0].T)


def test_a_grid_adds_thin_lines_inside_tiles() -> None:
    horizontal, vertical = edges_between([[0, 0], [1, 0]], grid=True)
    assert vertical.tolist() == [[THICK, THIN, THICK], [THICK, THICK, THICK]]
    assert horizontal.tolist() == [[THICK, THICK], [THICK, THIN], [THICK, THICK]]


@given(LABELS)
def test_outlines_cover_exactly_their_cells(labels: np.ndarray) -> None:
    traced = outlines(labels)
    assert (np.diff(traced.region) >= 0).all()
    for region in range(int(labels.max(initial=-1)) + 1):
        loops = [
            [
                tuple(corner)
                for corner in traced.corner[traced.start[i] : traced.start[i + 1]].tolist()
            ]
            for i in np.flatnonzero(traced.region == region)
        ]
        covered = np.array(
            [
                [inside(r + 0.5, c + 0.5, loops) for c in range(labels.shape[1])]
                for r in range(labels.shape[0])
            ]
        )
        assert np.array_equal(covered, labels == region)
        assert sum(map(signed_area, loops)) == (labels == region).sum()
        for loop in loops:
            # Corners alternate between turns of rows and of columns: none is superfluous.
            steps = [
                (a[0] == b[0], a[1] == b[1])
                for a, b in zip(loop, [*loop[1:], loop[0]], strict=True)
            ]
            assert all(sum(step) == 1 for step in steps)
            assert all(a != b for a, b in zip(steps, [*steps[1:], steps[0]], strict=True))


def test_parts_that_touch_at_a_corner_stay_apart() -> None:
    traced = outlines(np.array([[0, -1], [-1, 0]]))
    assert len(traced.region) == 2
    assert all(len(part) == 4 for part in np.split(traced.corner, traced.start[1:-1]))


@given(LABELS)
def test_long_lines_are_the_edges_joined(labels: np.ndarray) -> None:
    horizontal, _ = edges_between(labels)
    for weight in (THIN, THICK):
        again = np.zeros_like(horizontal, dtype=int)
        for line, first, last in long_lines(horizontal, weight):
            assert first == 0 or horizontal[line, first - 1] != weight
            assert last == horizontal.shape[1] or horizontal[line, last] != weight
            again[line, first:last] += 1
        assert np.array_equal(again, horizontal == weight)


def clashes(labels: np.ndarray, colors: np.ndarray) -> bool:
    return any(
        one != two and one >= 0 and two >= 0 and colors[one] == colors[two]
        for pairs in (
            zip(labels[1:].ravel(), labels[:-1].ravel(), strict=True),
            zip(labels[:, 1:].ravel(), labels[:, :-1].ravel(), strict=True),
        )
        for one, two in pairs
    )


@example(np.arange(6, dtype=np.int32).reshape(2, 3), 3, True)
@given(LABELS, st.integers(1, 12), st.booleans())
def test_neighbors_never_share_a_color(labels: np.ndarray, kinds: int, named: bool) -> None:
    count = int(labels.max(initial=-1)) + 1
    names = [f"{letter}5" for letter in "TLZIPNFWVUYX"][:kinds]
    piece = np.arange(count) % kinds if named else None
    assert not clashes(labels, tile_colors(labels, piece, names))


def test_pieces_keep_their_colors_wherever_neighbors_allow() -> None:
    tiling = packing()
    wishes = dict(zip(tiling.names, piece_colors(tiling.names, 12), strict=True))
    assert sorted(wishes.values()) == list(range(12))
    by_tile = tile_colors(tiling.labels, tiling.piece, tiling.names)
    assert by_tile.tolist() == [wishes[name] for name in tiling.piece_names()]
    assert piece_colors(["L5", "F5"], 12) == [wishes["L"], wishes["F"]]
    # Of two pieces that both like the color of L one gives way, to a color that nobody likes.
    three, four = piece_colors(["L3", "L4"], 12)
    assert three == wishes["L"] != four


def test_a_second_copy_takes_a_color_that_is_no_other_piece_s() -> None:
    labels = np.array([[0, 0, 1, 1], [0, 1, 1, 2], [3, 3, 2, 2]])
    names = ["L3", "T4", "I4"]
    liked = piece_colors(names, 12)
    colors = tile_colors(labels, np.array([0, 0, 0, 1]), names).tolist()
    assert colors[0] == liked[0]
    assert colors[1] not in liked
    assert colors[2:] == [liked[0], liked[1]]


def test_a_tile_keeps_its_color_while_it_stays() -> None:
    whole = packing()
    frames = [
        np.where(whole.labels < count, whole.labels, UNCOVERED)
        for count in [*range(1, 13), 5, 4, 12]
    ]
    pictures = list(draw_frames(Tiling(frame, whole.piece, whole.names) for frame in frames))
    plain = list(draw_frames(frames))
    for several in (pictures, plain):
        for before, after in pairwise(several):
            kept = (before.fill >= 0) & (after.fill >= 0)
            assert np.array_equal(before.fill[kept], after.fill[kept])
        for picture, frame in zip(several, frames, strict=True):
            assert ((picture.fill >= 0) == (frame >= 0)).all()
            assert not clashes(
                frame,
                picture.fill.ravel()[np.unique(frame, return_index=True)[1]][-(frame.max() + 1) :],
            )


def test_a_coloring_may_be_by_tile_by_cell_or_an_object() -> None:
    labels = np.array([[0, 0, -1], [1, -2, -3]])

    class Result:
        coloring = (7, 3)

    expected = [[7, 7, -1], [3, -2, -3]]
    assert draw(labels, coloring=[7, 3]).fill.tolist() == expected
    assert draw(labels, coloring=Result()).fill.tolist() == expected
    assert draw(labels, coloring=[[7, 7, 0], [3, 0, 0]]).fill.tolist() == expected


def test_boards_are_colored_by_remainders() -> None:
    picture = draw_board(Board.parse("3x3-1,1"), modulus=2)
    assert picture.fill.tolist() == [[0, 1, 0], [1, -1, 1], [0, 1, 0]]
    assert picture.palette.name == "grays"
    assert draw_board(np.ones((2, 3)), modulus=3).fill.tolist() == [[0, 1, 2], [1, 2, 0]]


def test_marks_of_a_board_are_dots_if_of_one_kind_and_letters_otherwise() -> None:
    dots = draw_board(Board.from_text("#o\no#"))
    assert [(mark.row, mark.column, mark.kind) for mark in dots.marks] == [
        (0, 1, "dot"),
        (1, 0, "dot"),
    ]
    letters = draw_board(Board.from_text("#a\nb#"))
    assert not letters.marks
    assert [(text.text, text.role) for text in letters.texts] == [("a", "letter"), ("b", "letter")]


def test_painted_holes_have_an_edge() -> None:
    picture = draw([[-1, 0], [0, 0]], holes=True)
    assert picture.marks == (Mark(0, 0, "hole"),)
    assert picture.horizontal[0, 0] == THICK
    assert picture.vertical[0, 0] == THICK


def test_letters_stand_on_their_tiles_and_not_on_dots() -> None:
    tiling = packing()
    picture = draw(tiling, letters=True, marks=[(1, 2), (3, 0)])
    dotted = {(mark.row, mark.column) for mark in picture.marks}
    assert sorted(text.text for text in picture.texts) == sorted("FILNPTUVWXYZ")
    for text in picture.texts:
        cell = int(text.row), int(text.column)
        assert tiling.names[tiling.piece[tiling.labels[cell]]] == text.text  # type: ignore[index]
        assert cell not in dotted


def test_a_set_of_pieces_is_drawn_with_names_and_orientations() -> None:
    picture = draw_pieces("pentominoes")
    texts = [text.text for text in picture.texts]
    assert texts[::2] == list("FILNPTUVWXYZ")
    assert texts[1::2] == [
        f"{n} orientation{'s' * (n > 1)}" for n in (8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4)
    ]
    assert np.bincount(picture.regions[picture.regions >= 0]).tolist() == [5] * 12  # type: ignore[index]
    assert sorted(set(picture.fill[picture.fill >= 0].tolist())) == list(range(12))
    one_sided = draw_pieces("tetrominoes", turn="one-sided")
    assert [text.text for text in one_sided.texts][::2] == list("IJLOSTZ")


def test_copies_are_said() -> None:
    picture = draw_pieces(["L3=2", "I3+", "O4=1..3", Piece.parse("T4=2..")], orientations=False)
    assert [text.text for text in picture.texts] == [
        "L3 ×2",
        "I3 any number",
        "O4 ×1 to 3",
        "T4 ×2 or more",
    ]


def test_a_sheet_holds_all_its_pictures() -> None:
    tiling = packing()
    several = [draw(tiling.transform(g), caption=f"No. {g}") for g in range(8)]
    whole = sheet(several)
    assert (whole.fill >= 0).sum() == 8 * 60
    assert whole.regions is not None
    assert np.bincount(whole.regions[whole.regions >= 0]).tolist() == [5] * 96
    assert [text.text for text in whole.texts] == [f"No. {g}" for g in range(8)]
    thick = sum(int((p.horizontal == THICK).sum() + (p.vertical == THICK).sum()) for p in several)
    assert (whole.horizontal == THICK).sum() + (whole.vertical == THICK).sum() == thick


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (packing(), "A tiling of a 6x10 board by 12 tiles"),
        (Board.parse("8x8-3,3"), "8x8-3,3"),
        (Piece.parse("X5"), "1 piece"),
        (Piece.parse("X5").polyomino, "1 piece"),
        (Problem("6x10", "pentominoes"), "12 pieces"),
        (Problem("4x4", "L3=4", "I3=1", empty=1, placed=["L3:0,0-0,1-1,0"]), "2 pieces"),
        (draw_problem(Problem("6x6", "trominoes+")), "2 pieces"),
    ],
)
def test_everything_shows_itself_in_a_notebook(shown: object, words: str) -> None:
    text = notebook_svg(shown)
    assert text.startswith("<svg")
    assert words in text
    assert shown._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]


def test_plain_kernels() -> None:
    labels = np.array([[0, 0, 1], [2, 0, 1], [2, -1, 0]], dtype=np.int32)
    start, cells = np.array([0, 4, 6, 8]), np.array([0, 1, 4, 8, 2, 5, 3, 6])
    color, used = np.full(3, -1, dtype=np.int16), np.zeros(5, dtype=np.int64)
    wishes = np.array([2, 2, -1], dtype=np.int16)
    plain("drawing.raster").spread_colors(labels, start, cells, wishes, 2, used, color)
    assert color.tolist() == [2, 0, 1]
    corner, loops, regions = (
        np.zeros((40, 2), np.int32),
        np.zeros(9, np.int64),
        np.zeros(9, np.int32),
    )
    traced = plain("drawing.raster").trace_outlines(labels, corner, loops, regions)
    again = outlines(labels)
    assert traced == (len(again.corner), len(again.region))
    assert sorted(regions[: traced[1]].tolist()) == again.region.tolist()


def test_small_and_large_boards_go_the_same_way() -> None:
    """Small boards are traced and colored without the JIT, large ones with it: a wide margin makes
    one large.
    """
    labels = np.random.default_rng(5).integers(-3, 9, (30, 40))
    around = np.pad(labels, 30, constant_values=-1)
    small, large = outlines(labels), outlines(around)
    assert np.array_equal(small.corner + 30, large.corner)
    assert np.array_equal(small.start, large.start)
    assert np.array_equal(small.region, large.region)
    assert np.array_equal(tile_colors(labels), tile_colors(around))


GOLDEN: dict[str, Callable[[], Picture]] = {
    "packing": lambda: draw(packing(), letters=True, caption="A packing of the 6x10", theme="auto"),
    "patterns": lambda: draw(packing(), patterns=True, theme="dark"),
    "outlines": lambda: draw(packing(), outlines_only=True, grid=True),
    "partial": lambda: draw(
        [[-1, 0, 0, 1], [2, 2, 0, 1], [-3, 2, -2, 1], [-3, -3, -3, -3]],
        holes=True,
        highlight=[(2, 0)],
        marks=[(0, 1), (3, 3)],
    ),
    "pieces": lambda: draw_pieces("tetrominoes", turn="one-sided", columns=19),
    "chessboard": lambda: draw_board(Board.parse("4x4-0,0-3,3"), modulus=2),
    "problem": lambda: draw_problem(Problem("4x5-0,0", "tetrominoes", "L3=0..2")),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name: str, golden: Callable[[str, str], None]) -> None:
    picture = GOLDEN[name]()
    golden(f"{name}.svg", svg(picture))
    shown = {
        "box drawing": terminal(picture, color="none", width=200),
        "plain": terminal(picture, color="none", unicode=False, width=200),
        "compact": terminal(picture, color="none", size="compact"),
        "flush": terminal(picture, width=200).replace("\x1b", "^"),
    }
    golden(f"{name}.txt", "\n\n".join(f"{how}\n{text}" for how, text in shown.items()) + "\n")


TWO = Tiling([[0, 0, 1, 1]], [0, 0], ["domino"])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: draw(TWO, names=3),
            "`names` must be True, False or a sequence with a name for each tile, got '3'",
        ),
        (lambda: draw(TWO, names=["F", 2]), "a name must be a str, got '2'"),
        (lambda: draw(TWO, holes=[3]), r"holes: a cell must be a pair \(row, column\), got '3'"),
        (lambda: draw(TWO, marks=3), r"marks: expected pairs \(row, column\), got '3'"),
        (
            lambda: draw(TWO, highlight="1,1"),
            r"highlight: expected pairs \(row, column\), got '1,1'",
        ),
        (lambda: draw(TWO, palette=3), "`palette` must be a Palette or a name, got '3'"),
        (lambda: draw(TWO, theme=3), "`theme` must be a Theme or a name, got '3'"),
        (lambda: draw(TWO, coloring=["a", "b"]), "`coloring` must contain only integers"),
        (lambda: draw([[0], [0, 1]]), "the rows of the labels have different lengths"),
        (lambda: draw(TWO, coloring=[1]), "each of the 2 tiles"),
        (lambda: draw(TWO, coloring=[-5, 1]), "got -5 to 1"),
        (lambda: draw(TWO, names=["F"]), "each of the 2 tiles, got 1"),
        (lambda: draw(TWO, palette="okabe"), "Did you mean okabe-ito"),
        (lambda: draw(TWO, theme="dim"), "Available: light, dark, auto, print"),
        (lambda: draw(TWO, highlight=[(2, 0)]), "the cell 2,0 is outside the 1x4 picture"),
        (lambda: draw(TWO, marks=[(0, 9)]), "the cell 0,9 is outside"),
        (lambda: draw([0, 1]), "a 2-dimensional array of integers"),
        (lambda: draw([[0.5]]), "array of float64"),
        (lambda: draw([[]]), "with 0 cells"),
        (lambda: draw([[-4]]), "at least -3, got -4"),
        (lambda: draw_board("2x2", modulus=2, coloring=np.ones((2, 2))), "not both"),
        (lambda: draw_board("2x2", modulus=0), "at least 1, got 0"),
        (lambda: draw_pieces([]), "at least one piece"),
        (lambda: draw_pieces("trominoes", names=["I"]), "each of the 2 pieces, got 1"),
        (
            lambda: Picture(*(np.zeros(n, np.uint8) for n in ((2, 2), (3, 2), (2, 2)))),
            "`vertical` of a 2x2 picture must have shape",
        ),
        (lambda: notebook_svg(5), r"cannot draw '5' \(int\)"),
        (lambda: draw_frames(TWO), "`frames` must be an iterable of tilings"),
        (lambda: draw_board(Tiling([[0, 0]])), "must be a mask, got a tiling"),
        (lambda: draw_pieces(3), "`pieces` must be words such as 'L3', Pieces"),
        (lambda: draw_pieces([3]), r"`pieces` must be words .* got '\[3\]'"),
        (
            lambda: draw_pieces("trominoes", names=3),
            "`names` must be True, False or a sequence with a name for each piece",
        ),
        (lambda: draw_pieces("trominoes", coloring=3), "a number for each of the 2 pieces"),
        (lambda: draw_pieces("trominoes", coloring=[1, 2, 3]), "a number for each of the 2 pieces"),
        (lambda: draw_problem(3), "`board` must be a Board"),
        (lambda: draw_puzzle("talos:nowhere"), "unknown puzzle 'talos:nowhere'"),
        (lambda: draw_puzzle(None, title="nothing"), "`board` must be a Board"),
        (lambda: draw_answer("dots:4x6-easy", None, title="none"), "`solution` must be a Tiling"),
        (lambda: draw_weighting(None), "expected a Weighting"),
        (lambda: save(TWO, "two.svg"), "expected several Pictures"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_words(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RequestError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sheet([]), "at least one picture"),
        (lambda: gif([]), "at least one picture"),
        (lambda: gif([draw([[0]]), draw([[0, 0]])]), "have the same size"),
    ],
)
def test_what_cannot_be_written_is_an_output_error(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(OutputError, match=message):
        make()


def test_names_are_drawn_or_not() -> None:
    tiling = Tiling([[0, 0, 1, 1]], [0, 0], ["domino"])
    assert draw(tiling).names == draw(tiling, names=True).names == ("domino", "domino")
    assert draw(tiling, names=False).names == ()
    letters = [text.text for text in draw(tiling, names=False, letters=True).texts]
    assert letters == ["0", "1"]


def test_letters_leave_the_size_out_where_all_have_the_same() -> None:
    labels = [[0, 0, 0, 1], [2, 2, 2, 1]]

    def letters(*names: str) -> list[str]:
        return [text.text for text in draw(labels, names=names, letters=True).texts]

    assert letters("I3", "L4", "I3") == ["I3", "L4", "I3"]
    assert letters("I3", "domino", "L3") == ["I3", "I2", "L3"]
    assert letters("L3.2", "domino", "###/###") == ["L3.2", "I2", "2x3"]


def test_a_named_puzzle_is_drawn_with_its_own_words() -> None:
    puzzle = find_puzzle("talos:tower-gates-1")
    for shown in (draw_puzzle(puzzle), draw_puzzle(puzzle.name)):
        assert (shown.heading, shown.caption, shown.fine) == (
            puzzle.title,
            puzzle.level,
            puzzle.name,
        )
    assert draw_puzzle(puzzle, title="Mine", level="", name="").fine == ""
    assert draw_problem(puzzle).shape == draw_problem(puzzle.problem()).shape
    assert draw_pieces(Piece.parse("L3")).names == draw_pieces("L3").names
    assert np.array_equal(draw_board("3x3-1,1").fill, draw_board(Board.parse("3x3-1,1")).fill)


def test_colors_by_parity() -> None:
    tiling = Tiling.from_text("AABC\nDDBC\nEEFF")
    assert draw(tiling, color_by="parity").fill.tolist() == [
        [0, 0, 2, 3],
        [1, 1, 2, 3],
        [0, 0, 0, 0],
    ]


@pytest.mark.parametrize("text", ["AABC\nDDBC\nEEFF", "AB\nAB"])
def test_heights_are_shades_of_the_first_color(text: str) -> None:
    tiling = Tiling.from_text(text)
    picture, heights = draw(tiling, color_by="height"), tiling.heights()
    corners = [heights[:-1, :-1], heights[:-1, 1:], heights[1:, :-1], heights[1:, 1:]]
    mean = [sum(int(each[cell]) for each in corners for cell in cells) for _, cells in tiling]
    shade = [int(picture.fill[cells[0]]) for _, cells in tiling]
    assert sorted(mean) == [mean[tile] for tile in np.argsort(shade, kind="stable")]
    light = [sum(rgb(color)) for color in picture.palette.colors]
    assert light == sorted(light) and min(shade) == 0
    assert max(shade) == (len(light) - 1 if len(set(mean)) > 1 else 0)
    with pytest.raises(TilingError, match="heights require tiles of two cells"):
        draw(Tiling.from_text("AAA"), color_by="height")
    lozenges = solve("tri:hexagon2", "diamond+")
    assert lozenges is not None
    polygons = svg(draw(lozenges, color_by="orientation"))
    assert [color in polygons for color in PALETTES["tilewright"].colors[:4]] == [
        True,
        True,
        True,
        False,
    ]
