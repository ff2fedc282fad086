"""Packages that a test installs: folders with a `pyproject.toml`, put on the path with their
metadata, as pip does.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install each package that lies in a folder, until the end of the test."""
    for path in sorted(folder.glob("*/pyproject.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        name, version = data["name"], data["version"]
        info = path.parent / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        points = [
            "\n".join([f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())])
            for group, entries in data.get("entry-points", {}).items()
        ]
        (info / "entry_points.txt").write_text("\n\n".join(points) + "\n")
        monkeypatch.syspath_prepend(path.parent)
