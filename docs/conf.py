"""How the documentation is built: MyST pages, the reference from the docstrings and from ``--help``."""

from __future__ import annotations

import contextlib
import io
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from tilewright import __version__
from tilewright.cli.app import run
from tilewright.drawing.model.palette import DARK, LIGHT, Theme

project = "tilewright"
author = "The tilewright founders"
project_copyright = "2026, The tilewright founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "tilewright"
html_static_path = ["_static"]
html_css_files = ["tilewright.css"]
html_favicon = "../src/tilewright/web/static/icon.svg"
html_logo = html_favicon
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3


def _variables(theme: Theme, paper: str, line: str) -> dict[str, str]:
    """Return the theme's colors: those of the page and of its pictures."""
    return {
        "color-brand-primary": theme.accent,
        "color-brand-content": theme.accent,
        "color-brand-visited": theme.accent,
        "color-foreground-primary": theme.text,
        "color-foreground-secondary": theme.note,
        "color-foreground-muted": theme.note,
        "color-background-primary": theme.background,
        "color-background-secondary": paper,
        "color-background-border": line,
        "color-card-background": paper,
        "font-stack": '"Avenir Next", "Segoe UI", system-ui, "Helvetica Neue", "DejaVu Sans", sans-serif',
    }


html_theme_options = {
    "light_css_variables": _variables(LIGHT, "#fffdf9", "#e2d9cc"),
    "dark_css_variables": _variables(DARK, "#221f1c", "#3a342e"),
}

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


#: Characters that lines are drawn with: a picture made of them falls apart where its lines are wrapped.
_DRAWN = re.compile("[\u2500-\u259f]")


def _keep_drawings(app: Sphinx, tree: nodes.document) -> None:
    """Mark the blocks whose lines are not to be wrapped: those that show a drawing."""
    for block in tree.findall(nodes.literal_block):
        if _DRAWN.search(block.astext()):
            block["classes"].append("drawn")


def setup(app: Sphinx) -> None:
    """Make the directive known, and have drawings marked."""
    app.add_directive("command-help", CommandHelp)
    app.connect("doctree-read", _keep_drawings)
