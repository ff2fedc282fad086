"""Ctrl-C and SIGTERM at any moment: one line at most, the right exit code, and nothing is left
behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from commands import Popen
from tilewright.system.platform.interrupts import sheltered
from waiting import NEVER, until

COMMAND = [sys.executable, "-m", "tilewright"]
#: Runs a command in forked processes, with a signal as a module is imported. Says how each ended.
FORKED = """
import json, os, signal, sys
# What is started in the background may have been told to ignore Ctrl-C, and tells it to what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
from tilewright.__main__ import main

def ended(number, module):
    ours, theirs = os.pipe()
    process = os.fork()
    if not process:
        os.dup2(theirs, 2)
        sys.stdout, sys.stderr = open(os.devnull, "w"), open(2, "w", closefd=False)
        waiting = [module]

        def hook(event, arguments):
            if event == "import" and arguments[0] in waiting:
                waiting.clear()
                signal.raise_signal(number)

        sys.addaudithook(hook)
        sys.argv = ["tilewright", *json.loads(sys.argv[1])]
        try:
            main()
        finally:
            os._exit(99)
    os.close(theirs)
    with open(ours) as stream:
        said = stream.read()
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), said

for number, module in json.loads(sys.argv[2]):
    print(json.dumps(ended(number, module)))
"""  # noqa: E501


def ended(words: list[str], moments: list[tuple[int, str]]) -> list[tuple[int, str]]:
    done = subprocess.run(
        [sys.executable, "-c", FORKED, json.dumps(words), json.dumps(moments)],
        capture_output=True,
        text=True,
        timeout=NEVER,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, said) for code, said in map(json.loads, done.stdout.splitlines())]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_signal_while_the_command_is_loaded() -> None:
    interrupted = "tilewright: interrupted\n"
    # Before anything is prepared, and in the middle of imports of each kind.
    modules = (
        "tilewright.system.platform.garbage",
        "cyclopts",
        "tilewright.drawing.makers.tiling",
        "numpy._core._multiarray_umath",
    )
    for code, said in ended(
        ["pieces", "tetrominoes"], [(signal.SIGINT, module) for module in modules]
    ):
        assert code == 130
        assert said in ("", interrupted)
    first, *others = ended(
        ["pieces", "tetrominoes"], [(signal.SIGTERM, module) for module in modules]
    )
    assert first in ((-signal.SIGTERM, ""), (143, ""))
    for code, said in others:
        assert code == 143
        assert said in ("", interrupted)


def size(folder: Path) -> int:
    """Return the size of the file of tilings, which is written beside its place."""
    return sum(path.stat().st_size for path in folder.glob(".t.jsonl.*.part"))


def search(folder: Path, interrupts: Callable[..., object] | int) -> subprocess.Popen[str]:
    """Start a search that takes long, with a file of tilings, and wait until it has found some."""
    words = ["solve", "8x10", "pentominoes+", "--all", "-q", "-o", "t.jsonl"]
    before = signal.signal(signal.SIGINT, interrupts)
    try:
        process = Popen([*COMMAND, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    until(lambda: size(folder) > 0, "tilings are found")
    return process


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "ignored", [False, True], ids=["", "Ctrl-C is ignored, as in the background"]
)
def test_sigterm_saves_what_ctrl_c_saves(tmp_path: Path, ignored: bool) -> None:
    process = search(tmp_path, signal.SIG_IGN if ignored else signal.default_int_handler)
    if ignored:
        process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=NEVER)[1]
    assert process.returncode == 143
    assert "tilings so far; interrupted, so there may be more" in said
    assert "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.jsonl"]


def test_ctrl_c_in_the_background_is_ignored(tmp_path: Path) -> None:
    process = search(tmp_path, signal.SIG_IGN)
    process.send_signal(signal.SIGINT)
    before = size(tmp_path)
    until(lambda: size(tmp_path) > before, "the search goes on")
    process.kill()
    process.communicate()


def test_ctrl_c_does_not_reach_processes_that_work_for_another() -> None:
    """Not even while they start: Python would show a traceback."""
    with sheltered():
        worker = subprocess.Popen(
            [sys.executable, "-c", "import sys; sys.stdin.read(); print('here')"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    worker.send_signal(signal.SIGINT)
    assert worker.communicate(timeout=NEVER) == ("here\n", "")
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize(
    "line", ["solve pipe.dlx", "solve - L3+", "convert pipe --from dlx", "count pipe L3+"]
)
def test_a_limit_of_time_holds_where_nothing_comes(line: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.dlx")
    with Popen(
        [*COMMAND, *line.split(), "--timeout", "0.1"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = process.stderr.read()
    assert (process.returncode, said.count("\n")) == (3, 1)
    assert "the time limit of 0.1 seconds was reached" in said


class Page:
    """The page, served by a process of its own."""

    def __init__(self, folder: Path) -> None:
        said = folder / "said"
        with said.open("w") as stream:
            self.process = Popen([*COMMAND, "play", "--no-browser"], stderr=stream)
        until(lambda: "is running at" in said.read_text(), "the page is served")
        self._said = said

    def working(self) -> list[Path]:
        """Ask for a count that takes far longer than any test, and return the processes that
        count."""
        (link,) = re.findall(r"http://\S+/", self.said[0])
        token = httpx.get(f"{link}here.json", timeout=NEVER).json()["token"]
        asked = {
            "json": {"words": ["count", "20x20", "pentominoes+"]},
            "headers": {"X-Tilewright-Token": token},
            "timeout": NEVER,
        }

        def ask() -> None:
            with contextlib.suppress(httpx.HTTPError):
                httpx.post(f"{link}run", **asked)

        threading.Thread(target=ask, daemon=True).start()
        until(lambda: bool(self.below), "the command starts")
        return self.below

    @property
    def below(self) -> list[Path]:
        """All processes below it."""
        found, new = [], [self.process.pid]
        while new:
            threads = [path for pid in new for path in Path(f"/proc/{pid}/task").glob("*/children")]
            new = [int(number) for path in threads for number in path.read_text().split()]
            found += [Path(f"/proc/{pid}") for pid in new]
        return found

    @property
    def said(self) -> list[str]:
        return self._said.read_text().splitlines()


def gone(processes: list[Path]) -> bool:
    """Whether processes have ended: one whose parent has died may not be waited for by anybody."""
    return not any(
        process.exists()
        and process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
        for process in processes
    )


needs_proc = pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(),
    reason="what the processes are is read there",
)


@needs_proc
@pytest.mark.parametrize(
    "signals",
    [
        pytest.param([signal.SIGINT], id="Ctrl-C"),
        pytest.param([signal.SIGINT] * 2, id="twice", marks=pytest.mark.slow),
        pytest.param([signal.SIGTERM], id="SIGTERM", marks=pytest.mark.slow),
    ],
)
def test_the_page_ends_with_one_line(tmp_path: Path, signals: list[signal.Signals]) -> None:
    """A command that it runs ends with it."""
    page = Page(tmp_path)
    workers = page.working()
    for number in signals:
        page.process.send_signal(number)
    assert page.process.wait(NEVER) == 0
    assert page.said[1:] == ["tilewright has stopped"]
    assert gone(workers)


def test_the_page_ends_while_nobody_asks(tmp_path: Path) -> None:
    page = Page(tmp_path)
    page.process.send_signal(signal.SIGINT)
    assert page.process.wait(NEVER) == 0
    assert page.said[1:] == ["tilewright has stopped"]


@needs_proc
def test_a_command_of_a_page_that_is_killed_ends_without_a_word(tmp_path: Path) -> None:
    page = Page(tmp_path)
    workers = page.working()
    # It is just starting.
    page.process.kill()
    page.process.wait()
    until(lambda: gone(workers), "the command ends")
    assert len(page.said) == 1
