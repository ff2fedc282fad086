"""Command lines that nobody means: each ends with a code that says what happened, and one clear
line.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from hostile import CODES, furnish, lines, outcome, states


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # What a command leaves in the user's files stays here.
    monkeypatch.setenv("HOME", str(tmp_path))
    furnish(tmp_path)


def check(words: list[str], state: tuple[str, str, str]) -> None:
    done = outcome(words, *state)
    told = (words, state, done.code, done.err)
    assert done.code in CODES, told
    assert "Traceback" not in done.err, told
    _, stdout, stderr = state
    if done.code != 2 or stderr != "open":
        return
    *before, last = done.err.splitlines()
    if last.startswith("{"):
        assert set(json.loads(last)["error"]) == {"kind", "message", "where"}, told
    else:
        assert last.startswith("tilewright: "), told
        assert last.isprintable(), told
    if stdout == "open":
        assert "cannot write to standard output" not in last, told
        if not any(word.startswith("-v") or word == "--verbose" for word in words):
            # Where a kernel was never compiled, it says so first.
            assert [line for line in before if "this happens once" not in line] == [], told


def test_hostile_command_lines() -> None:
    draw = random.Random(1)
    every = list(states())
    for number, words in enumerate(lines(80, seed=1)):
        # A whole site takes as long as all other commands together.
        if words[0] != "site":
            state = draw.choice(every) if number % 3 == 0 else ("board", "open", "open")
            check(words, state)


@pytest.mark.slow
def test_hostile_command_lines_on_streams_in_every_state() -> None:
    for words in lines(200, seed=2):
        for state in states():
            check(words, state)


@pytest.mark.slow
def test_many_hostile_command_lines() -> None:
    for words in lines(5000, seed=3):
        check(words, ("board", "open", "open"))
