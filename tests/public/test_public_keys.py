"""The keys that the reference of JSON lists are those of the recorded answers (`--update` writes
them).
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from recording import HERE

from tilewright.apps.command.commands import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
TABLE = re.compile(r"(\| command \| keys \|\n\| --- \| --- \|\n)((?:\|.*\n)*)")
#: What states the request.
REQUEST = "board lattice surface by_wrap pieces placed empty turn names parts marks_agree rules"
#: Their keys have a page of their own.
ELSEWHERE = {"plane", "rectangles"}


def recorded() -> dict[str, list[Any]]:
    """Return the answers of each command: JSON values, or the structure of long ones."""
    answers: dict[str, list[Any]] = {}
    for line in (HERE / "answers.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        answer = record["answer"]
        if isinstance(answer, dict) and "sha256" in answer:
            answer = answer["keys"]
        if not (isinstance(answer, dict) and "error" in answer):
            answers.setdefault(shlex.split(record["command"])[0], []).append(answer)
    return answers


def keys_of(answers: list[Any]) -> list[str]:
    """Return the keys of some answers, without those of the request, in order of appearance."""
    objects = [
        each for value in answers for each in (value if isinstance(value, list) else [value])
    ]
    keys = dict.fromkeys(key for each in objects if isinstance(each, dict) for key in each)
    # What `pieces` lists are the pieces.
    return [key for key in keys if key not in REQUEST.split()] or ["pieces"]


def all_keys(value: Any) -> set[str]:
    """Return the keys of a value and of everything in it."""
    if isinstance(value, dict):
        return set(value).union(*map(all_keys, value.values()))
    return set().union(*map(all_keys, value)) if isinstance(value, list) else set()


def test_the_keys_of_each_command_are_listed(request: pytest.FixtureRequest) -> None:
    answers = recorded()
    rows = "".join(
        f"| `{command}` | {', '.join(f'`{key}`' for key in keys_of(answers[command]))} |\n"
        for command, *_ in COMMANDS
        if command in answers and command not in ELSEWHERE
    )
    text = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--update"):
        text = TABLE.sub(lambda found: found[1] + rows, text)
        PAGE.write_text(text, encoding="utf-8")
    shown = TABLE.search(text)
    assert shown is not None
    assert shown[2] == rows


def test_the_keys_that_are_explained_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = re.search(r"\| key \| meaning \|\n((?:\|.*\n)*)", text)
    assert table is not None
    explained = {
        key for row in table[1].splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    assert sorted(explained - all_keys([*recorded().values()])) == []
