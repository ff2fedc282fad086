"""``tilewright hint``: the same hint as the library's, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright as tw
from commands import Asked

PUZZLE = "talos:hub-gates-1"


def test_a_hint_says_what_to_do_and_why(asked: Asked) -> None:
    found = tw.hint(PUZZLE, timeout=60)
    assert found.placement is not None
    code, out, _ = asked("hint", PUZZLE)
    assert code == 0
    what, *reasons = out.splitlines()
    assert what == f"place {found.placement.word()}"
    assert reasons == [picture.text for picture in found.pictures]
    assert asked("hint", PUZZLE, "-q") == (0, f"{what}\n", "")
    said = json.loads(asked("hint", PUZZLE, "--json")[1])
    assert (said["action"], said["text"], said["piece"]) == ("place", found.text, "J4")
    assert said == json.loads(json.dumps(found.to_json()))
    assert said["place"] == [list(cell) for cell in found.placement.cells]


def test_hints_lead_to_the_solution(asked: Asked) -> None:
    words: list[str] = []
    for _ in range(4):
        code, out, _ = asked("hint", PUZZLE, *words, "-q")
        assert code == 0
        action, _, placement = out.strip().partition(" ")
        if action == "done":
            break
        assert action == "place"
        words += ["--placed", placement]
    assert action == "done"


@pytest.mark.parametrize("as_file", [False, True])
def test_a_piece_that_lies_wrong_is_lifted(as_file: bool, asked: Asked, tmp_path: Path) -> None:
    wrong = "Z4:1,0-1,1-2,1-2,2"
    half = tmp_path / "half.txt"
    half.write_text("....\nZZ..\n.ZZ.\n", encoding="utf-8")
    placed = str(half) if as_file else wrong
    code, out, _ = asked("hint", PUZZLE, "--placed", placed, "-q")
    assert (code, out) == (0, f"lift {wrong}\n")


def test_several_puzzles_and_none_are_refused(asked: Asked) -> None:
    assert asked("hint", PUZZLE, "talos:hub-gates-2")[0] == 2
    code, _, error = asked("hint")
    assert code == 2
    assert "which puzzle?" in error
