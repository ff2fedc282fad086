"""What is typed in another way is answered with what to type."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.errors import RequestError

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve 4x5 L J T Z I", "letters of a family stand in one word: tetromino:LJTZI"),
        ("solve 6x10 f i l n p", "letters of a family stand in one word: pentomino:FILNP"),
        ("solve 4x5 L3*4", "4 copies are written L3=4"),
        ("solve 4x5 4L3", "4 copies are written L3=4"),
        ("solve 4x5 4xL3", "4 copies are written L3=4"),
        ("solve 4x5 L3x8", "8 copies are written L3=8"),
        ("solve 4x5 dominox3", "3 copies are written domino=3"),
        ("solve 4x4 5s", "5 copies are written S4=5"),
        ("solve 4x4 4xM", "the number of copies follows the name of a piece, as in L3=4"),
        ("count 6*10 pentominoes", "did you mean 6x10?"),
        ("solve XXX/X.X L3=2", "in a drawing, # is a cell: '###/#.#'"),
        ("solve 1111/1111 L3=2", "in a drawing, # is a cell: '####/####'"),
        ("solve boards/heart.txt L3=2", "cannot read the file"),
    ],
)
def test_copies_and_letters(line: str, said: str, capsys: Captured) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", ["tetromino:LJTZI", "L3=4", "S4=5", "domino=3"])
def test_what_is_suggested_can_be_read(words: str) -> None:
    assert tw.Problem("8x8", words).pieces


def test_single_letters_of_the_library_are_answered_in_the_same_way() -> None:
    for given in (["L", "J", "T"], "L J T"):
        with pytest.raises(RequestError, match="stand in one word: tetromino:LJT"):
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
            "`solve`, `sample` and `cover` have it, but `count` does not",
        ),
        ("deficient 5x5 --seeds 1", "did you mean --seed?"),
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
