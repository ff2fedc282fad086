"""Memory: how much there is, with and without Linux's own account."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tilewright.system.platform.machine import _groups, available_memory, in_units


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
    monkeypatch.setattr(
        Path, "read_text", lambda *_, **__: "MemTotal: 9 kB\nMemAvailable:   5 kB\n"
    )
    assert available_memory() == 5120


def test_a_container_has_less_than_its_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 2 of control groups: an outer group with a limit, one without, and a file cache that
    can go.
    """
    _pretend(monkeypatch, "0::/outer/inner\n")
    _group(
        tmp_path / "outer",
        {"memory.max": "1000000", "memory.current": "400000"},
        "inactive_file 50000",
    )
    _group(
        tmp_path / "outer" / "inner",
        {"memory.max": "max", "memory.current": "1"},
        "inactive_file 0",
    )
    assert available_memory(tmp_path) == 650_000


def test_a_container_without_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pretend(monkeypatch, "4:memory:/\n0::/\n")
    unlimited = {"memory.limit_in_bytes": str((1 << 63) - 4096), "memory.usage_in_bytes": "5"}
    _group(tmp_path / "memory", unlimited, "")
    assert _groups(tmp_path) == ()
    assert available_memory(tmp_path) > 1 << 20


def test_a_container_of_the_older_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 1: a tree for each controller; the path of a group outside the container is not
    there.
    """
    _pretend(monkeypatch, "9:name=systemd:/\n4:cpu,memory:/docker/abc\n3:cpuset:/\n")
    files = {"memory.limit_in_bytes": "900000", "memory.usage_in_bytes": "950000"}
    _group(tmp_path / "memory", files, "inactive_file 7\ntotal_inactive_file 60000")
    assert available_memory(tmp_path) == 10_000
    (tmp_path / "memory" / "memory.stat").write_text("")
    assert available_memory(tmp_path) == 0


def _pretend(monkeypatch: pytest.MonkeyPatch, groups: str) -> None:
    """Let the process be in these control groups."""
    read = Path.read_text

    def pretend(path: Path, *args: Any, **options: Any) -> str:
        return groups if path == Path("/proc/self/cgroup") else read(path, *args, **options)

    monkeypatch.setattr(Path, "read_text", pretend)


def _group(folder: Path, files: dict[str, str], stat: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text + "\n")
    (folder / "memory.stat").write_text(stat + "\n")


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1.0 KiB"),
        (1 << 30, "1.0 GiB"),
        (3 << 50, "3072.0 TiB"),
    ],
)
def test_sizes_for_people(size: int, words: str) -> None:
    assert in_units(size) == words
