"""Pages and feeds from templates (Jinja2), which lie beside the app that fills them."""

from __future__ import annotations

import re
import shlex
from functools import cache
from html import escape
from importlib import resources
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from tilewright.system.values.arguments import counted
from tilewright.version import __version__


def render(template: str, **values: object) -> str:
    """Return a filled template, named by its path below `apps`. Text is escaped."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    """Return what loads the templates, and what each of them may call."""
    environment = Environment(
        loader=PackageLoader("tilewright", "apps"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"counted": counted, "command_line": shlex.join, "quoted": _quote}
    environment.globals |= {"navigation": navigation, "version": __version__}
    return environment


def _quote(text: str) -> str:
    """Return text as one part of a path."""
    return quote(text, safe="")


def navigation(home: str) -> str:
    """Return the links in the header of the page that plays, which is at the path `home`."""
    return _links().replace('href="', f'href="{escape(home)}')


@cache
def _links() -> str:
    """Return the links of that page as they are written there."""
    page = resources.files("tilewright").joinpath("apps/page/static/index.html")
    header = re.search(r"<nav.*</nav>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert header is not None
    return re.sub(r' data-text="\w+"| id="\w+"|\n *', "", header[0])
