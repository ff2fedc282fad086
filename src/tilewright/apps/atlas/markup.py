"""A small writer of HTML that is also well-formed XML, and the frame of every page of the atlas."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable
from functools import cache
from html import escape
from importlib import resources

from tilewright.version import __version__

#: Elements without content.
_VOID = frozenset(["br", "hr", "img", "input", "link", "meta"])


#: What a page may load: only what lies beside it.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{what}-src 'self'" for what in ("script", "style", "img", "font")),
        "base-uri 'none'",
        "form-action 'none'",
    )
)


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def el(name: str, /, *content: str | None, **attributes: object) -> Markup:
    """Return an element.

    Text is escaped, `Markup` is not. Attributes that are None or False are left out; those that are
    True have no value. A trailing underscore is dropped, and others are hyphens.

    Examples
    --------
    >>> print(el("a", "P & Q", href="x.html", class_="card", data_cells=5, hidden=False))
    <a href="x.html" class="card" data-cells="5">P &amp; Q</a>
    """
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{"" if value is True else escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{words}/>")
    return Markup(f"<{name}{words}>{join_parts(content)}</{name}>")


def join_parts(content: Iterable[str | None]) -> Markup:
    """Return several parts as one."""
    return Markup(
        "".join(
            part if isinstance(part, Markup) else escape(part, quote=False)
            for part in content
            if part is not None
        )
    )


def command(*words: str) -> Markup:
    """Return a command line of the program."""
    return el("pre", el("code", " ".join(["tilewright", *(shlex.quote(word) for word in words)])))


def figure(picture: Markup, caption: str | None = None, class_: str | None = None) -> Markup:
    """Return a picture with its caption."""
    return el(
        "figure", picture, None if caption is None else el("figcaption", caption), class_=class_
    )


def section(title: str | Markup, *content: str | None, id_: str) -> Markup:
    """Return a section of a page."""
    return el("section", el("h2", title), *content, class_="card", id_=id_)


def navigation(home: str, parts: Collection[str]) -> Markup:
    """Return the links in the header of the page that plays, at the path `home`, to ``atlas`` and
    ``docs`` if they are among the parts.
    """
    links = _links().replace('href="', f'href="{escape(home)}')
    for part in re.findall(r'data-part="(\w+)"', links):
        shown = rf'<a href="{escape(home)}{part}/index.html">\1</a>' if part in parts else ""
        links = re.sub(rf'<a data-part="{part}" hidden>(.*?)</a>', shown, links)
    return Markup(links)


@cache
def _links() -> str:
    """Return the links of that page as they are written there."""
    page = (
        resources.files("tilewright")
        .joinpath("apps/page/static/index.html")
        .read_text(encoding="utf-8")
    )
    header = re.search(r"<nav.*</nav>", page, re.DOTALL)
    assert header is not None
    return re.sub(r' data-text="\w+"| id="\w+"|\n *', "", header[0])


def frame(
    title: str,
    description: str,
    *content: str | None,
    up: str,
    play: str | None,
    parts: Collection[str] = ("atlas",),
) -> str:
    """Return a whole page.

    Parameters
    ----------
    title, description : str
    *content : str
        What is in it.
    up : str
        The path to the folder of the atlas: empty, or ``../``.
    play : str or None
        The address of the page that plays, from the folder of the atlas. None means no links to it.
    parts : collection of str
        What lies beside that page.
    """
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name="color-scheme", content="light dark"),
        el("meta", name="description", content=description),
        el("title", f"{title} · tilewright"),
        el("link", rel="icon", href=f"{up}icon.svg", type="image/svg+xml"),
        el("link", rel="stylesheet", href=f"{up}tokens.css"),
        el("link", rel="stylesheet", href=f"{up}atlas.css"),
        el("script", type="module", src=f"{up}atlas.js"),
    )
    home = None if play is None else f"{up}{play}"
    atlas_link = el("a", "Atlas", href=f"{up}index.html", aria_current="page" if not up else "true")
    top = el(
        "header",
        el(
            "a",
            el("img", src=f"{up}icon.svg", width=30, height=30, alt=""),
            el("span", "tilewright"),
            class_="brand",
            href=f"{home}#/" if home is not None else f"{up}index.html",
        ),
        el("nav", atlas_link, aria_label="Pages") if home is None else navigation(home, parts),
        el("button", "Auto", type="button", id="theme", class_="quiet", hidden=True),
        class_="top",
    )
    foot = el(
        "footer",
        el(
            "p",
            f"Made with tilewright {__version__}. All data: ",
            el("a", "atlas.json", href=f"{up}atlas.json"),
            ".",
        ),
    )
    body = el(
        "body",
        el("a", "Skip to the content", class_="skip", href="#main"),
        top,
        el("main", *content, id="main", tabindex="-1"),
        foot,
    )
    return f"<!doctype html>\n{el('html', head, body, lang='en', data_theme='auto')}\n"
