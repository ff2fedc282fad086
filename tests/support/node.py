"""Scripts that run in Node with the modules of the page: questions go in as JSON, and answers come
out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tilewright.apps.page
from tilewright.kernels.build.build import build_modules
from waiting import NEVER

#: Node comes with a package of Python.
NODE = shutil.which("node", path=Path(sys.executable).parent) or "node"
_SCRIPTS = Path(__file__).parents[1] / "apps" / "page" / "node"
#: What the page knows of lattices and pieces.
FACTS = Path(tilewright.apps.page.__file__).with_name("static") / "engine" / "facts.json"


def build_page(static: Path, built: Path) -> str:
    """Build the scripts and styles of the modules in a folder, and return what is wrong."""
    builder = Path(__file__).parents[2] / "packaging" / "page.js"
    command = [NODE, builder, static, built]
    done = subprocess.run(command, capture_output=True, text=True, timeout=NEVER, check=False)
    return done.stderr


def in_node(script: str, questions: Any, modules: Sequence[Path] | None = None) -> Any:
    """The answers of a script in `tests/apps/page/node` to questions; it has the kernels, or other
    modules of WebAssembly.
    """
    modules = build_modules()[:1] if modules is None else modules
    done = subprocess.run(
        [NODE, _SCRIPTS / script, *modules, FACTS],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=NEVER,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
