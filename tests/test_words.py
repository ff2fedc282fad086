"""The collector of sentences: what it reads of each kind of file, and what it finds wrong with a
sentence.
"""

from __future__ import annotations

import itertools
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module", name="words")
def _words() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / ".ci" / "words"), run_name="words")


@pytest.mark.slow
def test_every_kind_is_read_from_where_it_stands(words: dict[str, Any]) -> None:
    found = words["collect"](private=True)
    assert {one.kind for one in found} == {
        "docs",
        "docstrings",
        "help",
        "messages",
        "page",
        "private",
    }
    for one in found[::97]:
        path, number = one.place.split(":")
        assert int(number) <= len((ROOT / path).read_text(encoding="utf-8").splitlines())
    # The same sentences are drawn everywhere: files are read once, in the order of their names.
    files = [path for path, _ in itertools.groupby(one.place.split(":")[0] for one in found)]
    assert len(files) == len(set(files))
    for ending in (".py", ".js"):
        own = [Path(path) for path in files if path.endswith(ending)]
        assert own == sorted(own)
    public = [one for one in found if one.kind == "docstrings"]
    assert any(one.place.startswith("src/tilewright/solving/search/") for one in public)
    # Named after `currentmodule`, and by `automodule`, in the reference.
    assert any(one.place.startswith("src/tilewright/counting/strips/strip.py") for one in public)
    assert any(one.place.startswith("src/tilewright/solving/coloring/least.py") for one in public)
    assert not any(one.place.startswith("src/tilewright/kernels/") for one in public)


def test_code_and_notes_of_a_page(
    words: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A heading is no sentence\n\nFirst one here. Second one here.\n\n"
        "```python\nthis is not a sentence\n```\n\n```{note}\nThis note is read.\n```\n\nThe last "
        "one is read.\n"
    )
    read = words["of_document"]
    monkeypatch.setitem(read.__globals__, "ROOT", tmp_path)
    assert [(one.text, one.place) for one in read(page)] == [
        ("First one here.", "page.md:3"),
        ("Second one here.", "page.md:3"),
        ("This note is read.", "page.md:10"),
        ("The last one is read.", "page.md:13"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A whole number of cells is needed.", "integer"),
        (" ".join(["word"] * 36) + ".", "36 words"),
        ("One is red; two is blue; three is green.", "semicolon"),
        ("`so many; of; these` is code.", ""),
        ("The limit must be at least 1, got 0.", ""),
    ],
)
def test_faults_of_a_sentence(words: dict[str, Any], text: str, fault: str) -> None:
    found = list(words["faults_of"](words["Sentence"](text, "page.md:1", "docs")))
    assert [fault in one for one in found] == ([True] if fault else [])
