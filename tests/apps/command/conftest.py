"""Command lines as they are typed, run in this process."""

from __future__ import annotations

import pytest

from commands import Asked
from tilewright.apps.command import run


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    """Return what runs a command line: its exit code, standard output and standard error."""

    def ask(*words: str) -> tuple[int, str, str]:
        code = run(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return ask
