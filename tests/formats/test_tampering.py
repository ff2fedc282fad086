"""Checkpoints that somebody has edited, with checksums that are right again: refused in one line,
or harmless.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tampering import CASES, Content, edit, outcome

#: Edits of each kind of run: as a program, `tampering` makes as many as one likes.
EDITS = 10


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_an_edited_checkpoint_is_refused_or_harmless(name: str, tmp_path: Path) -> None:
    case, whole = CASES[name], tmp_path / "whole"
    case.stop(whole)
    for number in range(EDITS):
        content, folder = Content.read(whole), tmp_path / str(number)
        what = edit(content, random.Random(f"{name} {number}"))
        folder.mkdir()
        content.write(folder / "run")
        came = outcome(case, folder / "run", None)
        assert not came.startswith("refused as"), f"{what}: {came}"
