"""Everything works without what only Unix or only Linux has."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import tilewright
from tilewright.system.platform import interrupts, quota
from waiting import NEVER

SOURCE = Path(tilewright.__file__).parent
#: The modules for what not every system has.
HOMES = {
    "fcntl": "system/platform/locks.py",
    "msvcrt": "system/platform/locks.py",
    "resource": "system/platform/quota.py",
    "sched_getaffinity": "system/platform/machine.py",
    "SIGALRM": "system/platform/interrupts.py",
    "SIGUSR1": "system/platform/interrupts.py",
    "setitimer": "system/platform/interrupts.py",
}
#: Processes communicate differently.
PIPES = ("system/platform/pipes.py",)
#: Remove what Windows does not have, before anything is loaded.
BARE = """
import os, signal, sys
TAKEN = ("resource", "fcntl", "pwd", "grp", "termios")
for name in TAKEN:
    sys.modules[name] = None
for owner, names in (
    (signal, ("SIGUSR1", "SIGUSR2", "SIGALRM", "SIGHUP", "setitimer", "getitimer", "alarm", "ITIMER_REAL")),
    (os, ("sched_getaffinity", "statvfs", "sysconf", "O_DIRECTORY", "fork", "killpg", "getpgid", "setsid")),
):
    for name in names:
        delattr(owner, name) if hasattr(owner, name) else None
"""  # noqa: E501


def bare(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program without these features."""
    program = BARE + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )


def test_every_module_loads_and_the_command_works() -> None:
    done = bare(
        """
        import importlib, pkgutil
        import tilewright
        for found in pkgutil.walk_packages(tilewright.__path__, "tilewright."):
            if found.name.endswith("__main__"):
                continue
            try:
                importlib.import_module(found.name)
            except ImportError as error:
                # What belongs to an extra may be missing, or need what this system lacks; the house may not.
                import traceback
                last = [frame.filename for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename][-1]
                missing = (error.name or "").partition(".")[0]
                assert missing not in ("tilewright", *(TAKEN if last.startswith(os.path.dirname(tilewright.__file__)) else ())), error
        from tilewright.apps.command import run
        assert run(["solve", "3x4", "L3=4", "--timeout", "60", "-q"]) == 0
        assert run(["golomb", "4", "-q"]) == 0
        from tilewright.system.platform.machine import cores
        from tilewright.system.platform.machine import available_memory
        assert cores() >= 1 and available_memory() > 0
        """  # noqa: E501
    )
    assert done.returncode == 0, done.stderr


def test_what_differs_has_one_home() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word, home in HOMES.items():
            if word not in text:
                continue
            used = re.search(
                rf"""(?:\bimport {word}|(?:signal|os)\.{word}|["']{word}["'])(?!\w)""", text
            )
            allowed = path.relative_to(SOURCE).as_posix() in {home, *PIPES}
            assert not used or allowed, (path, word)


def test_an_alarm_rings_once_and_can_be_stopped() -> None:
    rung: list[int] = []
    before = signal.getsignal(interrupts.TIMER)
    try:
        alarm = interrupts.Alarm(lambda: rung.append(1))
        alarm.start(0.01)
        while not rung:
            signal.sigtimedwait([], 0.01)
        alarm.start(1000)
        alarm.stop()
        assert rung == [1]
    finally:
        signal.signal(interrupts.TIMER, before)


def test_without_quotas_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "resource", None)
    assert not quota.limit_memory(1)
    quota.raise_open_files(10)
