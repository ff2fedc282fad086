"""The command count, as a user meets it."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

import tilewright as tw
from commands import Asked, Popen
from tilewright.apps.command import run
from tilewright.system.files.safe_write import held
from waiting import NEVER, worked


def test_count_prints_the_number(asked: Asked) -> None:
    assert asked("count", "9x12", "trominoes+")[:2] == (0, "20574308184277971\n")
    assert asked("count", "4x15", "pentominoes", "--unique")[:2] == (0, "368\n")
    assert asked("count", "9x12", "trominoes+", "--mod", "1000")[:2] == (0, "971\n")


def test_none_is_exit_1(asked: Asked) -> None:
    assert asked("count", "3x3", "dominoes+")[:2] == (1, "0\n")
    none = "There is no tiling: the board has 9 cells to cover, but the pieces cover at most 8\n"
    assert asked("sample", "3x3", "dominoes+")[:2] == (1, none)
    for board in ("3x3", "2x2-0,1-1,0"):
        assert asked("count", board, "dominoes+", "--by-piece")[:2] == (1, "0\n")
        for option in ("--heat", "--cost=domino=1"):
            assert asked("count", board, "dominoes+", option)[:2] == (
                1,
                "There is no tiling.\n",
            )
            code, out, _ = asked("count", board, "dominoes+", option, "--json")
            assert (code, json.loads(out)["count"]) == (1, "0")


def test_json_says_the_method_and_why(asked: Asked) -> None:
    for words, method in (
        (("9x12", "trominoes+"), "rows"),
        (("3x4", "trominoes+"), "layers"),
        (("5x5", "dominoes+"), "area"),
        (("4x4", "dominoes+", "--heat"), "graph"),
        (("4x4", "dominoes+", "--unique"), "layers"),
        (("4xN", "dominoes+", "--upto", "3"), "rows"),
        (("NxN", "dominoes+", "--upto", "4"), "area, layers"),
    ):
        answer = json.loads(asked("count", *words, "--json")[1])
        assert answer["method"] == method
    answer = json.loads(asked("count", "3x4", "trominoes+", "--json")[1])
    assert answer["why"] == "the board is short, so most states of a longer board cannot occur"


def test_count_as_json(asked: Asked) -> None:
    code, out, _ = asked("count", "3x4", "trominoes+", "--by-piece", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["board"], answer["pieces"], answer["turn"]) == ("3x4", ["I3+", "L3+"], "free")
    assert (answer["count"], answer["method"]) == ("23", "layers")
    assert answer["by_piece"] == [
        {"copies": {"I3": 0, "L3": 4}, "count": "4"},
        {"copies": {"I3": 2, "L3": 2}, "count": "16"},
        {"copies": {"I3": 4, "L3": 0}, "count": "3"},
    ]


def test_weights_and_costs(asked: Asked) -> None:
    assert (
        asked("count", "3x4", "trominoes+", "--weight", "I=2", "--weight", "L=1/2")[1] == "257/4\n"
    )
    out = asked("count", "3x4", "trominoes+", "--by-piece", "--weight", "I=x")[1]
    # A piece without a weight has weight 1.
    assert out == "3*x^4 + 16*x^2 + 4\n"
    two = ("--weight", "I=x", "--weight", "L=y")
    assert (
        asked("count", "3x4", "trominoes+", "--by-piece", *two)[1] == "3*x^4 + 16*x^2*y^2 + 4*y^4\n"
    )
    assert (
        "3 tilings have the least cost, -4"
        in asked("count", "3x4", "trominoes+", "--cost", "I=-1")[1]
    )


def test_check_says_how(asked: Asked) -> None:
    few = ("count", "5x6", "trominoes+", "--check")
    listing = "listing all tilings with a search engine gives the same number"
    assert asked(*few)[:2] == (0, f"8342\nchecked: {listing}\n")
    assert json.loads(asked(*few, "--json")[1])["checked"] == listing
    assert asked(*few, "--mod", "100")[1] == f"42\nchecked: {listing}\n"
    many = json.loads(asked("count", "8x9", "trominoes+", "--check", "--json")[1])
    assert many["checked"] == "counting by rows gives the same number"
    none = json.loads(asked("count", "4x4-0,0-0,1", "dominoes+", "--check", "--json")[1])
    assert none["checked"] == listing
    classes = ("count", "4x4", "dominoes+", "--unique", "--check")
    assert asked(*classes)[1] == f"9\nchecked: {listing}\n"
    assert json.loads(asked(*classes, "--json")[1])["checked"] == listing
    squares = asked("count", "NxN", "dominoes+", "--upto", "4", "--check")
    assert squares[1] == "0 1\n1 0\n2 2\n3 0\n4 36\n"
    assert "checked" in squares[2]
    assert (
        asked("count", "NxN", "dominoes+", "--at", "4", "--check")[1] == f"36\nchecked: {listing}\n"
    )


def test_check_of_strips(asked: Asked) -> None:
    listing = "listing all tilings with a search engine gives the same number"
    parts = "counting by connected parts gives the same number"
    for words, checked in (
        (("30xN", "dominoes+", "--at", "3"), parts),
        (("30xN", "dominoes+", "--at", "2", "--mod", "100"), parts),
        (("30xN", "dominoes+", "--upto", "3"), f"{listing}; {parts}"),
        (("4xN", "dominoes+", "--at", "3"), "counting by rows gives the same number"),
        (("Nx4", "dominoes+", "--upto", "3"), "counting by columns gives the same numbers"),
        (("4xN", "trominoes+"), "up to n = 12, counting by rows gives the same numbers"),
        (
            ("4xN", "trominoes+", "--at", "999999", "--mod", "7"),
            "up to n = 12, counting by rows gives the same numbers",
        ),
        (
            ("4xN", "trominoes+", "--at", "1" + 18 * "0", "--mod", "7"),
            "the areas of the pieces rule out any tiling",
        ),
        (("NxN", "dominoes+", "--upto", "3"), listing),
        (("NxN", "dominoes+", "--at", "4"), listing),
    ):
        told = json.loads(asked("count", *words, "--check", "--json")[1])["checked"]
        assert told == checked
        code, out, err = asked("count", *words, "--check")
        assert code == 0
        assert f"checked: {checked}\n" in out + err


def test_heat_is_a_table_of_percent(asked: Asked) -> None:
    out = asked("count", "2x2", "dominoes+", "--heat")[1]
    assert out.split() == ["50"] * 4


def test_equal_numbers_of_a_heat_map_have_equal_colors(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    assert asked("count", "12x12", "dominoes+", "--heat", "-o", str(path))[0] == 0
    drawn = path.read_text()
    # Three numbers, 50, 67 and 75, so three colors.
    assert set(re.findall(r">(\d+)<", drawn)) == {"50", "67", "75"}
    assert len(re.findall(r'class="cells color-', drawn)) == 3


@pytest.mark.parametrize(
    "words",
    [
        "tri:hexagon2 diamond+",
        "hex:3x4 dihex+",
        "cube:2x2x3 cube:I2+",
        "torus:3x4 dominoes+",
        "moebius:3x4 dominoes+",
    ],
)
def test_heat_has_a_picture_on_every_lattice(words: str, asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    table = asked("count", *words.split(), "--heat")[1].split()
    assert asked("count", *words.split(), "--heat", "-o", str(path))[:2] == (0, "")
    shares = [share for share in table if share != "."]
    assert Counter(re.findall(r">(\d+)<", path.read_text())) == Counter(shares)


def test_where_there_is_no_tiling_there_is_no_picture(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "heat.svg"
    code, out, err = asked("count", "3x3", "dominoes+", "--heat", "-o", str(path))
    assert (code, out) == (1, "There is no tiling.\n")
    assert str(path) in err
    assert not path.exists()


def test_heat_and_the_cheapest_tiling_have_pictures(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heat = ("count", "3x4-0,0", "L3+", "domino+", "--heat")
    table = asked(*heat)[1].split()
    assert table[0] == "."
    path = tmp_path / "heat.svg"
    assert asked(*heat, "-o", str(path))[:2] == (0, "")
    drawn = path.read_text()
    assert f"over {asked(*heat[:-1])[1].strip()} tilings" in drawn
    for share in table[1:]:
        assert f">{share}<" in drawn
    with monkeypatch.context() as environment:
        environment.setenv("FORCE_COLOR", "1")
        in_color = asked(*heat)[1]
    assert "48;5;" in in_color
    assert re.sub("\x1b[^m]*m", "", in_color).split() == table[1:]
    assert asked(*heat, "-q")[1] == asked(*heat[:-1])[1]
    path = tmp_path / "least.txt"
    assert asked("count", "2x3", "trominoes+", "--cost", "I=-1", "-o", str(path))[:2] == (
        0,
        "",
    )
    assert path.read_text().startswith("┌───────────┐\n")


def test_strips(asked: Asked) -> None:
    code, out, err = asked("count", "2xN", "dominoes+")
    assert code == 0
    assert out.startswith(
        "a(n) = a(n-1) + a(n-2)    for n >= 2\ngenerating function: (1) / (1 - x - x^2)\n"
    )
    assert "proven" in err
    answer = json.loads(asked("count", "4xN", "trominoes+", "--json")[1])
    assert answer["degree"] == 45
    assert answer["terms"][9] == {"n": 9, "count": "41813"}
    assert answer["terms"][:2] == [{"n": 0, "count": "1"}, {"n": 1, "count": "0"}]
    far = ("count", "9xN", "trominoes+", "--at", "12")
    assert asked(*far)[1] == "20574308184277971\n"
    assert (
        asked("count", "Nx2", "#/#/#+", "#+", "--turn", "fixed", "--upto", "4")[1]
        == "0 1\n1 1\n2 1\n3 4\n4 9\n"
    )


def test_bfile(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    assert asked("count", "NxN", "L3+", "--upto", "9", "--bfile", str(path))[:2] == (0, "")
    assert path.read_text().splitlines() == [
        f"{n} {v}" for n, v in zip(range(10), [1, 0, 0, 0, 0, 0, 162, 0, 0, 1193600], strict=True)
    ]


def test_terms_have_one_shape(asked: Asked) -> None:
    answers = [
        json.loads(asked("count", board, "dominoes+", *options, "--json")[1])["terms"]
        for board, *options in (
            ("2xN",),
            ("2xN", "--upto", "3"),
            ("30xN", "--upto", "3"),
            ("NxN", "--upto", "3"),
        )
    ]
    assert (
        answers[0][:4]
        == answers[1]
        == [{"n": n, "count": str(c)} for n, c in enumerate([1, 1, 2, 3])]
    )
    assert answers[2][2:] == [{"n": 2, "count": "1346269"}, {"n": 3, "count": "299303201"}]
    assert answers[3] == [{"n": n, "count": str(c)} for n, c in enumerate([1, 0, 2, 0])]


def test_a_file_for_the_oeis_says_which_numbers_are_too_long(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    code, out, err = asked("count", "2xN", "dominoes+", "--upto", "4800", "--bfile", str(path))
    assert (code, out) == (0, "")
    assert path.read_bytes().startswith(b"0 1\n1 1\n2 2\n3 3\n")
    # Fibonacci numbers: the first with 1,001 digits is F(4787), a(n) is F(n + 1).
    assert err == (
        f"{path} contains the numbers for n = 0 to 4800; from n = 4786 on they have more than the "
        "1,000 digits "
        "that the OEIS accepts\n"
    )


def test_short_lengths_of_wide_strips(asked: Asked) -> None:
    assert asked("count", "30xN", "dominoes+", "--at", "8")[:2] == (
        0,
        "12457255314954679645007780869\n",
    )
    assert (
        asked("count", "Nx30", "dominoes+", "--at", "8", "--mod", "1000", "--threads", "1")[1]
        == "869\n"
    )
    assert asked("count", "30xN", "L3+", "--at", "1")[:2] == (1, "0\n")
    code, out, err = asked("count", "300xN", "dominoes+", "--max-memory", "1G")
    assert (code, out) == (3, "")
    assert "The strip is 300 cells wide." in err


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("count 30x30 pentominoes+ --max-memory 1G", 3, "states"),
        ("count 4x4 dominoes+ --max-memory lots", 2, "500M"),
        ("count 4x4 dominoes+ --at 3", 2, "4xN"),
        ("count 4xN dominoes+ --mod 7", 2, "add --at N or --upto N"),
        ("count 4xN dominoes+ --mod 0", 2, "--mod: must be at least 1, got 0"),
        ("count 4x4 dominoes+ --mod 0", 2, "--mod: must be at least 1, got 0"),
        ("count 4xN dominoes+ --at 5 --upto 9", 2, "choose one"),
        ("count NxN dominoes+ --at 5 --bfile b", 2, "choose one"),
        ("count 4xN dominoes+ --at -5", 2, "--at: must be at least 0, got -5"),
        ("count NxN dominoes+ --upto -1", 2, "--upto: must be at least 0, got -1"),
        ("count 4xN dominoes+ --heat", 2, "4xN: --cost, --heat and --checkpoint need a board"),
        ("count NxN dominoes+ --checkpoint c", 2, "--checkpoint need a board of fixed size"),
        ("count 4xN dominoes+ --placed I2:0,0-0,1", 2, "--placed: this option requires a board"),
        ("count 4xN dominoes+ --empty 3", 2, "--empty: must be 0 or all if a side of the board is"),
        ("count 4xN dominoes+ --upto 3 --bfile no/such/b.txt", 2, "does not exist"),
        ("count 4xN dominoes+ --upto 3 --bfile - --json", 2, "cannot write both"),
        ("count 0xN dominoes+", 2, "at least 1 cell wide"),
        ("count 4xN", 2, "PIECES: give at least one piece after the board"),
        ("count 4x4 dominoes+ --checkpoint no/such/c", 2, "no/such/c: the folder no/such does not"),
        ("count 4x4 dominoes+ --checkpoint /", 2, "/: this is a folder; give the name of a file"),
        ("count 4x4 dominoes+ --checkpoint c --heat", 2, "but not with --cost and --heat"),
        ("count 4x4 dominoes+ --checkpoint c --cost domino=1", 2, "but not with --cost"),
        ("count 4x4 dominoes+ --timeout 0", 2, "--timeout: must be more than 0 and at most"),
        ("count 4x4 dominoes+ --timeout nan", 2, "seconds, got nan"),
        (f"count NxN L3+ --upto {'9' * 50}", 2, "--upto: must be at most 16384"),
        ("count 4x4 dominoes+ -o x.svg", 2, "-o: only --heat and --cost can save a picture"),
        ("count 4xN dominoes+ -o x.svg", 2, "-o: only --heat and --cost can save a picture"),
        ("count 4x4 dominoes+ --heat -o x.doc", 2, "cannot write .doc files. Supported: .svg"),
        ("count 4x4 dominoes+ --heat -o - --json", 2, "cannot write both"),
        ("count 4x4 dominoes+ --heat --check", 2, "--check: this option does not work with"),
        ("count 4x4 dominoes+ --heat --mod 7", 2, "--mod: this option does not work with"),
        (f"count 4xN dominoes+ --at {'9' * 400}", 3, "of length 10^400 has about 10^399 digits"),
        (f"count 4xN dominoes+ --upto {'9' * 400}", 3, "of length 10^400 has about 10^399 digits"),
        ("count 4x4 dominoes+ --weight domino=x", 2, "requires --by-piece"),
        ("count 4x4 dominoes+ --weight I2=1 --weight domino=2", 2, "domino has two values, 1 and"),
        ("count 4x4 dominoes+ --cost domino=x", 2, "must be a number or a fraction, such as 2, -1"),
        ("count 4x4 dominoes+ --max-memory 1K", 3, "1.0 KiB allowed"),
        ("count 9x12 trominoes+ --max-memory 1K", 3, "allowed"),
        ("count 4xN trominoes+ --max-memory 1K", 3, "allowed"),
        ("sample 8x8 dominoes+ --max-memory 1K", 3, "allowed"),
        ("sample 4x4 dominoes+ --seed -1", 2, "--seed: must be at least 0, got -1"),
        ("sample 4x4 dominoes+ -o x.doc", 2, "cannot write .doc files. Supported: .svg, .png"),
        ("sample 4x4 dominoes+ -o x.jsonl", 2, "`tilewright solve … --all -o FILE.jsonl` saves"),
        ("sample 4x4 dominoes+ -o - --json", 2, "cannot write both"),
        ("nth 4x4 dominoes+ x", 2, "NUMBER: the last argument must be the number of a tiling (0"),
        ("nth 4x4 dominoes+ no-such.txt", 2, "no-such.txt: cannot read the file: No such file"),
        ("nth 4x4 dominoes+ /", 2, "/: expected a tiling, got a folder"),
        ("count 4xN dominoes", 2, "unlimited copies of each piece"),
        ("count 6x6 L3+ --weight L3=1e99999999", 2, "--weight: numbers may have at most 100,000"),
        (
            f"count 6x6 L3+ --cost L3={'7' * 100001}",
            2,
            "--cost: numbers may have at most 100,000 digits",
        ),
        ("count 4x4 dominoes+ --heat --unique", 2, "choose one"),
        ("count 4x4 dominoes+ --weight T=1", 2, "unknown piece 'T'"),
        ("count 4x4 dominoes+ --cost domino", 2, "must be PIECE=NUMBER, such as I3=2, got"),
        ("count 4x4 dominoes+ --threads 0", 2, "at least 1"),
        ("nth 4x4 dominoes+", 2, "the last argument must be the number of a tiling"),
        ("nth 4x4 dominoes+ 36", 2, "there is no tiling with number 36; the 36 tilings are"),
        ("sample 4x4 dominoes+ -n 0", 2, "at least 1"),
    ],
)
def test_what_is_wrong_is_said(asked: Asked, line: str, code: int, says: str) -> None:
    got, out, err = asked(*line.split())
    assert got == code, err
    assert says in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_one_number_of_a_sequence(asked: Asked) -> None:
    assert asked("count", "NxN", "dominoes+", "--at", "8")[:2] == (0, "12988816\n")
    assert asked("count", "NxN", "dominoes+", "--at", "3")[:2] == (1, "0\n")
    assert asked("count", "4xN", "trominoes+", "--at", "1")[:2] == (1, "0\n")
    assert asked("count", "4xN", "trominoes+", "--at", "1", "--mod", "5")[:2] == (0, "0\n")
    answer = json.loads(asked("count", "NxN", "dominoes+", "--at", "8", "--mod", "7", "--json")[1])
    assert (answer["at"], answer["count"], answer["modulus"]) == ("8", "1", "7")


def test_numbers_up_to_a_length_modulo_something(asked: Asked) -> None:
    out = asked("count", "4xN", "dominoes+", "--upto", "5", "--mod", "10")[1]
    assert out == "0 1\n1 1\n2 5\n3 1\n4 6\n5 5\n"
    out = asked("count", "NxN", "dominoes+", "--upto", "4", "--unique", "--mod", "5")[1]
    assert out == "0 1\n1 0\n2 1\n3 0\n4 4\n"
    assert asked("count", "NxN", "dominoes+", "--upto", "0")[:2] == (0, "0 1\n")
    assert asked("count", "NxN", "dominoes=2..", "--at", "0")[:2] == (1, "0\n")


def test_a_cheapest_tiling_is_drawn_unless_quiet(asked: Asked) -> None:
    words = ("count", "2x3", "trominoes+", "--cost", "I=-1")
    assert asked(*words)[1].startswith("┌───────────┐\n")
    assert asked(*words, "-q")[1] == "1 tiling has the least cost, -2\n"


LONG = ("count", "12x14-0,0-5,5-6,3-9,9", "tetrominoes+")


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch, asked: Asked, tmp_path: Path) -> None:
    """Let a second pass whenever a deadline looks at the clock; it does not while a kernel is
    compiled, as all are by then.
    """
    words = ("count", "12x4-0,0-5,3-6,2-9,1", "tetrominoes+")
    assert asked(*words, "--checkpoint", str(tmp_path / "warm"))[0] in (0, 1)
    seconds = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: float(next(seconds)))
    monkeypatch.setattr("tilewright.system.work.deadline.time", clock)


@pytest.mark.usefixtures("ticking")
def test_the_time_may_be_limited(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "run"
    code, out, err = asked(*LONG, "--timeout", "60", "--checkpoint", str(path))
    assert (code, out) == (3, "")
    assert re.fullmatch(
        # How often the time is looked at before the first cell depends on the threads.
        r"tilewright: the time limit of 60 seconds was reached (after cell \d+|before the first "
        r"cell) of 164, "
        rf"with [\d,]+ states?; run the same command again to resume from {path}\n",
        err,
    )
    code, out, err = asked(*LONG, "--timeout", "60", "--checkpoint", str(path), "--json")
    answer = json.loads(out)
    assert (code, err) == (3, "")
    assert (answer["complete"], answer["stopped_by"], answer["count"]) == (False, "timeout", None)
    assert 0 <= answer["done"] < answer["total"] == 164
    assert (answer["phase"], answer["unit"]) == ("counts", "cell")
    assert answer["states"] > 0
    assert answer["checkpoint"] == str(path)
    code, out, err = asked("count", "NxN", "tetrominoes+", "--upto", "16", "--timeout", "30")
    assert code == 3
    assert out.startswith("0 1\n1 0\n2 1\n")
    assert "the time limit of 30 seconds was reached" in err
    for words in (
        ("sample", "15x15", "trominoes+"),
        ("count", "12xN", "tetrominoes+"),
        ("count", "6x6-0,0-0,1-0,2", "L3+", "--heat"),
        ("count", "6x6", "trominoes+", "--weight", "I=2"),
        ("count", "6x6", "trominoes+", "--by-piece"),
        ("count", "6x6", "trominoes+", "--cost", "I=2"),
    ):
        code, out, err = asked(*words, "--timeout", "2")
        assert (code, out) == (3, "")
        assert "the time limit of 2 seconds was reached" in err


def test_the_time_is_limited_from_the_first_moment_on(asked: Asked) -> None:
    words = ("count", "12x12", "dodecominoes=0..1", "--timeout", "0.001")
    answer = json.loads(asked(*words, "--json")[1])
    # The pieces are as they were written: there was no time to read them.
    assert (answer["stopped_by"], answer["pieces"]) == ("timeout", ["dodecominoes=0..1"])
    code, out, err = asked("count", "NxN", "dodecominoes+", "--timeout", "0.001")
    assert (code, out) == (3, "")
    assert "the time limit of 0.001 seconds was reached" in err
    assert asked("count", "4x4", "dominoes+", "--timeout", "3600")[:2] == (0, "36\n")


def test_ctrl_c_says_how_far_it_was_and_keeps_the_checkpoint(tmp_path: Path) -> None:
    paths = [tmp_path / "run", tmp_path / "again"]
    runs = [
        Popen(
            [sys.executable, "-m", "tilewright", *LONG, "--checkpoint", str(path), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for path, options in zip(paths, ([], ["--json"]), strict=True)
    ]
    for run_ in runs:
        worked(run_.pid, 1)
        run_.send_signal(signal.SIGINT)
    (out, err), (as_json, nothing) = (run_.communicate(timeout=NEVER) for run_ in runs)
    assert [run_.returncode for run_ in runs] == [130, 130], err
    assert out == nothing == ""
    assert re.fullmatch(
        r"tilewright: interrupted after cell \d+ of 164, with [\d,]+ states; run the same "
        rf"command again to resume from {paths[0]}\n",
        err,
    )
    answer = json.loads(as_json)
    assert (answer["complete"], answer["stopped_by"], answer["count"]) == (False, "interrupt", None)
    assert answer["checkpoint"] == str(paths[1])
    assert all(path.exists() for path in paths)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_is_said_by_all_commands(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    def pressed(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tilewright.counting.tiling_set", pressed)
    monkeypatch.setattr("tilewright.counting.strip", pressed)
    monkeypatch.setattr("tilewright.counting.count_details", pressed)
    monkeypatch.setattr("tilewright.counting.count_square", pressed)
    monkeypatch.setattr("tilewright.counting.heat", pressed)
    for words in (
        ("sample", "4x4", "dominoes+"),
        ("nth", "4x4", "dominoes+", "3"),
        ("count", "4xN", "dominoes+"),
        ("count", "NxN", "dominoes+"),
        ("count", "4x4", "dominoes+", "--heat"),
    ):
        code, out, err = asked(*words, *options)
        assert code == 130
        assert "interrupt" in out + err


@pytest.mark.parametrize("option", ["--mod", "--at", "--upto", "--threads"])
def test_whole_numbers_are_not_rounded(asked: Asked, option: str) -> None:
    for word in ("2.5", "1e3", "x", ""):
        code, out, err = asked("count", "4xN", "dominoes+", option, word)
        assert (code, out) == (2, "")
        assert err == f"tilewright: {option}: must be an integer, got '{word}'\n"
    assert asked("count", "4x4", "dominoes+", "--mod", "9" * 5000)[1] == "36\n"


def test_two_counts_do_not_write_to_one_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "point"
    words = ["count", "4x4", "dominoes+", "--checkpoint", str(path)]
    with held(path):
        assert run(words) == 2
        assert (
            f"{path}: another run (process {os.getpid()}) is writing to this file"
            in capsys.readouterr().err
        )
    assert run(words) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["point"]


def test_the_moves_of_a_torus_are_said_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "torus:4x4", "dominoes+", "--unique", "-v"]) == 0
    said = capsys.readouterr().err
    fixed = tw.counting.count_up_to_symmetry("torus:4x4", "dominoes+").fixed
    moved = [number for name, number in fixed.items() if name.startswith("identity, ")]
    assert len(moved) == 15
    assert (
        f"identity: {fixed['identity']}; identity and moved, 15 ways: {min(moved)} to "
        f"{max(moved)}; " in said
    )


@pytest.mark.parametrize("kind", ["json", "puzzle"])
def test_wraps_count_separately_if_the_file_or_the_command_says_so(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for by_wrap, number in ((False, "2\n"), (True, "8\n")):
        file = tmp_path / f"{by_wrap}.{kind}"
        tw.write(tw.Problem("torus:2x2", "dominoes+", by_wrap=by_wrap), file, format=kind)
        for words, expected in (
            ([], number),
            (["--turn", "free"], number),
            (["--rule", "by-wrap"], "8\n"),
        ):
            assert run(["count", str(file), *words]) == 0
            assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    "problem",
    [
        "4x4 L3+ --empty 1",
        "4x4 L3+ I3+ --empty 1..4 --rule no-crossroads --rule tiles~2..5",
        "torus:4x4 L4+ --rule by-wrap",
        "2x2 01/ 23/ --rule unequal~0,0-0,1 --rule marks-agree~0=-~1=-~2=-~3=-",
        "4x4 L4+ --placed L4:0,0-1,0-2,0-2,1 --turn one-sided",
        "tri:hexagon2 triamonds+",
        "####/#..#/#### I3+ L3+ --empty 1",
    ],
)
def test_json_states_the_whole_problem(problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As `solve` does, whose answers are verified by it."""
    words = [word.replace("~", " ") for word in problem.split()]
    stated = {}
    for command in ("solve", "count"):
        assert run([command, *words, "--json"]) in (0, 1)
        stated[command] = json.loads(capsys.readouterr().out)
    keys = [*itertools.takewhile(lambda key: key != "unique", stated["solve"])]
    assert {"board", "pieces", "turn", "placed", "empty"} <= {*keys}
    assert [*itertools.takewhile(lambda key: key != "complete", stated["count"])] == keys
    assert {key: stated["count"][key] for key in keys} == {
        key: stated["solve"][key] for key in keys
    }


def test_marginals_say_how_often_each_cell_stays_empty(asked: Asked) -> None:
    """Beside the request, whose `empty` says how many cells may stay empty."""
    words = ("compile", "2x4", "L3+", "--empty", "1..2", "--ask", "marginals")
    every = tw.tiling_set("2x4", "L3+", empty="1..2")
    counts = {f"{row},{column}": 0 for row in range(2) for column in range(4)}
    for tiling in every:
        for row, column in zip(*(tiling.labels == -2).nonzero(), strict=True):
            counts[f"{row},{column}"] += 1
    code, out, _ = asked(*words)
    assert code == 0
    lines = [line for line in out.splitlines() if line.startswith("empty")]
    assert {line.split()[1]: int(line.split()[2]) for line in lines} == counts
    answer = json.loads(asked(*words, "--json")[1])
    assert answer["empty"] == [1, 2]
    assert {cell: int(uses) for cell, uses in answer["empty_cells"].items()} == counts
