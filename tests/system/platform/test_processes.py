"""Processes that work for this one, as copies of a template and without one: what they get, and
what is known of their ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilewright.system.platform import processes
from tilewright.system.platform.processes import Process, start_process
from waiting import NEVER, until

SAYING = """
import json, os, sys
from fractions import Fraction
file = int(sys.argv[1])
os.write(file, json.dumps([sys.argv[1:], os.getcwd(), os.environ.get("WORD"), sys.stdin.read()]).encode())
print("to standard output", file=sys.stdout)
sys.exit(7)
"""  # noqa: E501
WAITING = "import sys; sys.stdin.read()"


@pytest.fixture(params=["copied", "started"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if request.param == "copied" and not processes._can_copy():
        pytest.skip("this system cannot copy processes")
    if request.param == "started":
        monkeypatch.setattr(processes, "_can_copy", lambda: False)
    yield request.param


def waiting() -> tuple[Process, int]:
    """A process that ends when the other end of its standard input is closed, and that end."""
    theirs, ours = os.pipe()
    process = start_process(WAITING, [], theirs, template="import fractions")
    os.close(theirs)
    return process, ours


def ended(pid: int) -> bool:
    """Whether a process has ended; where nobody waits for orphans, something of it stays."""
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_process_has_what_its_caller_has_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("WORD", f"word {number}")
        (folder / "given").write_text(f"given {number}")
        said, file = os.pipe()
        with (folder / "given").open() as given:
            process = start_process(
                SAYING,
                [str(file), "two words"],
                given.fileno(),
                template="import fractions",
                pass_fds=[file],
            )
        os.close(file)
        assert process.wait(NEVER) == process.poll() == process.returncode == 7
        expected = f'[["{file}", "two words"], "{folder}", "word {number}", "given {number}"]'
        assert os.read(said, 10_000).decode() == expected
        assert os.read(said, 1) == b""
        os.close(said)
        assert capfd.readouterr().out == "to standard output\n"


def test_whoever_kills_does_not_wait_for_what_a_template_loads(tmp_path: Path, way: str) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    theirs, ours = os.pipe()
    process = start_process(WAITING, [], theirs, template=f"open({str(gate)!r}).read()")
    os.close(theirs)
    process.kill()
    assert process.wait(NEVER) == process.poll() == -signal.SIGKILL
    process.kill()
    # A copy that is made later does not live on.
    if way == "copied":
        gate.write_text("load")
    with pytest.raises(BrokenPipeError):
        while True:
            os.write(ours, b" ")
            time.sleep(0.01)
    os.close(ours)


def test_ends_are_known() -> None:
    process, ours = waiting()
    assert process.poll() is None
    assert process.returncode is None
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.01)
    os.close(ours)
    assert process.wait(NEVER) == 0
    process.kill()
    assert process.returncode == 0
    process, ours = waiting()
    pid = process.pid
    process.send_signal(signal.SIGTERM)
    assert process.wait(NEVER) == -signal.SIGTERM
    os.close(ours)
    assert not Path(f"/proc/{pid}").exists()


def test_an_error_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    theirs, ours = os.pipe()
    process = start_process("1 / 0", [], theirs, template="import fractions")
    assert process.wait(NEVER) == 1
    assert capfd.readouterr().err.endswith("ZeroDivisionError: division by zero\n")
    os.close(theirs)
    os.close(ours)


def test_ctrl_c_does_not_reach_it() -> None:
    process, ours = waiting()
    process.send_signal(signal.SIGINT)
    time.sleep(0.05)
    assert process.poll() is None
    os.close(ours)
    assert process.wait(NEVER) == 0


def test_a_template_that_cannot_load_or_dies_is_no_end_of_all(way: str) -> None:
    if way == "started":
        pytest.skip("there is no template")
    theirs, ours = os.pipe()
    process = start_process(WAITING, [], theirs, template="import os; os._exit(1)")
    assert process.wait(NEVER) < 0
    process.kill()
    os.close(theirs)
    os.close(ours)
    first, ours = waiting()
    assert first.pid > 0
    [template] = [
        one
        for key, one in processes._templates.items()
        if key[1] == "import fractions" and one.alive
    ]
    template._process.kill()
    until(lambda: not template.alive, "the template dies")
    # What the copies of a template that has died end with is lost; they themselves go on.
    assert not ended(first.pid)
    second, other = waiting()
    assert second.poll() is None
    os.close(other)
    assert second.wait(NEVER) == 0
    os.close(ours)
    until(lambda: ended(first.pid), "its pipe is closed")
