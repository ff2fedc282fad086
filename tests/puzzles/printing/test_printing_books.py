"""Booklets to give away: title page, contents, levels in order, own rules, no IDs, colors of
answers; and wrong options.
"""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader

import tilewright as tw
from printed import cells
from tilewright.apps.command import run
from tilewright.drawing import draw
from tilewright.drawing.makers.tile_colors import orientation_colors
from tilewright.drawing.writers.pdf import _Document, _Room
from tilewright.errors import OutputError, RequestError
from tilewright.formats.request import read_puzzles
from tilewright.model.puzzle import Puzzle, named_puzzles, read_puzzle_text
from tilewright.puzzles.printing import Inks, answer_picture, puzzle_picture, sheet_of, ways_of

#: One is hard, one medium, and one has several solutions.
THREE = ["talos:messenger-ending-1", "talos:hub-gates-1", "talos:hub-gates-3"]


def pages(path: Path) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


def test_a_book_has_a_title_page_an_introduction_and_contents(tmp_path: Path) -> None:
    out, intro = tmp_path / "book.pdf", tmp_path / "intro.txt"
    intro.write_text("Read this first.\n\nThen begin.\n", encoding="utf-8")
    words = [
        "--sort",
        "level",
        "--title-page",
        "--author",
        "A. Maker",
        "--intro",
        str(intro),
        "--title",
        "Sigils",
    ]
    assert run(["print", *THREE, *words, "-q", "-o", str(out)]) == 0
    text = pages(out)
    assert "Sigils" in text[0] and "A. Maker" in text[0] and not text[0].endswith("1")
    assert text[1].startswith("Read this first. Then begin.")
    # Each section begins on the page that the contents name.
    assert text[2].startswith("Contents Medium 4 Hard 4 Without a level 4 Answers 5")
    assert text[3].startswith("How to solve the puzzles")
    assert "3 puzzles: 1 medium, 1 hard, 1 without a level" in text[0]
    assert text[3].index("1 Hub Gates") < text[3].index("Hub Gates (Green) #3")
    assert text[4].startswith("Answers")
    assert PdfReader(out).metadata.author == "A. Maker"  # type: ignore[union-attr]


def test_a_book_of_several_levels_is_made_in_one_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "dots.pdf"
    words = [
        "--level",
        "hard=1,easy=2",
        "--title",
        "Dots",
        "--title-page",
        "--paper",
        "A5",
        "--no-id",
    ]
    assert run(["make", "dots", "4x6", "--seed", "1", *words, "-o", str(out)]) == 0
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .endswith(": 3 puzzles, with the answers at the back")
    )
    text = pages(out)
    assert text[0] == "Dots 3 puzzles: 2 easy, 1 hard"
    assert text[1].startswith("Contents Easy 3 Hard ")
    puzzles = " ".join(text[2:-1])
    assert puzzles.index("1 easy") < puzzles.index("2 easy") < puzzles.index("3 hard")
    assert "id:" not in " ".join(text)
    assert [round(float(side)) for side in PdfReader(out).pages[0].mediabox[2:]] == [420, 595]


def test_print_chooses_by_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "chosen.pdf"
    assert (
        run(["print", *THREE, "--level", "hard=1,medium=1", "--title", "Two", "-q", "-o", str(out)])
        == 0
    )
    text = " ".join(pages(out))
    assert "2 puzzles: 1 medium, 1 hard" in text and "without" not in text
    out.unlink()
    assert run(["print", *THREE, "--level", "medium=2", "-q", "-o", str(out)]) == 2
    refused = capsys.readouterr().err
    assert "2 medium puzzles are requested, but only 1 of 3 puzzles are medium" in refused
    assert not out.exists()


def test_a_month_of_calendars_has_each_day_once(tmp_path: Path) -> None:
    out = tmp_path / "days.pdf"
    words = [
        "--date",
        "2027-01-30..2027-02-02",
        "--title-page",
        "--seed",
        "1",
        "-q",
        "-o",
        str(out),
    ]
    assert run(["make", "calendar", *words]) == 0
    text = pages(out)
    assert "Contents January 3 February " in text[1]
    for number, day in enumerate(("January 30", "January 31", "February 1", "February 2"), start=1):
        assert f"{number} {day}" in " ".join(text)


def test_boards_on_a_page_have_cells_of_one_size_and_one_left_side() -> None:
    sheets = [
        sheet_of(tw.find_puzzle(name), shows_id=False)
        for name in (*THREE, "classic:one-sided-6x15")
    ]
    pictures = [
        [puzzle_picture(sheet, beside=True, width=8), puzzle_picture(sheet)] for sheet in sheets
    ]
    places = (
        _Document("a4", "", "")
        ._best_layout([tuple(each) for each in pictures], 700, _Room(48, 17))
        .places
    )
    assert len({place.cell for place in places}) == 1
    columns = len({place.left for place in places})
    assert [place.left for place in places] == [
        places[number % columns].left for number in range(4)
    ]


def test_a_book_can_leave_out_ids_and_levels(tmp_path: Path) -> None:
    plain, bare = tmp_path / "plain.pdf", tmp_path / "bare.pdf"
    assert run(["print", *THREE[:2], "-q", "-o", str(plain)]) == 0
    assert run(["print", *THREE[:2], "--no-id", "--no-grade", "-q", "-o", str(bare)]) == 0
    with_all, without = " ".join(pages(plain)), " ".join(pages(bare))
    for word in ("talos:", "hard", "medium", "tilewright play"):
        assert word in with_all and word not in without


def test_rules_title_and_id_of_a_file_are_printed_as_they_are(tmp_path: Path) -> None:
    text = (
        "tilewright puzzle\ntitle: Four corners\nkind: sigil\nrules: Cover the floor.\npieces: "
        "I3=3\nturn: free\n"
        "id: id:0000\n\n###\n###\n###\n"
    )
    puzzle = read_puzzle_text(text)
    sheet = sheet_of(puzzle)
    assert (sheet.puzzle.title, sheet.rules) == ("Four corners", "Cover the floor.")
    assert sheet.printed_id.startswith("id:")
    without = sheet_of(read_puzzle_text(text.replace("id: id:0000\n", "")))
    assert without.printed_id == "" and without.puzzle.name.startswith("id:")
    # A sentence that is no longer true is not printed.
    claimed = text.replace(
        "Cover the floor.", "Cover the floor. There is one solution; turning makes no other."
    )
    assert "one solution" in sheet_of(read_puzzle_text(claimed)).rules
    several = sheet_of(
        read_puzzle_text(
            claimed.replace("I3=3", "I3=4").replace("###\n###", "####\n####\n####", 1)[:-4]
        )
    )
    assert not several.one_solution
    assert several.rules == "Cover the floor."


def test_orientations_have_colors_of_their_own() -> None:
    labels = np.array([[0, 0, 1], [2, 3, 1], [2, 3, 4]])
    assert orientation_colors(labels).tolist() == [1, 2, 2, 2, 0]
    for words, kinds in (
        ("4x6 dominoes+", 2),
        ("tri:hexagon2 diamond+", 3),
        ("classic:tetrahexes-rectangle", 7),
    ):
        tiling = next(iter(tw.tilings(words, limit=1, seed=1)))
        colors = orientation_colors(tiling.labels, tiling.lattice)
        for one in range(len(colors)):
            for other in range(one):
                cells = [np.argwhere(tiling.labels == tile) for tile in (one, other)]
                step = cells[1][0] - cells[0][0]
                same = (
                    bool((cells[0] + step == cells[1]).all())
                    and not step[-1] % tiling.lattice.kinds
                )
                assert (colors[one] == colors[other]) == same
        assert len(set(colors.tolist())) <= kinds


def test_what_decides_the_colors() -> None:
    dominoes = next(iter(tw.tilings("4x4 dominoes+", limit=1, seed=2)))
    by = {how: draw(dominoes, color_by=how).fill for how in ("piece", "orientation", "touch")}  # type: ignore[arg-type]
    assert len(np.unique(by["piece"])) == 1
    assert (draw(dominoes).fill == by["orientation"]).all()
    labels, touch = dominoes.labels, by["touch"]
    for one, other, first, second in (
        (labels[1:], labels[:-1], touch[1:], touch[:-1]),
        (labels[:, 1:], labels[:, :-1], touch[:, 1:], touch[:, :-1]),
    ):
        assert (first != second)[one != other].all()
    trominoes = next(iter(tw.tilings("3x4 L3+", limit=1)))
    assert (draw(trominoes).fill == draw(trominoes, color_by="touch").fill).all()
    with pytest.raises(RequestError, match="piece, orientation, parity, height or touch"):
        draw(dominoes, color_by="size")  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="unknown"):
        draw([[0, 0]], color_by="piece")
    # The answer of a sheet is not one solid mass.
    picture = answer_picture(sheet_of(Puzzle.of(tw.read("6x6 L3+"))))
    assert len(np.unique(picture.fill)) >= 3
    assert (
        len(
            np.unique(
                answer_picture(sheet_of(Puzzle.of(tw.read("6x6 L3+"))), Inks(color_by="piece")).fill
            )
        )
        == 1
    )


def test_the_proof_of_golomb_has_its_own_title(tmp_path: Path) -> None:
    out = tmp_path / "proof.pdf"
    assert run(["golomb", "2", "--hole", "0,1", "--steps", "-q", "-o", str(out)]) == 0
    assert PdfReader(out).metadata.title == "Golomb's proof for the 2^2 x 2^2 board without 0,1"  # type: ignore[union-attr]


def test_impossible_boards_are_printed_with_the_reason_as_their_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.pdf"
    words = ["print", "8x8-0,0-7,7", "dominoes+", "-q", "-o", str(out)]
    assert run(words) == 1
    assert not out.exists()
    assert run([*words, "--impossible"]) == 0
    text = pages(out)
    assert "Or show that the puzzle has no solution." in text[0]
    assert "each domino covers one dark cell" not in text[0]
    assert "There is no tiling. Color the board like a chessboard" in text[-1]
    # A board that can be covered is printed as always, and its reason may be no more than a
    # sentence.
    assert sheet_of(Puzzle.of(tw.read("2x3 L3+")), impossible=True).solution is not None
    reason = answer_picture(sheet_of(Puzzle.of(tw.read("3x3 dominoes+")), impossible=True))
    assert "9 cells" in reason.caption


def test_puzzles_from_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed, out = tmp_path / "list.txt", tmp_path / "book.pdf"
    listed.write_text("# two puzzles\ntalos:tower-gates-5\n\n2x3 L3+\n", encoding="utf-8")
    assert run(["print", "talos:hub-gates-1", "--puzzle-list", str(listed), "-o", str(out)]) == 0
    assert "3 puzzles" in capsys.readouterr().err
    assert run(["print", "--puzzle-list", str(listed), "-q", "-o", str(out)]) == 0
    assert "Tower Gates" in pages(out)[0]
    listed.write_text("talos:tower-gates-5\ntalos:nothing\n", encoding="utf-8")
    assert run(["print", "--puzzle-list", str(listed), "-o", str(tmp_path / "none.pdf")]) == 2
    assert "list.txt, line 2" in capsys.readouterr().err
    assert not (tmp_path / "none.pdf").exists()


def test_names_of_puzzles_are_a_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["puzzles", "tower-gates", "-q"]) == 0
    names = capsys.readouterr().out
    assert names.splitlines() == [puzzle.name for puzzle in named_puzzles("tower-gates")]
    listed, out = tmp_path / "list.txt", str(tmp_path / "book.pdf")
    listed.write_text(names, encoding="utf-8")
    number = len(names.splitlines())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(names.encode())))
    for words in (["--puzzle-list", str(listed)], ["--puzzle-list", "-"], ["talos:tower-gates-*"]):
        assert run(["print", *words, "--no-grade", "-o", out]) == 0
        assert f"{number} puzzles" in capsys.readouterr().err


def test_a_star_stands_for_the_puzzles_of_a_collection(capsys: pytest.CaptureFixture[str]) -> None:
    every = [puzzle.name for puzzle in named_puzzles("talos:")]
    assert [puzzle.name for puzzle in read_puzzles(["Talos:*"])] == every and len(every) == 35
    some = read_puzzles(["2x3", "L3+", "dots:6x6-*", "2x2", "dominoes+"])
    assert [str(puzzle.board) for puzzle in (some[0], some[-1])] == ["2x3", "2x2"]
    assert all(puzzle.collection == "dots" for puzzle in some[1:-1]) and len(some) > 3
    assert len(read_puzzles(["calendar:02-*"])) == 29
    assert run(["solve", "talos:*"]) == 2
    assert "selects several puzzles" in capsys.readouterr().err


def test_copies_of_a_piece_have_the_same_colors_in_every_tiling() -> None:
    upright, flat = np.array([[0, 1], [0, 1]]), np.array([[0, 0], [1, 1]])
    assert orientation_colors(upright).tolist() == [1, 1]
    assert orientation_colors(flat).tolist() == [0, 0]
    # One of the four turns of an L-tromino, wherever it occurs.
    assert set(orientation_colors(np.array([[0, 1, 1], [0, 0, 1]])).tolist()) == {1, 2}
    assert orientation_colors(np.array([[0, -1], [0, 0]])).tolist() == [2]


def test_how_many_ways_with_room_to_draw_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ways.pdf"
    boards = [word for columns in range(1, 6) for word in (f"2x{columns}", "dominoes+")]
    assert run(["print", *boards, "--how-many", "--title", "Dominoes", "-o", str(out)]) == 0
    assert capsys.readouterr().err == f"{out}: 5 boards, with the answers at the back\n"
    text = pages(out)
    assert text[0].startswith("Dominoes How many ways are there to cover each board with dominoes?")
    assert "3 2 x 3: ________ ways" in " ".join(text[:-1]) and "8 ways" not in " ".join(text[:-1])
    for number, said in enumerate(("1 way", "2 ways", "3 ways", "5 ways", "8 ways"), start=1):
        assert f"{number} 2 x {number}: {said}" in text[-1]
    for columns in range(1, 6):
        assert len(ways_of(Puzzle.of(tw.read(f"2x{columns} dominoes+"))).tilings) == tw.count(
            f"2x{columns} dominoes+"
        )


def test_the_answer_to_golombs_puzzle_is_his_own() -> None:
    sheet = sheet_of(Puzzle.of(tw.read("8x8-2,5 L3+")))
    assert sheet.solution is not None
    assert (sheet.solution.labels == tw.golomb(3, (2, 5)).labels).all()
    assert answer_picture(sheet).caption == "Golomb's tiling"
    assert not sheet.solution.faults(tw.read("8x8-2,5 L3+"))
    assert answer_picture(sheet_of(Puzzle.of(tw.read("8x8-2,5 L3=20 I3")))).caption == ""


def test_the_reason_on_paper_is_not_cut_off(tmp_path: Path) -> None:
    out = tmp_path / "no.pdf"
    words = [
        "10x10",
        "T4+",
        "8x8-0,0-7,7",
        "dominoes+",
        "--impossible",
        "--no-grade",
        "-q",
        "-o",
        str(out),
    ]
    assert run(["print", *words]) == 0
    answers = pages(out)[-1]
    assert (
        "There is no tiling. Color the board like a chessboard: each T4 covers an odd number of "
        "dark cells, so 25 pieces "
        "cover an odd number of dark cells in total, but there are 50."
    ) in answers
    assert (
        "each domino covers one dark cell, so 31 dominoes need 31 dark cells, but there are only "
        "30." in answers
    )


def test_posters_have_all_tilings_or_steps_on_one_page(tmp_path: Path) -> None:
    out = tmp_path / "poster.pdf"
    words = ["solve", "2x5", "dominoes+", "--all", "-q", "-o", str(out)]
    assert run(words) == 0
    assert len(PdfReader(out).pages) == 8
    assert run([*words, "--per-page", "8", "--title", "Eight ways"]) == 0
    assert pages(out) == ["Eight ways"]
    assert run([*words, "--per-page", "3"]) == 0
    assert pages(out) == [f"2x5: 8 tilings {page}" for page in (1, 2, 3)]
    assert (
        run(["golomb", "3", "--hole", "2,5", "--steps", "--per-page", "4", "-q", "-o", str(out)])
        == 0
    )
    (page,) = pages(out)
    assert page.startswith(
        "Golomb's proof for the 2^3 x 2^3 board without 2,5 8 x 8, one cell removed 1 of 3 levels"
    )
    coloring = [
        "color",
        "3x4",
        "I3=4",
        "--all",
        "--per-page",
        "9",
        "--title",
        "Bars",
        "-q",
        "-o",
        str(out),
    ]
    assert run(coloring) == 0
    assert pages(out) == ["Bars"]


def test_cells_of_a_poster_have_one_size() -> None:
    from tilewright.drawing import draw_board
    from tilewright.drawing.writers.pdf import pdf

    boards = [draw_board(tw.Board.parse(word)) for word in ("2x3", "4x4", "1x9")]
    ((*sizes,),) = cells(pdf(boards, per_page=3))
    assert len(sizes) == 3 and len(set(sizes)) == 1
    with pytest.raises(OutputError, match="must be at least 1"):
        pdf(boards, per_page=0)


def test_puzzles_of_several_levels_have_solutions_of_their_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One seed gives the same solution at every level, with fewer dots for a harder puzzle."""
    assert (
        run(["make", "dots", "5x6", "--level", "easy=2,medium=1,hard=1", "--seed", "3", "--json"])
        == 0
    )
    made = json.loads(capsys.readouterr().out)["puzzles"]
    assert [each["level"] for each in made] == ["easy", "easy", "medium", "hard"]
    assert len({json.dumps(each["solution"]) for each in made}) == 4


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve 2x3 L3=2 -o FILE.svg", "picture of 1 tiling"),
        ("solve 2x3 dominoes+ --all -o FILE.pdf", "picture of 3 tilings"),
        ("solve 2x3 dominoes+ --all -o FILE.jsonl", "3 tilings"),
        ("solve 4x4-0,0-3,3 dominoes+ -o FILE.svg", "picture that explains why there is no tiling"),
        ("sample 4x4 dominoes+ -n 2 --seed 1 -o FILE.svg", "picture of 2 tilings"),
        ("color 2x3 L3=2 -o FILE.svg", "picture of 1 tiling"),
        ("golomb 2 --hole 0,0 -o FILE.svg", "picture"),
        ("golomb 3 --hole 0,0 --steps -o FILE.gif", "proof in 4 steps"),
        ("golomb 5x5 --hole 0,0 -o FILE.svg", "picture of 8 trominoes"),
        ("plane L3 -o FILE.jsonl", "certificate"),
        ("plane L3 -o FILE.svg", "picture of a tiling of the plane"),
        ("rectangles L4 -o FILE.svg", "2 tilings"),
        ("pieces trominoes -o FILE.svg", "picture of 2 pieces"),
        ("convert 2x3 L3=2 -o FILE.dlx", "format dlx"),
        ("make dots 4x6 --seed 1 -o FILE.pdf", "with the answer at the back"),
        ("print 2x3 L3=2 -o FILE.pdf", "with the answer at the back"),
    ],
)
def test_every_command_says_in_one_line_what_it_wrote(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / re.findall(r"FILE\.\w+", words)[0]
    line = [str(file) if word.startswith("FILE.") else word for word in words.split()]
    assert run(line) in (0, 1)
    told = [each for each in capsys.readouterr().err.splitlines() if each.startswith(f"{file}: ")]
    assert len(told) == 1 and told[0].endswith(said)
    assert file.exists()
    assert run([*line, "-q"]) in (0, 1)
    assert str(file) not in capsys.readouterr().err
