"""Configuration of Sphinx: MyST pages, the library from its docstrings, the command from its
options.
"""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tilewright import __version__
from tilewright.model.puzzle import find_puzzle

sys.path.insert(0, str(Path(__file__).parent))
from tokens import DARK, LIGHT, SIZES

from commands import MARK, command_reference

project = "tilewright"
author = "The tilewright founders"
project_copyright = "2026, The tilewright founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "tilewright"
html_static_path = ["_static", "../src/tilewright/apps/page/static/fonts/figtree.woff2"]
html_css_files = ["tilewright.css"]
html_favicon = "../src/tilewright/apps/page/static/icon.svg"
html_logo = html_favicon
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
# Options keep their two hyphens outside code.
smartquotes_action = "qe"


def _variables(theme: dict[str, str]) -> dict[str, str]:
    """Return the colors and sizes of the page for the theme of the docs."""
    return {
        "color-brand-primary": theme["accent"],
        "color-brand-content": theme["accent"],
        "color-brand-visited": theme["accent"],
        "color-foreground-primary": theme["ink"],
        "color-foreground-secondary": theme["muted"],
        "color-foreground-muted": theme["muted"],
        "color-background-primary": theme["paper"],
        "color-background-secondary": theme["surface"],
        "color-background-border": theme["line"],
        "color-card-background": theme["surface"],
        "font-stack": SIZES["font"],
        "font-stack--monospace": SIZES["mono"],
        "corner-cell": SIZES["r-cell"],
        "corner-control": SIZES["r-control"],
        "corner-card": SIZES["r-card"],
    }


html_theme_options = {
    "light_css_variables": _variables(LIGHT),
    "dark_css_variables": _variables(DARK),
}
_LINKS = runpy.run_path(str(Path(__file__).parents[1] / "packaging" / "links.py"))
if _SOURCE := _LINKS["project_links"]().get("Source"):
    html_theme_options |= {
        "source_repository": _SOURCE,
        "source_branch": "main",
        "source_directory": "docs/",
    }

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = True
napoleon_google_docstring = False
napoleon_use_rtype = False
# "optional" in the type of a parameter is a word, not a reference.
suppress_warnings = ["ref.python"]


def _insert_commands(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the reference of the command into its page."""
    if page == "reference/command":
        source[0] = source[0].replace(MARK, command_reference())


#: A link from the source of an object to its entry in the reference; a link in the list of modules.
_BACK = re.compile(r'<a class="viewcode-back" href="([^"#]*)#([^"]*)">[^<]*</a>')
_MODULE = re.compile(r'<li><a href="([^"#]*)">[^<]*</a></li>')


def _drop_dead_links(app: Sphinx, error: Exception | None) -> None:
    """Remove links of the modules' pages that lead to nothing: viewcode also links what the
    reference calls otherwise.
    """
    pages = Path(app.outdir) / "_modules"
    if error is not None or not pages.is_dir():
        return
    texts: dict[Path, str] = {}

    def text_of(path: Path) -> str:
        return texts.setdefault(path, path.read_text(encoding="utf-8") if path.is_file() else "")

    for page in sorted(pages.rglob("*.html")):
        text = page.read_text(encoding="utf-8")

        def alive(found: re.Match[str], page: Path = page) -> str:
            target = text_of((page.parent / found[1]).resolve())
            leads = f'id="{found[2]}"' in target if found.re is _BACK else target
            return found[0] if leads else ""

        page.write_text(_MODULE.sub(alive, _BACK.sub(alive, text)), encoding="utf-8")


#: Characters of drawings, whose lines must not be wrapped.
_DRAWN = re.compile("[\u2500-\u259f]")


def _keep_drawings(app: Sphinx, tree: nodes.document) -> None:
    """Mark blocks that show a drawing, so that their lines are not wrapped."""
    for block in tree.findall(nodes.literal_block):
        if _DRAWN.search(block.astext()):
            block["classes"].append("drawn")


class Play(SphinxDirective):
    """A puzzle that is played where it stands, in the docs of a site (`tilewright site`); elsewhere
    nothing is shown.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the mark that a site replaces by the puzzle."""
        name = find_puzzle(self.arguments[0]).name
        return [nodes.raw("", f"<!-- play: {name} -->", format="html")]


def setup(app: Sphinx) -> None:
    """Connect the functions above to the build."""
    app.add_directive("play", Play)
    app.connect("source-read", _insert_commands)
    app.connect("doctree-read", _keep_drawings)
    app.connect("build-finished", _drop_dead_links)
