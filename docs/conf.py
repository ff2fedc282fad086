"""How the documentation is built: MyST pages, the reference from the docstrings and from ``--help``."""

from __future__ import annotations

import contextlib
import io

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from tilewright import __version__
from tilewright.cli.app import run

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


class CommandHelp(Directive):
    """The help of a command, or of the whole: ``{command-help} solve``. It cannot be out of date."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return what is printed, as it is printed."""
        printed = _help_of(*self.arguments)
        return [nodes.literal_block(printed, printed, language="text")]


def setup(app: Sphinx) -> None:
    """Make the directive known."""
    app.add_directive("command-help", CommandHelp)
