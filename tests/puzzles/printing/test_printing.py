"""Printed puzzles: sheets in true size, worksheets, booklets, codes that are scanned, and the
command.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest

from printed import cells, pages
from tilewright.apps.command import run
from tilewright.drawing import Worksheet, booklet, draw_board, draw_supply, worksheets
from tilewright.drawing.writers.pdf import Front
from tilewright.errors import NoTilingError, OutputError, RequestError
from tilewright.model.board import Board
from tilewright.model.cover import compile_cover
from tilewright.model.cover.placements import placement_of
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle
from tilewright.puzzles.printing import (
    booklet_of,
    first_piece,
    scanned,
    sheet_of,
    worksheets_of,
)
from tilewright.puzzles.printing.pages import puzzle_link

Captured = pytest.CaptureFixture[str]
#: Points in a millimeter.
MM = 72 / 25.4


def test_a_sheet_has_title_rules_pieces_and_the_answer_at_the_back() -> None:
    sheet = sheet_of(find_puzzle("talos:hub-gates-1"))
    assert sheet.one_solution
    assert sheet.level == "medium"
    first, last = pages(worksheets_of([sheet]))
    assert "Hub Gates (Green) #1" in first
    assert "There is one solution" in first
    assert "tilewright play talos:hub-gates-1" in first
    assert "20 mm" in first
    assert last.startswith("Answer")


def test_pieces_are_as_large_as_the_cells_of_the_board_and_as_it_says() -> None:
    sheet = sheet_of(find_puzzle("calendar:10-06"))
    for cell in (None, 8.0, 14.5):
        data = worksheets_of([sheet], cell=cell)
        said = re.search(r"cells are ([\d.]+) mm wide", pages(data)[0])
        assert said is not None
        millimeters = float(said[1])
        assert cell is None or millimeters == cell
        board_and_pieces = [*chain(*cells(data))][:-1]
        assert len(board_and_pieces) == 1 + 8
        assert np.allclose(board_and_pieces, millimeters * MM, rtol=1e-4)


def test_pieces_that_do_not_fit_below_the_board_have_pages_of_their_own() -> None:
    sheet = replace(sheet_of(find_puzzle("talos:tower-gates-5")), level="expert")
    said = pages(worksheets_of([sheet]))
    assert ["pieces to cut out" in page for page in said] == [False, True, False]
    # Every copy is there, also where they take several pages.
    counted = len([*chain(*cells(worksheets_of([sheet], paper="a5")))]) - 2
    assert counted == sum(piece.most or 0 for piece in sheet.puzzle.problem().pieces)


@pytest.mark.parametrize(
    "name",
    ["dots:4x6-easy", "dots:6x6-medium", "talos:hub-gates-1", "calendar:10-06", "classic:3x20"],
)
def test_a_hint_is_a_piece_of_the_answer_and_its_reason_is_true(name: str) -> None:
    sheet = sheet_of(find_puzzle(name))
    placement, why = first_piece(sheet)
    assert placement is not None and sheet.solution is not None
    assert (placement.piece, {*placement.cells}) in [
        (piece, {*cells}) for piece, cells in sheet.solution
    ]
    cover = compile_cover(sheet.puzzle.problem())
    everywhere = [placement_of(cover, number) for number in range(cover.size)]
    if "covered in only this way" in why:
        covering = [sum(cell in each.cells for each in everywhere) for cell in placement.cells]
        assert min(covering) == 1
    elif "fits only here" in why:
        assert sum(each.piece == placement.piece for each in everywhere) == 1
    else:
        assert why == "Begin with this piece."


def test_hints_are_printed_before_the_answers() -> None:
    sheets = [
        sheet_of(find_puzzle("dots:4x6-easy")),
        sheet_of(Puzzle.of(Problem("4x4-0,0-3,3", "dominoes+"), title="4 x 4"), impossible=True),
        sheet_of(find_puzzle("talos:hub-gates-1")),
    ]
    *_, hints, answers = pages(booklet_of(sheets, hints=True))
    assert hints.startswith("Hints") and "Begin with this piece." in hints
    # What cannot be done has no hint; the last line is the number of the page.
    assert [line for line in hints.splitlines()[:-1] if line.isdecimal()] == ["1", "3"]
    assert answers.startswith("Answers")
    assert not any(page.startswith("Hint") for page in pages(booklet_of(sheets)))
    *_, hint, answer = pages(worksheets_of(sheets[:1], hints=True))
    assert hint.startswith("Hint\n") and answer.startswith("Answer\n")
    *_, hint, _ = pages(booklet_of(sheets[:1], hints=True, front=Front()))
    assert hint.startswith("Hint\n")


def test_what_is_not_proven_is_not_said() -> None:
    sheet = sheet_of(Puzzle.of(Problem("6x10", "pentominoes"), title="Twelve"))
    assert not sheet.one_solution
    assert sheet.level is None
    first, *_, last = pages(worksheets_of([sheet]))
    assert "one solution" not in first
    assert "one of several answers" in last


def test_what_has_no_solution_is_not_printed() -> None:
    with pytest.raises(NoTilingError, match="no solution"):
        sheet_of(Puzzle.of(Problem("3x3", "L3", "I3=2")))


def test_an_own_puzzle_is_graded_and_has_an_id_that_plays_it() -> None:
    sheet = sheet_of(Puzzle.of(Problem("2x3", "L3=2"), title="Mine"))
    assert sheet.level is not None
    assert sheet.puzzle.name.startswith("id:")
    assert find_puzzle(sheet.puzzle.name).problem() == sheet.puzzle.problem()


def test_the_supply_has_every_copy_and_no_more_than_could_be_used() -> None:
    assert len(draw_supply(find_puzzle("calendar:10-06"))) == 8
    assert len(draw_supply(Problem("6x6", "L3+"))) == 12
    assert len(draw_supply(Problem("2x6", "L3=2", "I3+"))) == 4
    placed = Problem("2x3", "L3=2", placed=["L3:0,0-0,1-1,0"])
    assert len(draw_supply(placed)) == 1


def test_worksheets_number_the_puzzles_and_put_the_answers_last() -> None:
    names = ["talos:hub-gates-1", "dots:4x6-easy", "calendar:10-06"]
    said = pages(worksheets_of([sheet_of(find_puzzle(name)) for name in names], title="Friday"))
    assert all(page.startswith("Friday") for page in said[:3])
    assert [f"{number}. " in page for number, page in enumerate(said, start=1)] == [True] * 3 + [
        False
    ]
    assert said[3].startswith("Answers")
    # What is drawn into a board with dots is shown there, and not cut out.
    assert "cut out" not in said[1]


def test_a_booklet_of_different_puzzles_says_which_rules_are_whose() -> None:
    names = ["talos:hub-gates-1", "talos:hub-gates-1", "dots:4x6-easy"]
    first, last = pages(booklet_of([sheet_of(find_puzzle(name)) for name in names], title="Mixed"))
    assert first.startswith("Mixed")
    assert re.search("1, 2: Fit all the tetrominoes", first)
    assert re.search("3: Cover the board with trominoes like those shown", first)
    assert last.startswith("Answers")


def test_a_code_is_the_link_and_nothing_else() -> None:
    link = puzzle_link("https://example.org/tiles/", "id:61CP-VE")
    assert link == "https://example.org/tiles/#/p/id:61CP-VE"
    code = scanned(link)
    size = len(code)
    assert code.shape == (size, size)
    assert (size - 17) % 4 == 0
    # The three finder patterns of ISO/IEC 18004.
    finder = np.ones((7, 7), dtype=bool)
    finder[1:6, 1:6] = False
    finder[2:5, 2:5] = True
    for rows, columns in (
        (slice(7), slice(7)),
        (slice(7), slice(-7, None)),
        (slice(-7, None), slice(7)),
    ):
        assert (code[rows, columns] == finder).all()
    assert not (scanned(link + "x").shape == code.shape and (scanned(link + "x") == code).all())


def test_a_code_is_drawn_where_there_is_a_link() -> None:
    sheet = sheet_of(find_puzzle("talos:hub-gates-1"))
    dark = int(scanned(puzzle_link("https://example.org", sheet.puzzle.name)).sum())

    def black(data: bytes) -> float:
        """The area of all black rectangles, in squares of the code."""
        content = pypdf.PdfReader(io.BytesIO(data)).pages[0].get_contents()
        assert content is not None
        boxes = re.findall(rb"[\d.]+ [\d.]+ ([\d.]+) ([\d.]+) re", content.get_data())
        return sum(float(width) / float(height) for width, height in boxes)

    for make in (worksheets_of, booklet_of):
        assert black(make([sheet], link="https://example.org")) - black(
            make([sheet])
        ) == pytest.approx(dark, rel=0.01)


def test_a_printed_code_is_read_by_a_decoder(tmp_path: Path) -> None:
    # The pages are drawn by one program, and their codes read by another, as a telephone would.
    pypdfium2 = pytest.importorskip(
        "pypdfium2", reason="the extra `test` has it: it draws PDF pages"
    )
    zxingcpp = pytest.importorskip("zxingcpp", reason="the extra `test` has it: it reads codes")
    for puzzles in (
        ["talos:hub-gates-1"],
        ["talos:hub-gates-1", "calendar:10-06", "dots:4x6-easy"],
    ):
        out = tmp_path / "sheets.pdf"
        assert (
            run(["print", *puzzles, "--link", "https://example.org/tiles/", "-q", "-o", str(out)])
            == 0
        )
        document = pypdfium2.PdfDocument(out.read_bytes())
        read = {
            code.text
            for page in document
            for code in zxingcpp.read_barcodes(page.render(scale=4).to_pil())
        }
        assert read == {puzzle_link("https://example.org/tiles/", name) for name in puzzles}


@pytest.mark.parametrize(
    "link", ["example.org", "", "javascript:alert(1)", "https://example.org/a b"]
)
def test_a_link_is_an_address(link: str) -> None:
    with pytest.raises(RequestError, match="a link must be an address"):
        puzzle_link(link, "talos:hub-gates-1")


def test_a_link_may_be_too_long_for_a_code() -> None:
    with pytest.raises(RequestError, match="too long for a QR code"):
        scanned("https://example.org/" + "x" * 4000)


def test_what_is_wrong_with_pages_is_said() -> None:
    board = draw_board("4x4")
    with pytest.raises(OutputError, match="at least one puzzle"):
        worksheets([])
    with pytest.raises(OutputError, match="mm wide to fit on this page, got"):
        worksheets([Worksheet(board)], cell=80)
    with pytest.raises(OutputError, match="too many for this page"):
        worksheets([Worksheet(draw_board("200x200"))])
    with pytest.raises(OutputError, match="codes"):
        booklet([board], codes=[np.ones((3, 3), dtype=bool)] * 2)


def test_the_command_prints_boards_files_and_names(tmp_path: Path, capsys: Captured) -> None:
    out, text = tmp_path / "sheet.pdf", tmp_path / "own.txt"
    assert run(["make", "sigil", "4x5", "--seed", "1", "-o", str(text), "-q"]) == 0
    line = [
        "print",
        "3x20",
        "pentominoes",
        str(text),
        "5x5-2,2",
        "L3+",
        "dots:4x6-easy",
        "-o",
        str(out),
    ]
    assert run([*line, "--json", "--title", "Four"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [puzzle["title"] for puzzle in told["puzzles"]][::3] == ["3 x 20", "Tromino dots, 4 x 6"]
    assert [puzzle["one_solution"] for puzzle in told["puzzles"]] == [False, True, False, True]
    assert pages(out.read_bytes())[0].startswith("Four")
    assert run([*line, "--per-page", "1", "--paper", "letter"]) == 0
    assert "4 puzzles, with the answers at the back" in capsys.readouterr().err
    box = pypdf.PdfReader(out).pages[0].mediabox
    assert sorted(map(float, (box.width, box.height))) == [612, 792]


def test_the_same_puzzle_is_the_same_file(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        assert run(["print", "talos:hub-gates-1", "-q", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_a_booklet_of_boards_of_every_lattice(tmp_path: Path, capsys: Captured) -> None:
    """Boards by their sizes and in files, each followed by its pieces, among names, on the pages
    and among the answers.
    """
    (tmp_path / "cubes.txt").write_text("cube\n##\n##\n\n##\n##\n", encoding="utf-8")
    (tmp_path / "hexagons.txt").write_text("hex\n##\n##\n", encoding="utf-8")
    target = tmp_path / "booklet.pdf"
    groups = [
        ["talos:hub-gates-1"],
        ["tri:hexagon2", "tetriamonds=0..2"],
        [str(tmp_path / "cubes.txt"), "tetracubes=0..2"],
        ["torus:hex:4x4", "tetrahexes=0..2"],
        ["hex:4x4-0,0-3,3", "##", "hex:###=0..4"],
        [str(tmp_path / "hexagons.txt"), "monohex=4"],
        ["solid:conway"],
        ["3x4", "I3+"],
        ["klein:4x4", "L4=0..4"],
    ]
    assert (
        run(["print", *(word for group in groups for word in group), "--json", "-o", str(target)])
        == 0
    )
    listed = json.loads(capsys.readouterr().out)["puzzles"]
    assert len(listed) == len(groups)
    text = " ".join(pages(target.read_bytes()))
    for title in (puzzle["title"] for puzzle in listed):
        assert title.split()[0] in text
    assert "9" in text


@pytest.mark.parametrize(
    ("line", "code", "why"),
    [
        ("print talos:hub-gates-1", 2, "name the output file, such as -o sheet.pdf"),
        ("print -o x.pdf", 2, "which puzzle"),
        ("print talos:hub-gates-1 -o x.png", 2, "must end in .pdf or .svg, got '.png'"),
        ("print talos:hub-gates-1 -o nowhere/x.pdf", 2, "does not exist"),
        ("print talos:hub-gates-1 --json -o -", 2, "cannot write both"),
        ("print 6x10 -o x.pdf", 2, "which pieces"),
        ("print talos:hub-gates-1 --turn free -o x.pdf", 2, "a puzzle already has rules"),
        ("print talos:hub-gates-1 --per-page 0 -o x.pdf", 2, "1 to 20"),
        ("print talos:hub-gates-1 --cell-size 500 -o x.pdf", 2, "1 to 200"),
        ("print talos:hub-gates-1 --cell-size 100 -o x.pdf", 2, "must be at most"),
        ("print talos:hub-gates-1 talos:hub-gates-2 --cell-size 10 -o x.pdf", 2, "--per-page 1"),
        ("print talos:hub-gates-1 --link nowhere -o x.pdf", 2, "an address"),
        ("print 3x3 L3 I3=2 -o x.pdf", 1, "no solution"),
        ("print nonsense -o x.pdf", 2, "nonsense"),
        ("print talos:nothing-* -o x.pdf", 2, "no puzzle name matches 'talos:nothing-*'"),
        ("print 6x10 pentominoes --bogus -o x.pdf", 2, "unknown option '--bogus'"),
        ("print talos:hub-gates-1 --author A -o x.pdf", 2, "needs --title-page"),
        ("print dots:* --sort level --no-grade -o x.pdf", 2, "cannot be sorted"),
        ("print dots:* --title-page --intro none.txt -o x.pdf", 2, "cannot read the file"),
        ("print dots:* --title-page --per-page 1 -o x.pdf", 2, "remove --per-page 1"),
        ("print dots:* --link https://example.org --no-id -o x.pdf", 2, "remove --no-id"),
        (
            "print 6x6 dominoes+ --how-many -q -o x.pdf",
            2,
            "there are more than 60 solutions, too many to draw; choose a smaller board",
        ),
        ("print 3x3 dominoes+ --how-many -q -o x.pdf", 1, "there is no tiling; `tilewright print"),
        ("print 2x3 dominoes+ --impossible --how-many -o x.pdf", 2, "remove --how-many"),
        ("print 2x3 dominoes+ --level easy --how-many -o x.pdf", 2, "remove --how-many"),
        (
            "make dots 4x4 --level easy=2,mdium=3 -o x.pdf",
            2,
            "unknown level 'mdium'; the levels are easy, medium",
        ),
        ("make dots 4x4 --level easy,hard -o x.pdf", 2, "such as easy=5,hard=5"),
        ("make dots 4x4 --level easy=2 -n 3 -o x.pdf", 2, "remove -n"),
        ("make dots 4x4 --level easy=0 -o x.pdf", 2, "must be 1 to 1000, got '0'"),
        ("make dots 4x4 --level easy=1,easy=2 -o x.pdf", 2, "list the level easy only once"),
        ("make dots 4x4 --level easy=800,hard=800 -o x.pdf", 2, "at most 1000 puzzles"),
        ("make calendar --date 2026-12-31..2026-01-01 -o x.pdf", 2, "write 2026-01-01..2026-12-31"),
        ("make calendar --date 2026-02-01..2026-02-30 -o x.pdf", 2, "there is no February 30"),
        ("make calendar --date 2026-02-01..2036-02-01 -o x.pdf", 2, "at most 1000 puzzles"),
        ("make calendar --date 2026-02-01..2026-02-03 -n 2 -o x.pdf", 2, "remove the number"),
        ("make dots 4x4 --title-page --intro none.txt -o x.pdf", 2, "cannot read the file"),
        ("make dots 4x4 -n 2 --cell-size 9 -o x.pdf", 2, "add --per-page 1"),
        ("make dots 4x4 --paper A5 -o x.svg", 2, "works only in a PDF; add -o FILE.pdf"),
        ("make dots 4x4 --title-page -o x.svg", 2, "works only in a PDF; add -o FILE.pdf"),
        ("make dots 4x4 --per-page 2 -o x.svg", 2, "works only in a PDF; add -o FILE.pdf"),
        ("solve 2x3 dominoes+ --all --per-page 3 -o x.svg", 2, "works only in a PDF"),
        ("solve 2x3 dominoes+ --title A -o x.pdf", 2, "--title: needs --per-page"),
        ("color 2x3 dominoes+ --per-page 3 -o x.pdf", 2, "shows several tilings; add --all"),
        ("golomb 3 --per-page 3 -o x.pdf", 2, "shows several steps; add --steps"),
    ],
)
def test_what_cannot_be_printed_is_one_line(
    line: str,
    code: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(line.split()) == code
    said = capsys.readouterr().err
    assert why in said
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


SEVEN = (
    "talos:hub-gates-1",
    "dots:4x6-easy",
    "dots:6x6-medium",
    "calendar:10-06",
    "weekday:10-06-tue",
    "solid:soma",
    "classic:hexiamonds-ring",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "paper", ["a5", *(pytest.param(paper, marks=pytest.mark.slow) for paper in ("a4", "letter"))]
)
def test_a_booklet_of_many_kinds_fits_on_every_paper(paper: Any) -> None:
    """On A5 the rules of seven kinds of puzzles left no room: a math domain error."""
    sheets = [sheet_of(find_puzzle(name)) for name in SEVEN]
    data = booklet_of(sheets, title="Tiling Puzzles, Volume 1", paper=paper)
    said = pages(data)
    assert sum(page.count("Answers") for page in said) >= 1
    assert "puzzle a day, October 6" in "\n".join(said)
    assert min(map(min, cells(data))) > 8


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "title", ["", "W" * 300, "long words in a title " * 30, "x" * 9000, "two\nlines", "\n\n"]
)
@pytest.mark.parametrize("per_page", [None, 1, 4])
def test_words_of_any_length_leave_room_for_puzzles(title: str, per_page: int | None) -> None:
    sheet = sheet_of(find_puzzle("talos:hub-gates-1"))
    long = replace(sheet, puzzle=replace(sheet.puzzle, title=title))
    said = pages(booklet_of([sheet, long] * 2, title=title, paper="a5", per_page=per_page))
    assert re.sub(r"\s", "", "".join(said)).count("talos:hub-gates-1") == 4
    assert len(pages(worksheets_of([long], title=title, paper="a5"))) >= 2


def test_instructions_that_take_more_than_a_page_go_on_to_the_next() -> None:
    words = " ".join(f"sentence{number}." for number in range(600))
    said = pages(booklet([draw_board("4x4")] * 2, title="Long", instructions=words, paper="a5"))
    assert len(said) > 2
    assert "sentence599." in said[-2] or "sentence599." in said[-1]
    assert [page.split()[-1] for page in said] == [
        str(number) for number in range(1, len(said) + 1)
    ]


def test_what_leaves_no_room_on_a_page_is_refused() -> None:
    long = replace(draw_board("4x4"), fine="line\n" * 200)
    with pytest.raises(OutputError, match="the puzzle does not fit on a page"):
        booklet([long] * 2, paper="a5")
    with pytest.raises(OutputError, match="2 puzzles do not fit on a page"):
        booklet([long] * 2, paper="a5", per_page=2)


def test_an_id_that_nobody_would_type_is_not_printed() -> None:
    random = np.random.default_rng(1)
    board = Board.from_array(random.random((50, 50)) < 0.8)
    sheet = sheet_of(Puzzle.of(Problem(board, "#+"), title="Holes"))
    assert len(sheet.puzzle.name) > 400
    assert "id:" not in "".join(pages(booklet_of([sheet], paper="a5")))


def test_one_puzzle_is_printed_as_svg_and_several_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.svg"
    assert run(["print", "talos:hub-gates-1", "-o", str(out)]) == 0
    assert "without its answer" in capsys.readouterr().err
    assert out.read_text().startswith("<svg")
    assert "Hub Gates" in out.read_text()
    before = out.read_text()
    for more, why in (
        (
            ["talos:hub-gates-2"],
            "an SVG shows only one puzzle, without its answer; use a .pdf file for 2 puzzles",
        ),
        (["--paper", "A5"], "--paper: works only in a PDF; add -o FILE.pdf"),
        (["--per-page", "1"], "--per-page: works only in a PDF"),
    ):
        assert run(["print", "talos:hub-gates-1", *more, "-o", str(out)]) == 2
        assert why in capsys.readouterr().err
        assert out.read_text() == before
