"""Names of commands and options: old ones are errors that say the new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.cli import run
from tilewright.cli.renamed import RENAMED, changelog_table

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [(command, each.old, each.new) for each in RENAMED for command in each.commands],
)
def test_an_old_name_says_the_new_one(
    command: str, old: str, new: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, old, "3"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"`{old}` is {'now' if new else 'gone'}" in said
    assert all(f"`{name}`" in said for name in new)
    # A word after -- is what it is.
    assert run([command, "--help", "--", old]) == 0


@pytest.mark.parametrize("words", [["--cluster", "3"], ["--cluster=3"]])
def test_a_number_of_processes_is_workers(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4x4", "dominoes+", "--all", "--run", "run", *words]) == 2
    assert "`--cluster 3` is now `--workers 3`" in capsys.readouterr().err


def test_the_changelog_has_the_table() -> None:
    assert changelog_table() in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
