"""Memory: how much there is, with and without Linux's own account."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilewright.memory import available_memory, in_units


def test_there_is_some_memory() -> None:
    assert 1 << 20 < available_memory() < 1 << 60


def test_other_systems_are_asked_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    pages = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__, raising=False)
    assert available_memory() == 2_048_000
    monkeypatch.delattr(os, "sysconf")
    assert available_memory() == 4 << 30
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "MemTotal: 1 kB\n")
    assert available_memory() == 4 << 30
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "MemTotal: 9 kB\nMemAvailable:   5 kB\n")
    assert available_memory() == 5120


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (1 << 30, "1.0 GiB"), (3 << 50, "3072.0 TiB")],
)
def test_sizes_for_people(size: int, words: str) -> None:
    assert in_units(size) == words
