"""The command and the library are one language: what both take has one name and one form."""

from __future__ import annotations

import contextlib
import datetime
import inspect
import io
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from rich.console import Console

import tilewright as tw
from tilewright.apps.command import run as run_line
from tilewright.apps.command.app import OTHER_NAMES
from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.parser import make_app
from tilewright.errors import RequestError
from tilewright.model.problem import ProblemRules
from tilewright.shapes.rectangles import boxes
from tilewright.solving.theorems import golomb_cell, golomb_window

#: The functions that do what a command does. The others make files or pages, or list what there is.
FUNCTIONS: dict[str, tuple[Callable[..., Any], ...]] = {
    "solve": (tw.solve, tw.tilings, tw.best_packing),
    "count": (tw.count,),
    "sample": (tw.sample,),
    "nth": (tw.nth, tw.rank),
    "color": (tw.color, tw.Problem),
    "print": (tw.Problem,),
    "make": (tw.generate,),
    "grade": (tw.grade,),
    "hint": (tw.hint, tw.Problem),
    "play": (tw.Problem,),
    "golomb": (tw.golomb, golomb_cell, golomb_window),
    "plane": (tw.plane,),
    "figure": (tw.figure,),
    "design": (tw.design,),
    "rectangles": (tw.rectangles, boxes),
    "convert": (tw.write, tw.read),
    "verify": (tw.verify, tw.Problem),
}
WITHOUT = {"compile", "cut", "show", "pieces", "puzzles", "site"}
#: How a command answers, saves and draws, and how it works for long: other functions and methods in
#: the library.
ANSWERS = (
    "json quiet verbose theme out palette color_by letters per_page title "
    "checkpoint run timeout threads"
)
#: What a command asks of its answer: a method or a function of its own in the library.
QUESTIONS = {
    "solve": "all most animate cheapest",
    "count": "by_piece weight cost heat at upto against bfile",
    "sample": "heights",
    "color": "all limit unique",
    "print": "level puzzle_list impossible how_many paper cell_size link hints title_page author "
    "intro sort no_grade no_id language",
    "make": "number paper cell_size link hints title_page author intro sort no_grade no_id "
    "language",
    "play": "host port browser key",
    "golomb": "steps",
    "plane": "table heesch seamless",
    "figure": "all in",
    "rectangles": "table boxes",
    "convert": "verify",
}
#: What only a call takes.
ONLY_CALLS = {
    "golomb": "threads",
    # A word of the command, NUMBER.
    "nth": "number",
    "color": "balanced sizes outside effort",
    "plane": "max_coronas",
    "solve": "required",
    "figure": "rectangle enlarges",
    "verify": "max_states",
}
#: What only the library takes: the values themselves, and functions that are called.
VALUES = (
    "problem source tiling piece board kind folder sets parts rows columns n path answer "
    "progress stop attempts "
    "known marks_agree boards"
)


def run(words: list[str]) -> tuple[int, str, str]:
    """Run a command line; return its exit code, and what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run_line(words)
    return code, out.getvalue(), err.getvalue()


def arguments(function: Callable[..., Any]) -> set[str]:
    """Return the names of the arguments of a function, also of those that are unpacked."""
    found = set()
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD):
            found.add(each.name)
        elif each.kind is each.VAR_KEYWORD and "Unpack" in str(each.annotation):
            name = str(each.annotation).removeprefix("Unpack[").removesuffix("]")
            known = vars(sys.modules[inspect.unwrap(function).__module__])
            found |= known.get(name, ProblemRules).__optional_keys__
    return found


def options(command: str) -> set[str]:
    """Return the long options of a command, as the names of arguments."""
    listed = make_app([command])[command].assemble_argument_collection()
    return {
        each.name[2:].replace("-", "_")
        for each in listed
        if each.parse and each.name.startswith("--")
    }


def test_all_commands_are_in_the_table() -> None:
    assert {name for name, *_ in COMMANDS} == FUNCTIONS.keys() | WITHOUT


@pytest.mark.parametrize("command", FUNCTIONS)
def test_an_option_has_the_name_of_the_argument(command: str) -> None:
    known = set().union(*map(arguments, FUNCTIONS[command]))
    other = {name.replace("-", "_") for arg in known for name in OTHER_NAMES.get(arg, ())}
    own = {*ANSWERS.split(), *QUESTIONS.get(command, "").split()}
    assert options(command) - known - other - own == set()
    renamed = {
        arg
        for arg in OTHER_NAMES
        if set(OTHER_NAMES[arg]) & {x.replace("_", "-") for x in options(command)}
    }
    only = {*VALUES.split(), *ONLY_CALLS.get(command, "").split()}
    assert known - options(command) - renamed - only == set()


def test_what_stands_in_the_table_is_there() -> None:
    for command, names in QUESTIONS.items():
        assert set(names.split()) <= options(command), command


@pytest.mark.parametrize(
    "command", ["solve", "count", "color", "print", "play", "grade", "convert", "sample"]
)
def test_the_rules_are_options_wherever_there_is_a_problem(command: str) -> None:
    assert {"turn", "placed", "empty", "rule"} <= options(command)


def test_empty_is_written_as_in_the_command() -> None:
    wanted = tw.Problem("5x5", "L3+", empty=(2, 4))
    assert tw.Problem("5x5", "L3+", empty="2..4") == wanted
    assert tw.Problem("5x5", "L3+", empty="4") == tw.Problem("5x5", "L3+", empty=4)
    with pytest.raises(RequestError, match=r"N or N\.\.M, got '4..'"):
        tw.Problem("5x5", "L3+", empty="4..")
    code, _, error = run(["count", "5x5", "L3+", "--empty", "4.."])
    assert (code, error) == (
        2,
        "tilewright: --empty: must be a number of cells, N or N..M, got '4..'\n",
    )


def test_dates_are_written_as_in_the_command() -> None:
    day = datetime.date(2026, 10, 6)
    assert (
        tw.generate("calendar", date="2026-10-06", seed=1).puzzle
        == tw.generate("calendar", date=day, seed=1).puzzle
    )
    with pytest.raises(RequestError, match="only calendar puzzles"):
        tw.generate("dots", "4x4", date="2026-10-06")


def test_symmetric_is_written_as_in_the_command() -> None:
    found = tw.solve("4x4", "L4+", symmetric="half-turn")
    assert found is not None
    assert found.transform(2) == found


def test_sample_takes_number_weight_and_timeout() -> None:
    assert len(tw.sample("4x4", "dominoes+", number=3, timeout=60)) == 3
    assert len(tw.sample("4x4", "##+ #/#+", turn="fixed", weight={"##": 2}, number=2)) == 2
    for old, new in (("n", "number"), ("weights", "weight")):
        with pytest.raises(TypeError, match=f"Did you mean `{new}`"):
            tw.sample("4x4", "dominoes+", **{old: 1})
    with pytest.raises(TypeError, match="Did you mean `mod`"):
        tw.count("4x4", "dominoes+", modulus=5)


def test_weights_costs_numbers_and_rotations_are_those_of_the_command() -> None:
    words = ["3x4", "trominoes+"]

    def told(*line: str) -> Any:
        return json.loads(run([*line, "--json"])[1])

    half = {"I3": Fraction(1, 2)}
    weighed = tw.counting.weighted_count(*words, weight=half)
    assert told("count", *words, "--weight", "I3=1/2")["weighed"] == str(weighed)
    strips = told("count", "3xN", *words[1:], "--weight", "I3=1/2", "--upto", "4")["terms"]
    assert [term["weighed"] for term in strips] == [
        str(term) for term in tw.strip(3, *words[1:], weight=half).terms(5)
    ]
    found = tw.cheapest(*words, cost={"I3": 1, "L3": 2})
    answer = told("count", *words, "--cost", "I3=1", "--cost", "L3=2")
    assert (answer["cost"], answer["cheapest"]) == (str(found.cost), str(found.count))
    assert told("nth", *words, "3")["tilings"][0]["labels"] == (
        tw.nth(*words, number=3).labels.tolist()
    )
    assert told("count", *words, "--unique", "rotations")["count"] == str(
        tw.count(*words, unique="rotations")
    )


def test_placed_pieces_of_a_sheet_a_grade_and_a_game(tmp_path: Any) -> None:
    words = ["2x3", "L3", "L3", "--placed", "L3:0,0-0,1-1,0"]
    code, out, _ = run(["grade", *words, "-q"])
    assert (code, out) == (0, "easy\n")
    assert run(["print", *words, "-q", "-o", str(tmp_path / "sheet.pdf")])[0] == 0
    code, _, error = run(["grade", "talos:hub-gates-1", "--empty", "1"])
    assert code == 2
    assert "--empty: a puzzle already has rules" in error


@pytest.mark.parametrize("word", ["3", "8x8", "2^3"])
def test_golomb_takes_the_board_too(word: str) -> None:
    answers = {
        run(["golomb", *form, "-q", "--json"])[1]
        for form in ([f"{word}-3,4"], [word, "--hole", "3,4"])
    }
    assert answers == {run(["golomb", "3", "--hole", "3,4", "-q", "--json"])[1]}


def test_golomb_takes_other_rectangles_too() -> None:
    assert run(["golomb", "5x8-0,2", "-q"])[0] == 0
    code, _, error = run(["golomb", "5x8-0,2", "--steps"])
    assert (code, error) == (2, "tilewright: --steps: requires a board with 2^N rows and columns\n")


@pytest.mark.parametrize(
    ("word", "drawn"),
    [
        ("###/###-1,1", "###/#.#"),
        ("torus:ab#/??#-0,0-1,1", "torus:.b#/?.#"),
        ("hex:##/##-0,1", "hex:#./##"),
        ("aztec:2-0,1", ".../####"),
    ],
)
def test_cells_are_removed_from_every_board(word: str, drawn: str) -> None:
    board = tw.Board(word)
    if word.startswith("aztec"):
        assert board.area == tw.Board("aztec:2").area - 1
    else:
        assert board == tw.Board(drawn)


def test_a_hole_of_a_drawing_must_be_one_of_its_cells() -> None:
    with pytest.raises(RequestError, match="the hole 0,1 is outside"):
        tw.Board("#.#/###-0,1")


@pytest.mark.parametrize("command", [["sample", "2x3", "L3+"], ["nth", "2x3", "L3+", "0"]])
def test_letters_are_shown_in_every_picture_of_tilings(command: list[str]) -> None:
    code, out, _ = run([*command, "--letters"])
    assert code == 0
    assert out.count(" L ") == 2


def test_letters_are_shown_in_printed_answers(tmp_path: Any) -> None:
    path = tmp_path / "dots.svg"
    assert run(["make", "dots", "4x6", "--seed", "1", "--letters", "-q", "-o", str(path)])[0] == 0
    answer = (tmp_path / "dots-answer.svg").read_text()
    assert run(["make", "dots", "4x6", "--seed", "1", "-q", "-o", str(path)])[0] == 0
    assert (tmp_path / "dots-answer.svg").read_text().count("<text") < answer.count("<text")
    book = str(tmp_path / "book.pdf")
    assert run(["print", "talos:hub-gates-1", "--letters", "-q", "-o", book])[0] == 0
    code, _, error = run(["print", "talos:hub-gates-1", "--letters", "-o", str(path)])
    assert (code, error) == (2, "tilewright: --letters: labels answers; save a .pdf\n")


def test_a_moving_picture_of_golomb_has_all_steps(tmp_path: Any) -> None:
    code, _, error = run(["golomb", "3", "--hole", "0,0", "-o", str(tmp_path / "golomb.gif")])
    assert code == 0
    assert error.endswith("golomb.gif: proof in 4 steps\n")
    with Image.open(tmp_path / "golomb.gif") as picture:
        assert picture.n_frames == 4


def test_paper_is_as_large_as_a3(tmp_path: Any) -> None:
    for paper, width in (("a3", 841.89), ("A4", 595.28)):
        path = tmp_path / f"{paper}.pdf"
        words = ["print", "talos:hub-gates-1", "--paper", paper, "-q", "-o", str(path)]
        assert run(words)[0] == 0
        assert abs(PdfReader(path).pages[0].mediabox.width - width) < 1


def test_several_tilings_in_a_pdf_are_pages_or_a_poster(tmp_path: Any) -> None:
    path = tmp_path / "all.pdf"
    words = ["solve", "3x4", "I3=4", "--all", "-o", str(path)]
    _, _, error = run(words)
    assert f"{path} has 3 pages; add --per-page 3 to put all pictures on one page" in error
    assert len(PdfReader(path).pages) == 3
    _, _, error = run([*words, "--per-page", "3"])
    assert "poster" not in error
    assert len(PdfReader(path).pages) == 1


@pytest.mark.parametrize("value", [tw.Board("2x2"), tw.Piece("X5"), tw.Problem("2x3", "L3+")])
def test_rich_shows_the_picture(value: Any) -> None:
    file = io.StringIO()
    console = Console(file=file, width=60)
    console.print(value)
    assert file.getvalue().count("─") > 2
    console.print(tw.color(tw.solve("2x3", "L3+", required=True)))
    assert "┴" in file.getvalue()
