"""Which test files `make test-changed` runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from changed import Uses, changed_files

FILES = {
    "src/box/__init__.py": """
from box.lazy import lazy_names
TYPE_CHECKING = False
if TYPE_CHECKING:
    from box.lid import shut as shut
    from box.nail import bend as bend
""",
    "src/box/__main__.py": "import box.run.app",
    "src/box/lazy.py": "",
    "src/box/lid.py": "from box.wood import saw",
    "src/box/nail.py": "",
    "src/box/wood.py": "",
    "src/box/run/__init__.py": "",
    "src/box/run/app.py": "importlib.import_module(f'box.run.{name}')",
    "src/box/run/one.py": "def one():\n    import box.nail",
    "src/box/web/__init__.py": "",
    "src/box/web/files.py": 'Path("static")',
    "src/box/web/static/a/page.js": "",
    "src/box/web/other.py": "",
    "tests/conftest.py": "import box",
    "tests/helper.py": "from box import wood",
    "tests/known/table.tsv": "",
    "tests/test_lid.py": "import box as b\nb.shut()",
    "tests/test_nail.py": "from box import bend",
    "tests/test_run.py": "from box.run.app import run",
    "tests/test_helped.py": "import helper",
    "tests/test_known.py": 'Path("known")',
    "tests/test_page.py": "from box.web import files",
    "tests/inner/conftest.py": "import box.web.other",
    "tests/inner/test_inner.py": "",
    "docs/index.md": "",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


EVERY = "helped inner known lid nail page run"


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/box/wood.py", "helped lid"),
        ("src/box/lid.py", "lid"),
        ("src/box/nail.py", "nail run"),
        ("src/box/run/one.py", "run"),
        ("src/box/lazy.py", EVERY),
        ("src/box/__init__.py", EVERY),
        ("src/box/__main__.py", EVERY),
        ("src/box/web/other.py", "inner"),
        ("src/box/web/static/a/page.js", "page"),
        ("tests/helper.py", "helped"),
        ("tests/test_known.py", "known"),
        ("tests/known/table.tsv", "known"),
        ("tests/conftest.py", EVERY),
        ("tests/inner/conftest.py", "inner"),
        ("docs/index.md", ""),
    ],
)
def test_tests_that_use_what_has_changed(project: Path, changed: str, tests: str) -> None:
    found = Uses(project).tests_of({Path(changed)})
    assert [path.stem.removeprefix("test_") for path in found] == sorted(
        tests.split(), key=lambda name: (name != "inner", name)
    )


def test_changed_is_what_differs_from_where_the_branch_left_main(project: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *words], cwd=project, check=True, capture_output=True)

    def write(name: str) -> None:
        (project / name).write_text("# changed", encoding="utf-8")

    git("init", "--initial-branch=main")
    git("add", ".")
    git("commit", "-m", "all")
    assert changed_files(project) == set()
    git("checkout", "-b", "mine")
    write("src/box/lid.py")
    git("commit", "-a", "-m", "mine")
    git("checkout", "main")
    write("src/box/nail.py")
    git("commit", "-a", "-m", "another's")
    git("checkout", "mine")
    write("tests/new.py")
    write("src/box/wood.py")
    names = ("src/box/lid.py", "src/box/wood.py", "tests/new.py")
    assert changed_files(project) == {Path(name) for name in names}
