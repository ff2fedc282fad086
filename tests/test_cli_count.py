"""The commands count, sample, nth and rank, as a user meets them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tilewright.cli import run


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_count_prints_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "count", "9x12", "trominoes+")[:2] == (0, "20574308184277971\n")
    assert asked(capsys, "count", "4x15", "pentominoes", "--unique")[:2] == (0, "368\n")
    assert asked(capsys, "count", "9x12", "trominoes+", "--mod", "1000")[:2] == (0, "971\n")


def test_none_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "count", "3x3", "dominoes+")[:2] == (1, "0\n")
    assert asked(capsys, "sample", "3x3", "dominoes+")[:2] == (1, "There is no tiling.\n")


def test_count_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "count", "3x4", "trominoes+", "--by-piece", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["board"], answer["pieces"], answer["turn"]) == ("3x4", ["I3+", "L3+"], "free")
    assert (answer["count"], answer["method"]) == ("23", "frontier")
    assert answer["by_piece"] == [
        {"copies": {"I": 0, "L": 4}, "count": "4"},
        {"copies": {"I": 2, "L": 2}, "count": "16"},
        {"copies": {"I": 4, "L": 0}, "count": "3"},
    ]


def test_weights_and_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "count", "3x4", "trominoes+", "--weight", "I=2", "--weight", "L=1/2")[1] == "257/4\n"
    out = asked(capsys, "count", "3x4", "trominoes+", "--by-piece", "--weight", "I=x")[1]
    assert out == "3*x^4 + 16*x^2*L^2 + 4*L^4\n"
    assert (
        "3 tilings have the least cost, -4"
        in asked(capsys, "count", "3x4", "trominoes+", "--cost", "I=-1")[1]
    )


def test_check_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "count", "5x6", "trominoes+", "--check", "--json")
    assert code == 0
    assert "the same number" in json.loads(out)["checked"]


def test_heat_is_a_table_of_percent(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, "count", "2x2", "dominoes+", "--heat")[1]
    assert out.split() == ["50"] * 4


def test_strips(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "count", "2xN", "dominoes+")
    assert code == 0
    assert out.startswith("a(n) = a(n-1) + a(n-2)    for n >= 2\ngenerating function: (1) / (1 - x - x^2)\n")
    assert "proven" in err
    answer = json.loads(asked(capsys, "count", "4xN", "trominoes+", "--json")[1])
    assert answer["degree"] == 45
    assert answer["terms"][9] == "41813"
    far = ("count", "9xN", "trominoes+", "--at", "12")
    assert asked(capsys, *far)[1] == "20574308184277971\n"
    assert (
        asked(capsys, "count", "Nx2", "#/#/#+", "#+", "--turn", "fixed", "--upto", "4")[1]
        == "0 1\n1 1\n2 1\n3 4\n4 9\n"
    )


def test_bfile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    assert asked(capsys, "count", "NxN", "L3+", "--upto", "9", "--bfile", str(path))[:2] == (0, "")
    assert path.read_text().splitlines() == [
        f"{n} {v}" for n, v in zip(range(1, 10), [0, 0, 0, 0, 0, 162, 0, 0, 1193600], strict=True)
    ]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["count", "30x30", "pentominoes+", "--max-memory", "1G"], 3, "states"),
        (["count", "4x4", "dominoes+", "--max-memory", "lots"], 2, "500M"),
        (["count", "4x4", "dominoes+", "--at", "3"], 2, "4xN"),
        (["count", "4xN", "dominoes+", "--check"], 2, "one board"),
        (["count", "4xN", "dominoes"], 2, "any number"),
        (["count", "4x4", "dominoes+", "--heat", "--unique"], 2, "choose one"),
        (["count", "4x4", "dominoes+", "--weight", "T=1"], 2, "no piece 'T'"),
        (["count", "4x4", "dominoes+", "--cost", "domino"], 2, "NAME=VALUE"),
        (["count", "4x4", "dominoes+", "--threads", "0"], 2, "at least 1"),
        (["nth", "4x4", "dominoes+"], 2, "last word"),
        (["nth", "4x4", "dominoes+", "36"], 2, "there are 36"),
        (["sample", "4x4", "dominoes+", "-n", "0"], 2, "at least 1"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, says: str
) -> None:
    got, out, err = asked(capsys, *words)
    assert got == code, err
    assert says in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_sample_follows_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    first = asked(capsys, "sample", "4x4", "dominoes+", "-n", "3", "--seed", "1", "--json")[1]
    again = asked(capsys, "sample", "4x4", "dominoes+", "-n", "3", "--seed", "1", "--json")[1]
    assert first == again
    assert len(json.loads(first)["tilings"]) == 3


def test_nth_and_rank_are_inverse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = asked(capsys, "nth", "9x12", "trominoes+", "12345678901234567", "--json")[1]
    assert json.loads(out)["tilings"][0]["number"] == "12345678901234567"
    monkeypatch.setattr("sys.stdin", io.StringIO(out))
    assert asked(capsys, "rank", "9x12", "trominoes+")[1] == "12345678901234567\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("AABB\nCCDD\n"))
    code, _, err = asked(capsys, "rank", "2x4", "trominoes+")
    assert code == 2
    assert err
