"""Exit codes and JSON of the command: a change is a decision that the diff of `answers.jsonl` shows (`--update` writes it)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from recording import HERE, answer, commands

ANSWERS = HERE / "answers.jsonl"


def test_the_command_answers_as_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    shutil.copytree(HERE / "saved", tmp_path / "saved")
    monkeypatch.chdir(tmp_path)
    found = [answer(command).line() for command in commands()]
    if request.config.getoption("--update"):
        ANSWERS.write_text("\n".join(found) + "\n", encoding="utf-8")
    recorded = {
        json.loads(line)["command"]: line for line in ANSWERS.read_text(encoding="utf-8").splitlines()
    }
    assert [json.loads(line)["command"] for line in found] == list(recorded)
    changed = [
        (recorded[json.loads(line)["command"]], line) for line in found if line not in recorded.values()
    ]
    assert not changed, "\n".join(f"recorded {before}\nnow      {now}" for before, now in changed)
