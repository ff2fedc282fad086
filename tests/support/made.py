"""What made puzzles of every kind have in common: hints, files, and the maker of the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tilewright as tw
from node import in_node
from tilewright.apps.command import run
from tilewright.model.puzzle import Kind
from tilewright.puzzles.play import Hint, Session
from waiting import NEVER


def followed(session: Session) -> list[Hint]:
    """The hints that solve a puzzle."""
    hints = []
    while not session.solved:
        hints.append(session.hint(NEVER))
        session = session.follow(hints[-1])
    return hints


def written(path: Path, *words: str) -> str:
    """A picture that `make` writes; the puzzle in the text that it writes has one solution."""
    for name in ("one.svg", "book.pdf", "one.txt"):
        assert run(["make", *words, "-n", "1", "--seed", "1", "-o", str(path / name)]) == 0
    assert tw.count(str(path / "one.txt")) == 1
    return (path / "one.svg").read_text(encoding="utf-8")


def made_by_the_page(*boards: tuple[Kind, str], seed: int = 5) -> list[dict[str, Any]]:
    """The puzzles that the page makes on some boards."""
    request = {"pieces": None, "level": None, "minimal": False, "date": None, "seed": seed}
    asked = [{**request, "kind": kind, "board": board} for kind, board in boards]
    return [answer["puzzle"] for answer in in_node("making.js", asked)]
