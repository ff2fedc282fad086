"""How the documentation is built: MyST pages, the reference from the docstrings and from ``--help``."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from sphinx.application import Sphinx

from tilewright import __version__
from tilewright.cli.app import COMMANDS, run

project = "tilewright"
author = "The tilewright founders"
project_copyright = "2026, The tilewright founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "tilewright"
html_static_path: list[str] = []
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = True
napoleon_google_docstring = False
napoleon_use_rtype = False
# The word "optional" in a parameter's type is no reference to the attributes of that name.
suppress_warnings = ["ref.python"]


def _help_of(*words: str) -> str:
    """Return what ``tilewright WORDS --help`` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run([*words, "--help"])
    return printed.getvalue().rstrip()


def write_command_reference(app: Sphinx) -> None:
    """Write the page of the command from its own help, so that it cannot be out of date."""
    parts = ["# The command\n", "Written from `--help`.\n", f"```text\n{_help_of()}\n```\n"]
    for name, *_ in COMMANDS:
        parts.append(f"## tilewright {name}\n\n```text\n{_help_of(name)}\n```\n")
    Path(app.srcdir, "reference", "command.md").write_text("\n".join(parts), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Hook the command's reference into the build."""
    app.connect("builder-inited", write_command_reference)
