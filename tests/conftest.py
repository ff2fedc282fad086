"""Shared by all tests: the environment that they run in, profiles of Hypothesis, and the options of
the suite.
"""

from __future__ import annotations

import contextlib
import locale
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sampled import PAGE, sample
from tilewright.system.platform.garbage import collect_seldom
from tilewright.system.platform.machine import cores
from tried import PROFILES

# The terminal, the locale and the time zone of whoever runs the tests are nothing to them: a test
# that is about one sets it (`test_surroundings.py`). The tests of the browser have fonts of their
# own, too (`browser/starting.py`).
for name in (
    *(
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLORTERM",
        "COLUMNS",
        "FORCE_COLOR",
        "LINES",
        "NO_COLOR",
        "TERM",
    ),
    *("LANGUAGE", "PYTHONCOERCECLOCALE", "PYTHONIOENCODING", "PYTHONUTF8"),
):
    os.environ.pop(name, None)
os.environ |= {"LC_ALL": "C.UTF-8", "TZ": "UTC"}
with contextlib.suppress(locale.Error):  # a system without this locale has UTF-8 in all others
    locale.setlocale(locale.LC_ALL, "C.UTF-8")
if hasattr(time, "tzset"):
    time.tzset()

for profile, number in PROFILES.items():
    settings.register_profile(
        profile,
        max_examples=number,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("suite")
collect_seldom()

# A suite that is started in the background ignores Ctrl-C, and so would the commands that it starts
# and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write the golden pictures anew instead of comparing"
    )


#: Files that take long, the longest first: at the end no process is to wait for one of them.
LONG = (
    "apps/page/browser/",
    "system/runs/",
    "test_agreement",
    "test_docs",
    "apps/command/",
    "shapes/rectangles/",
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import the tests of `make test-page` in `make test`, or others in `make
    test-page`.
    """
    name = f"{collection_path.relative_to(Path(__file__).parent).as_posix()}/"
    if config.option.markexpr.startswith("not page"):
        return name.startswith(PAGE) or None
    if config.option.markexpr.startswith("page") and name != "./":
        begins = [begin.partition("::")[0] for begin in PAGE]
        return not any(name.startswith(begin) or begin.startswith(name) for begin in begins) or None
    return None


# Before pytest selects by marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves out, put long files first, and leave all else in its order."""
    sample(items)
    folder = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        name = f"{item.path.relative_to(folder).as_posix()}::{item.name}"
        if name.startswith(PAGE):
            item.add_marker("page")
        return next(
            (place for place, begin in enumerate(LONG) if name.startswith(begin)), len(LONG)
        )

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: tests that wait, for a browser or for a process that they
    started, leave a core idle.
    """
    return cores() + 1


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name in tests/golden (or write it, with --update)."""

    def compare(name: str, text: str) -> None:
        path = Path(__file__).parent / "golden" / name
        if request.config.getoption("--update"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, (
            f"{name} has changed; look at it, then run with --update"
        )

    return compare
