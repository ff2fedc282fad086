"""What is typed in another way is answered with what to type."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import RequestError

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve 4x5 L J T Z I", "write the letters of a family in one word: tetromino:LJTZI"),
        ("solve 6x10 f i l n p", "write the letters of a family in one word: pentomino:FILNP"),
        ("solve 4x5 L3*4", "4 copies are written L3=4"),
        ("solve 4x5 4L3", "4 copies are written L3=4"),
        ("solve 4x5 4xL3", "4 copies are written L3=4"),
        ("solve 4x5 L3x8", "8 copies are written L3=8"),
        ("solve 4x5 dominox3", "3 copies are written domino=3"),
        ("solve 4x4 5s", "5 copies are written S4=5"),
        ("solve 4x4 4xM", "write the number of copies after the name of a piece, as in L3=4"),
        ("count 6*10 pentominoes", "did you mean 6x10?"),
        ("solve XXX/X.X L3=2", "in a drawing, write # for a cell: '###/#.#'"),
        ("solve 1111/1111 L3=2", "no piece has the mark 1, but all 8 cells do; write # for a cell"),
        ("solve boards/heart.txt L3=2", "cannot read the file"),
        ("solve 4x4 LL", "did you mean tetromino:LL or LL/ (a row of marks)?"),
        ("solve 4x4 L3=99999999999999999999", "at most 18 digits are allowed"),
        ("count 3x3x3 dicubes+", "a board of cubes is written cube:3x3x3"),
        ("solve 5x5-1,1 -2,2 L3+", "holes follow the board without a space: 5x5-1,1-2,2"),
        ("solve 4xN L3+", "to count their tilings, use `tilewright count 4xN …`"),
        ("print pentominoes -o x.pdf", "'pentominoes' are pieces, and the board comes first"),
        (
            "make dots 6x6 --pieces trominoes",
            "them after the board, as in `make dots 6x6 trominoes`",
        ),
        ("make dots 6x6 --difficulty easy", "`make` has no `--difficulty`; use `--level`"),
        ("make dots 6x6 --count 3", "`make` has no `--count`; use `--number`"),
        ("make dots 6x6 --solution", "`make` has no `--solution`; use `tilewright solve ID`"),
        ("solve 6x10 pentominoes -u", "unknown option '-u'; did you mean --unique?"),
        ("solve 6x10 pentominoes -a", "unknown option '-a'; did you mean --all or"),
        ("pieces L3 -z", "unknown option '-z'; see `tilewright pieces --help`"),
        ("solve 4x4 L3+ --timeout 10x", "a number of seconds or end with a unit (s, min, h)"),
        ("cut 4x4 1x2+ --kerf 1yd -o x.svg", "end with a unit (mm, cm, in), got '1yd'"),
        ("print 4x4 1x2+ --cell-size -5 -o x.pdf", "--cell-size: must be 1 to 200 mm, got -5"),
        ("golomb -1", "N: must be at least 1, got -1"),
        ("golomb 1e9", "N: must be an integer, got '1e9'"),
        ("puzzles talos:hubx*", "no puzzle name matches 'talos:hubx*'"),
        ("print talos:hub-gates-1 --level hard -o x.pdf", "0 of 1 puzzles are hard"),
        ("help nonsense", 'Unknown command "nonsense"'),
        ("figure L3 L3", "add a different piece"),
        ("figure L3 ##/.#", "add a different piece"),
        ("plane pentominoes", "write `tilewright plane pentominoes --table`"),
    ],
)
def test_copies_and_letters(line: str, said: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        (["-q", "count", "4x4", "1x2+"], "count 4x4 domino+ -q"),
        (["--unique", "--timeout", "60", "count", "4x4", "1x2+"], "count 4x4 domino+ --unique"),
        (["solve", "2x3 L3=2", "-q", "--all"], "solve 2x3 L3=2 -q --all"),
        (["-q", "solve", "2x3 L3=2"], "solve 2x3 L3=2 -q"),
        (["count", "3x4 '##/##+' 1x2+"], "count 3x4 2x2+ domino+"),
        (["count", "2xN dominoes+", "--upto", "4"], "count 2xN dominoes+ --upto 4"),
        (["color", "2x3 L3=2", "-q"], "color 2x3 L3=2 -q"),
        (["nth", "4x4 1x2+", "5"], "nth 4x4 1x2+ 5"),
        (["count", "6x6", "1x3+"], "count 6x6 I3+"),
        (["count", "cube:2x2x2", "1x1x2+"], "count cube:2x2x2 domino+"),
        (["rectangles", "2x3"], "rectangles ###/###"),
        (["count", "WWW/###", "WWW", "I3"], "count WWW/### W/W/W I3"),
        (["count", "4x4", "1x2+", "--timeout", "1.5 min"], "count 4x4 1x2+ --timeout 90"),
        (["count", "4x4", "1x2+", "--timeout", "1H"], "count 4x4 1x2+ --timeout 3600s"),
        (["help"], "--help"),
        (["help", "count"], "count --help"),
        (["--help", "count"], "count --help"),
        (["version"], "--version"),
        (["puzzles", "talos:hub*", "-q"], "puzzles talos:hub -q"),
    ],
)
def test_two_lines_that_mean_the_same(line: list[str], plain: str, capsys: Captured) -> None:
    answers = []
    for words in (line, plain.split()):
        code = run(words)
        answers.append((code, capsys.readouterr().out.replace("2x3:", "###/###:")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 0


def test_lengths_have_units(tmp_path: Path) -> None:
    drawn = []
    for number, kerf in enumerate(("0.254", "0.254mm", "0.0254 cm", "0.01in")):
        path = tmp_path / f"{number}.svg"
        assert run(["cut", "2x3", "L3=2", "--kerf", kerf, "-o", str(path), "-q"]) == 0
        drawn.append(path.read_text())
    assert len({*drawn}) == 1


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("# a board\n####\n####", "no piece has the marks a, b, d, o and r, but 6 cells do"),
        ("###\n###\n###", "the board has 9 cells to cover, but the pieces cover at most 8"),
        ("##\n\n#.#", "no piece can cover the cell 2,0 or 1 other cell"),
    ],
)
@pytest.mark.parametrize("kind", ["", "--by-piece", "--unique", "--heat", "--cost domino=1", "-v"])
def test_a_count_of_0_says_why_as_solve_does(
    board: str, why: str, kind: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "board.txt").write_text(board)
    request = [str(tmp_path / "board.txt"), "domino+"]
    assert run(["solve", *request]) == 1
    said = capsys.readouterr().out.strip()
    assert said.startswith(f"There is no tiling: {why}")
    assert run(["count", *request, *kind.split()]) == 1
    captured = capsys.readouterr()
    assert captured.err.splitlines()[-1] == said
    for show in ("-q", "--json"):
        assert run(["count", *request, show]) == 1
        assert capsys.readouterr().err == ""
    # A remainder of 0 is not a count of 0.
    assert run(["count", "2x3", "domino+", "--mod", "3"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", ["tetromino:LJTZI", "L3=4", "S4=5", "domino=3"])
def test_what_is_suggested_can_be_read(words: str) -> None:
    assert tw.Problem("8x8", words).pieces


def test_single_letters_of_the_library_are_answered_in_the_same_way() -> None:
    for given in (["L", "J", "T"], "L J T"):
        with pytest.raises(RequestError, match="in one word: tetromino:LJT"):
            tw.count("4x5", given)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve 6x10 pentominoes --gif", "an animation is a file: -o FILE.gif"),
        ("golomb 3 --gif", "--steps -o FILE.gif"),
        ("color 4x4 dominoes+ --gif x.gif", "`tilewright solve … -o FILE.gif` animates a search"),
        ("solve 6x10 pentominoes --save x", "--checkpoint the progress"),
        ("sample 4x4 dominoes+ --save x", "-o FILE saves the answer; see"),
        ("print 3x3 L3+ --paper-size a4", "--paper takes a4"),
        ("solve 4x4 dominoes+ --paper a4", "`tilewright print … --paper a4 -o FILE.pdf`"),
        ("solve 4x4 --pieces dominoes+", "the pieces follow the board"),
        ("solve 4x4 dominoes+ --holes 1,1", "cells are removed after the board, as in 8x8-3,3-3,4"),
        ("solve 4x4 dominoes+ --rotate", "--turn one-sided rotates pieces"),
        (
            "count 4x4 dominoes+ --seed 1",
            "it is an option of `solve`, `sample` and `make`, but not of `count`",
        ),
        ("golomb 5x5 --seeds 1", "did you mean --seed?"),
        ("grade 3x3 L3+ --foo", "see `tilewright grade --help`"),
        ("print 3x3 L3+ --foo", "see `tilewright print --help`"),
        ("rectangles L3 --foo", "see `tilewright rectangles --help`"),
        ("plane L3 --foo=3", "see `tilewright plane --help`"),
    ],
)
def test_unknown_options_are_said_in_one_way(line: str, said: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    error = capsys.readouterr().err
    option = next(word for word in line.split() if word.startswith("--")).partition("=")[0]
    assert error.startswith(f"tilewright: unknown option '{option}'")
    assert said in error


@pytest.mark.parametrize(
    "line",
    [
        "solve 2x3 L3=2 -q --turn Free",
        "solve 2x3 L3=2 -q --turn=FREE",
        "solve 2x3 L3=2 -q --engine SCAN",
        "print 2x3 L3=2 -q --paper a5 -o sheet.pdf",
    ],
)
def test_choices_are_read_in_any_case(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(line.split()) == 0


def test_a_wrong_choice_lists_those_that_exist(capsys: Captured) -> None:
    assert run(["solve", "2x3", "L3=2", "--turn", "sideways"]) == 2
    assert "free" in capsys.readouterr().err


def test_no_suggestion_has_only_letters_in_common(capsys: Captured) -> None:
    for option in ("--gif", "--seed", "--save", "--letters", "--paper"):
        run(["count", "4x4", "dominoes+", option])
        assert "did you mean" not in capsys.readouterr().err


def test_symmetries_have_names() -> None:
    tiling = tw.Tiling.from_text("AAB\nACB\nCCB")
    for name, number in {
        "rotate 90": 1,
        "half turn": 2,
        "flip": 4,
        "flip top-bottom": 6,
        "transpose": 5,
    }.items():
        assert tiling.transform(name) == tiling.transform(number)
        assert tw.Board("##/#.").transform(name) == tw.Board("##/#.").transform(number)
        assert tw.Polyomino("##/#.").transform(name) == tw.Polyomino("##/#.").transform(number)
    assert tw.Tiling.from_text("AAB").transform("rotate 90").shape == (3, 1)
    with pytest.raises(
        RequestError, match=r"unknown symmetry 'upside down'; the names are .*rotate 90"
    ):
        tiling.transform("upside down")
    assert tw.Board("hex:##/#.").transform("rotate 60") == tw.Board("hex:##/#.").transform(1)


def test_an_unknown_drawing_option_lists_those_that_exist() -> None:
    with pytest.raises(
        RequestError, match=r"'colours'; the options are .*color_by, coloring, .*letters.*palette"
    ):
        tw.draw(tw.Tiling.from_text("AAB\nABB"), colours="red")
