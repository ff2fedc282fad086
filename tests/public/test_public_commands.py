"""Exit codes and JSON of the command: a change is a decision that the diff of `answers.jsonl` shows
(`--update` writes it).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from recording import HERE, answer, commands

#: The command lines are tried in so many parts, each with some of every command.
PARTS = 6
ANSWERS = HERE / "answers.jsonl"


@pytest.mark.sampled(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_command_answers_as_recorded(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    shutil.copytree(HERE / "saved", tmp_path / "saved")
    monkeypatch.chdir(tmp_path)
    if request.config.getoption("--update") and part == 0:
        lines = [answer(command).line() for command in commands()]
        ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    recorded = {
        json.loads(line)["command"]: line
        for line in ANSWERS.read_text(encoding="utf-8").splitlines()
    }
    assert list(recorded) == commands()
    found = {command: answer(command).line() for command in commands()[part::PARTS]}
    changed = [
        (recorded[command], line) for command, line in found.items() if line != recorded[command]
    ]
    assert not changed, "\n".join(f"recorded {before}\nnow      {now}" for before, now in changed)
