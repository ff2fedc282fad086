"""Processes that work for this one: what they get, and that Ctrl-C does not reach them."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tilewright.system.platform.pipes import start_process
from waiting import NEVER

SAYING = """
import json, os, sys
file = int(sys.argv[1])
said = [sys.argv[1:], os.getcwd(), os.environ["WORD"], os.environ["OMP_NUM_THREADS"], sys.path, sys.stdin.read()]
os.write(file, json.dumps(said).encode())
print("to standard output")
sys.exit(7)
"""  # noqa: E501
WAITING = "import sys; print('here', flush=True); sys.stdin.read()"


def test_a_process_has_what_its_caller_has_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORD", "a word")
    monkeypatch.setattr(sys, "path", [*sys.path, "of the caller", Path("no text")])
    Path("given").write_text("given")
    said, file = os.pipe()
    with Path("given").open() as given:
        process = start_process(SAYING, [str(file), "two words"], given.fileno(), [file])
    os.close(file)
    assert process.wait(NEVER) == 7
    assert json_of(said) == [
        [str(file), "two words"],
        str(tmp_path),
        "a word",
        "1",
        sys.path[:-1],
        "given",
    ]
    assert capfd.readouterr().out == "to standard output\n"


def json_of(file: int) -> list[object]:
    with os.fdopen(file) as text:
        value: list[object] = json.load(text)
    return value


def test_ctrl_c_does_not_reach_it(capfd: pytest.CaptureFixture[str]) -> None:
    theirs, ours = os.pipe()
    process = start_process(WAITING, [], theirs)
    os.close(theirs)
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    os.close(ours)
    assert process.wait(NEVER) == 0
    assert capfd.readouterr() == ("here\n", "")
