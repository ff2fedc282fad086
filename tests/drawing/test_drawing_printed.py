"""Puzzles as they are printed: words around the board, supply, legend, calendar, booklets."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
import pypdf
import pytest

from printed import cells, pages
from tilewright.drawing import (
    Picture,
    booklet,
    draw,
    draw_answer,
    draw_board,
    draw_legend,
    draw_pieces,
    draw_problem,
    draw_puzzle,
    pdf,
    png,
    svg,
    terminal,
)
from tilewright.drawing.model.extent import all_texts, extent, text_width, wrapped
from tilewright.errors import OutputError
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import calendar_names, find_puzzle
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.polyform import Polyomino
from tilewright.solving.search import solve

DOTS = find_puzzle("dots:4x6-easy").problem()
CALENDAR = find_puzzle("calendar:10-06").problem()


def words(picture: Picture) -> list[str]:
    return [text.text for text in all_texts(picture)]


def test_clues_are_written_on_their_cells() -> None:
    problem = Problem("4x4", "tetrominoes+", rules=["apart", "clues 0,0=I 1,1=S 3,0=4"])
    tiling = solve(problem)
    assert tiling is not None
    for picture in (draw_problem(problem), draw_answer(problem, tiling, title="")):
        assert words(picture)[:3] == ["I", "S", "4"]


def test_a_puzzle_has_its_words_in_every_kind_of_file() -> None:
    picture = draw_puzzle(
        DOTS, title="Dots 4 x 6", rules="Draw the outlines.", level="easy", name="id:abc"
    )
    drawn = svg(picture)
    for word in ("Dots 4 x 6", "Draw the outlines.", "easy", "id:abc"):
        assert f">{word}</text>" in drawn
    assert 'font-weight="bold"' in drawn
    # Whoever cannot see it, and whoever copies a long ID, has it in one piece.
    assert re.search("<desc>Draw the outlines.*Easy id:abc</desc>", drawn)
    assert png(picture).startswith(b"\x89PNG")
    lines = terminal(picture, color="none").splitlines()
    assert lines[:3] == ["Dots 4 x 6", "Draw the outlines.", ""]
    assert lines[-2:] == ["easy", "id:abc"]
    assert "id:abc" in pages(booklet([picture], title="One"))[0]


def test_words_stand_above_and_below_without_touching() -> None:
    long = "a rule that takes a few lines to tell " * 5
    picture = draw_puzzle(DOTS, title="Dots", rules=long, level="easy", name="id:" + "x" * 300)
    rows = [(text.row - text.size / 2, text.row + text.size / 2) for text in all_texts(picture)]
    for (_, lower), (upper, _) in pairwise(rows):
        assert lower <= upper + 1e-9
    assert rows[0][0] < 0 < picture.shape[0] < rows[-1][1]
    box = extent(picture)
    assert all(
        text_width(text.text, text.bold) * text.size <= box.width for text in all_texts(picture)
    )
    fine = [text.text for text in all_texts(picture) if set(text.text) <= set("id:x")]
    assert "".join(fine) == "id:" + "x" * 300
    assert words(picture.without_words()) == [word.text for word in picture.texts]


def test_the_legend_has_the_six_trominoes_with_their_dots() -> None:
    legend = draw_legend(DOTS)
    assert legend is not None
    assert legend.regions is not None
    assert len(legend.names) == 6
    marked = [int(legend.regions[mark.row, mark.column]) for mark in legend.marks]
    assert sorted(marked) == [0, 1, 2, 3, 4, 5]
    # Lost dots are told in the rules: the legend is the same.
    both = draw_legend(Problem("6x6", "#o#+", "#/o#+", "###+", "#/##+"))
    assert both is not None
    assert np.array_equal(both.fill >= 0, legend.fill >= 0)
    # Of many orientations one is shown.
    many = draw_legend(Problem("6x6", "##o##+", "#o##/#+", "##/.o/.##+"))
    assert many is not None
    assert len(many.names) == 3
    assert draw_legend(Problem("6x6", "trominoes+")) is None
    assert draw_legend(Problem("3x4", "L3=4")) is None


def test_pieces_already_placed_are_not_in_the_supply() -> None:
    problem = Problem("4x5", "tetromino:IILLT", placed=["I4:0,0-0,1-0,2-0,3", "T4:1,0-2,0-3,0-2,1"])
    picture = draw_problem(problem)
    assert {"I", "L ×2"} <= set(words(picture))
    assert not [word for word in words(picture) if word.startswith("T")]
    assert picture.names.count("I4") == 2
    # On the board and in the supply a piece has one color.
    assert picture.regions is not None
    colors = {
        int(picture.fill[picture.regions == tile][0])
        for tile, name in enumerate(picture.names)
        if name == "I4"
    }
    assert len(colors) == 1
    full = Problem("2x3", "L3=2", placed=["L3:0,0-0,1-1,0", "L3:0,2-1,1-1,2"])
    assert draw_problem(full).shape == (2, 3)


def test_every_piece_has_a_label() -> None:
    found = words(draw_problem(CALENDAR))
    assert {"L", "N", "P", "U", "V", "Y", "Z", "2x3"} <= set(found)
    assert "L5" in words(draw_problem(Problem("2x4", "L5", "L3")))
    assert {"domino", "monomino", "L"} <= set(
        words(draw_problem(Problem("2x3", "L3", "domino", "monomino")))
    )
    assert {"sphinx", "crown"} <= set(words(draw_pieces("hexiamonds")))


def test_a_calendar_shows_its_months_and_days() -> None:
    found = draw_board(CALENDAR.board)
    names = words(found)
    assert {"Jan", "Jun", "Jul", "Dec", "1", "31"} <= set(names)
    assert len(names) == 43
    assert {text.text for text in found.texts if text.bold} == {"Oct", "6"}
    assert "│Jan Feb Mar Apr May Jun│" in terminal(found, color="none")
    solution = solve(CALENDAR)
    assert solution is not None
    assert words(draw(solution, marks=CALENDAR.board)) == ["Oct", "6"]
    assert ">Oct</text>" in svg(draw(solution))
    placed = Problem(CALENDAR.board, *CALENDAR.words(), placed=["###/###:0,0-0,1-1,0-1,1-2,0-2,1"])
    assert not {"Jan", "Feb", "Jul", "Aug", "1", "2"} & set(words(draw_problem(placed)))


@pytest.mark.parametrize("word", ["7x7", "7x7-0,6-1,6-6,3-6,4-6,5-6,6", "6x7", "7x7-0,0-3,3"])
def test_other_boards_are_no_calendars(word: str) -> None:
    assert calendar_names(Board.parse(word).mask) == {}


def test_an_answer_has_the_colors_of_its_puzzle() -> None:
    solution = solve(DOTS)
    assert solution is not None
    answer = draw_answer(DOTS, solution, title="Dots: the answer", name="id:abc")
    assert words(answer) == ["Dots: the answer", "id:abc"]
    assert len(answer.marks) == 8
    assert set(answer.names) <= {"#o#", "#/o#"}


def test_an_answer_has_the_colors_of_its_legend() -> None:
    for problem in (
        DOTS,
        Problem("6x6", "#o#+", "#/o#+", "###+", "#/##+"),
        Problem("4x6", "L4=2", "S4=4"),
    ):
        supply = draw_legend(problem) or draw_puzzle(problem, title="Pieces")
        solution = solve(problem)
        assert solution is not None
        answer = draw_answer(problem, solution, title="The answer")
        kinds = {
            shape.canonical("free"): {
                int(answer.fill[cells[0]])
                for _, cells in solution
                if Polyomino(cells).canonical("free") == shape.canonical("free")
            }
            for shape in (piece.polyomino for piece in problem.pieces)
        }
        shown = {
            Polyomino(tuple(map(tuple, np.argwhere(supply.regions == number).tolist()))).canonical(
                "free"
            ): int(supply.fill[tuple(np.argwhere(supply.regions == number)[0])])
            for number in range(len(supply.names))
        }
        for shape, colors in kinds.items():
            assert colors <= {shown[shape]}


def test_a_picture_alone_fills_its_page() -> None:
    def scale_and_size(data: bytes) -> tuple[float, float, float]:
        box = pypdf.PdfReader(io.BytesIO(data)).pages[0].mediabox
        return cells(data)[0][0], float(box.width), float(box.height)

    for board in ("2x3", "6x10", "10x6", "3x20"):
        picture = draw_board(board)
        cell, width, height = scale_and_size(pdf([picture]))
        box = extent(picture)
        assert (width > height) == (box.width > box.height)
        # All of the width, or all of the height, but for the edges.
        assert max(cell * box.width / width, cell * box.height / height) > 0.85
    both = pdf([draw_board("2x8"), draw_board("8x2")])
    assert [
        page.mediabox.width > page.mediabox.height
        for page in pypdf.PdfReader(io.BytesIO(both)).pages
    ] == [True, False]
    one, _, _ = scale_and_size(booklet([draw_board("4x6")], title="One"))
    six, _, _ = scale_and_size(booklet([draw_board("4x6")] * 6, title="Six"))
    assert one > 60 > 37 > six


def test_a_sheet_is_not_a_strip_and_its_rows_are_centered() -> None:
    picture = draw_puzzle(Problem("6x10", "pentominoes"), title="Pack")
    rows, columns = picture.shape
    assert columns <= 19
    assert rows <= 1.6 * columns
    inside = picture.fill != OUTSIDE
    blocks = [list(block) for some, block in groupby(inside, key=np.any) if some]
    assert len(blocks) > 2
    for block in blocks:
        left, right = np.flatnonzero(np.any(block, axis=0))[[0, -1]].tolist()
        assert abs(left - (columns - 1 - right)) <= 1
    small = draw_puzzle(Problem("4x6", "L4=2", "S4=4"), title="Sigil")
    assert small.shape[1] < 11


@pytest.mark.parametrize("board", ["6x10", "7x7", "4x5", "3x12", "5x3"])
@pytest.mark.parametrize(
    "pieces", [["pentominoes"], ["tetrominoes", "I2"], ["L3+"], ["#o#+", "#/o#+"], ["I3=2", "L4"]]
)
def test_the_board_stands_exactly_under_its_title(board: str, pieces: list[str]) -> None:
    problem = Problem(board, *pieces)
    for picture in (
        draw_puzzle(problem, title="Pack"),
        draw_puzzle(problem, title="Pack", width=11),
    ):
        (title,) = (text for text in all_texts(picture) if text.bold)
        on_board = np.flatnonzero((picture.fill[: problem.board.shape[0]] != OUTSIDE).any(axis=0))
        assert title.column == (on_board[0] + on_board[-1] + 1) / 2
        # So does each line of the supply, but for a piece alone that no whole cells can put there.
        below = picture.fill[problem.board.shape[0] :] != OUTSIDE
        for some, block in groupby(below, key=np.any):
            rows = list(block)
            row = np.flatnonzero(np.any(rows, axis=0)) if some else []
            if len(row) and (np.diff(row) > 1).any():
                assert abs((row[0] + row[-1] + 1) / 2 - title.column) <= 1


def test_no_word_of_a_heading_stands_alone() -> None:
    title = "A puzzle for every day, January 25: the answer"
    lines = [
        text.text for text in all_texts(replace(draw_board(Board.parse("7x7")), heading=title))
    ]
    assert " ".join(lines) == title
    assert len(lines) == 2
    assert all(len(line.split()) > 1 for line in lines)
    lead = replace(
        draw_board(Board.parse("10x10")),
        lead="So 25 pieces cover 50 of the cells, but there are 49.",
    )
    assert all(len(text.text.split()) > 1 for text in all_texts(lead))
    # A word that is too long for any line is broken as before.
    assert "".join(wrapped("x" * 300, 20.0, True)) == "x" * 300


def test_a_booklet_says_everything_once() -> None:
    boards = ["4x4", "6x6", "3x8", "5x5", "4x6"]
    pictures = [
        draw_puzzle(
            Problem(board, "L3+"), title=board, rules="Rules.", level="easy", name=f"id:{board}"
        )
        for board in boards
    ]
    answers = [draw_board(Board.parse(board)) for board in boards]
    legend = draw_legend(DOTS)
    data = booklet(
        pictures,
        answers,
        title="Five",
        subtitle="easy",
        instructions="All of the rules.",
        legend=legend,
    )
    texts = pages(data)
    text = "\n".join(texts)
    assert text.count("All of the rules.") == 1
    assert "Rules." not in text.replace("rules.", "")
    for board in boards:
        assert text.count(f"id:{board}") == 1
    assert "Answers" in texts[-1]
    assert [page.splitlines()[-1] for page in texts] == [
        f"{number}" for number in range(1, len(texts) + 1)
    ]


@pytest.mark.parametrize("boards", [("3x20", "9x9"), ("4x4", "12x12", "20x3")])
def test_each_puzzle_of_a_mixed_booklet_fills_its_own_page(boards: tuple[str, ...]) -> None:
    data = booklet([draw_board(Board.parse(board)) for board in boards], title="Mixed", per_page=1)
    found, wide, tall = cells(data), 595.28, 841.89
    assert len(found) == len(boards)
    for board, (cell,) in zip(boards, found, strict=True):
        rows, columns = map(int, board.split("x"))
        assert cell * columns > 0.65 * wide or cell * rows > 0.65 * tall, board


def test_pieces_are_laid_as_wide_as_is_asked_below_the_board_or_beside_it() -> None:
    problem = Problem("6x6", "I4=2", "J4=2", "L4=2", "S4", "Z4", "T4")
    wide = draw_puzzle(problem, title="Sigil")
    narrow = draw_puzzle(problem, title="Sigil", width=11)
    assert narrow.shape[1] <= 11 < wide.shape[1]
    beside = draw_puzzle(problem, title="Sigil", width=11, beside=True)
    board, pieces = beside.fill[:, :6] != OUTSIDE, beside.fill[:, 6:] != OUTSIDE
    assert board[:6].all()
    assert pieces.any()
    assert not pieces[:, 0].any()
    assert beside.shape[1] <= 6 + 1 + 11
    assert beside.shape[0] < narrow.shape[0]


def test_puzzles_that_share_a_page_have_cells_of_one_size_as_large_as_fits() -> None:
    boards = [draw_board(Board.parse(board)) for board in ("5x5", "10x10", "3x12", "20x20")]
    (mixed,) = cells(booklet(boards, title="Mixed", per_page=4))
    assert len(mixed) == 4 and len(set(mixed)) == 1
    # Two columns on A4; the largest board nearly fills its own.
    assert 200 < mixed[0] * 20 < 260
    # Those of one size have cells of one size, and more so where they have the page for fewer.
    (four,) = cells(booklet([boards[1]] * 4, title="Four", per_page=4))
    (two,) = cells(booklet([boards[1]] * 2, title="Two", per_page=2))
    assert len(set(four)) == len(set(two)) == 1
    assert two[0] > four[0]


def test_the_page_takes_the_arrangement_whose_cells_are_largest() -> None:
    tall, wide = draw_board(Board.parse("12x4")), draw_board(Board.parse("4x12"))
    ((both, _),) = cells(booklet([[tall, wide], [tall, wide]], title="Two", per_page=2))
    assert both >= max(
        cells(booklet([one, one], title="Two", per_page=2))[0][0] for one in (tall, wide)
    )
    with pytest.raises(OutputError, match="each puzzle at least one picture"):
        booklet([[]], title="None")


def test_puzzles_are_dealt_evenly_to_the_pages_and_long_titles_keep_to_their_column() -> None:
    pictures = [
        replace(
            draw_board(Board.parse("10x10")),
            caption="Twelve pentominoes, a board with a long name, expert",
        )
    ] * 8
    data = booklet(pictures, title="Eight")
    assert [len(found) for found in cells(data)] == [4, 4]
    narrow = booklet(pictures, title="Eight", per_page=8)
    lines = pages(narrow)[0].splitlines()
    assert not any(
        line.count("Twelve") > 1 or "Twelve pentominoes, a board with a long name" in line
        for line in lines
    )


def test_placed_pieces_have_the_colors_that_are_asked_for() -> None:
    problem = Problem("2x3", "L3=2", placed=["L3:0,0-1,0-1,1"])
    picture = draw_puzzle(
        problem, title="Two", supply=False, coloring={(0, 0): 7, (0, 2): 3}, patterns=True
    )
    assert [int(picture.fill[cell]) for cell in ((0, 0), (1, 0), (1, 1))] == [7, 7, 7]
    assert picture.patterns
