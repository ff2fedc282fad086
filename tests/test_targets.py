"""Each target of the Makefile works alone, in a new clone in which nothing is installed.

What is committed is tested. `.ci/run` begins with `make test` in such a clone, too.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PHONY = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
assert PHONY is not None
TARGETS = PHONY[1].split()
#: Seconds after which a target will not end any more.
LONGEST = 7200.0
#: What each target leaves in the clone.
LEFT = {
    "ready": (".venv/.test", ".venv/.docs"),
    "demo": ("out/pentominoes-6x10.png", "out/search.gif"),
    "site": ("out/site/index.html", "out/site/docs/index.html"),
    "kernels": ("build/kernels",),
    "wasm": ("src/tilewright/apps/page/static/engine/kernels.wasm",),
    "page": ("src/tilewright/apps/page/built/en/views/app.js",),
    "docs": ("docs/_build/html/index.html",),
    "dist": ("dist",),
}
#: More words for a target: the smallest benchmark; all tests are only collected, or this one would
#: start itself.
WORDS = {"bench": ["BENCH=matching"]}
OPTIONS = {"test-all": "--collect-only"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a clone can be cloned"),
]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A new clone, and nothing in it but what is committed."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    return folder


def environment(**more: str) -> dict[str, str]:
    """The environment of somebody who has Python and make: no Node, and no tools of this one."""
    here = Path(sys.executable).parent
    folders = [
        folder
        for folder in os.environ["PATH"].split(os.pathsep)
        if Path(folder) != here and not folder.endswith("node_modules/.bin")
    ]
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "COVERAGE", "MAKE", "VIRTUAL_ENV"))
    }
    return {**kept, "PATH": os.pathsep.join(folders), **more}


def make(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", f"PYTHON={sys._base_executable}", target, *WORDS.get(target, [])],  # type: ignore[attr-defined]
        cwd=folder,
        env=environment(PYTEST_ADDOPTS=OPTIONS.get(target, "")),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )


@pytest.mark.parametrize("target", [name for name in TARGETS if name not in ("play", "clean")])
def test_a_target_works_in_a_new_clone(clone: Path, target: str) -> None:
    if target == "test-changed":  # something has to be different
        with (clone / "src/tilewright/apps/page/built.py").open("a") as module:
            module.write("# changed\n")
    done = make(clone, target)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    missing = [name for name in LEFT.get(target, ()) if not (clone / name).exists()]
    assert missing == []
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert changed.stdout == (
        " M src/tilewright/apps/page/built.py\n" if "changed" in target else ""
    )


def test_clean_forgets_what_was_built(clone: Path) -> None:
    assert make(clone, "kernels").returncode == 0
    assert make(clone, "clean").returncode == 0
    assert not (clone / ".venv").exists()
    assert not (clone / "build").exists()


def test_the_page_is_played_in_a_new_clone(clone: Path) -> None:
    """`make play` prints a link, and who follows it sees the page."""
    with subprocess.Popen(
        ["make", f"PYTHON={sys._base_executable}", "play"],  # type: ignore[attr-defined]
        cwd=clone,
        env=environment(BROWSER="true"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as page:
        try:
            assert page.stdout is not None
            links = (re.search(r"http://[\w.:/#?=-]+", line) for line in page.stdout)
            link = next((found[0] for found in links if found), "")
            with urllib.request.urlopen(link.partition("#")[0], timeout=LONGEST) as answer:
                assert "tilewright" in answer.read().decode()
        finally:
            os.killpg(page.pid, signal.SIGINT)
