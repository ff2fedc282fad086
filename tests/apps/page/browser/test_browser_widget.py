"""The frame of a widget, in documents like those of notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from waiting import NEVER

#: Shows a widget in an element of the document, with somebody who answers it with an empty page.
SHOWN = """async (source) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const heard = new Set();
  const model = {
    get: (name) => ({ link: "tilings", label: "a widget", height: 200 })[name],
    on: (name, listener) => name === "msg:custom" && heard.add(listener),
    off: (name, listener) => heard.delete(listener),
    send: ({ to, path }) => setTimeout(() => heard.forEach((each) => each({ to, status: 200, kind: "text/html" }, [new TextEncoder().encode("<p>page</p>")]))),
  };
  window.end = await widget.render({ model, el: document.getElementById("here") });
}"""  # noqa: E501

#: Nobody is asked for it: the test has it.
DOCUMENT = "http://127.0.0.1/notebook"

THEME = "theme => document.querySelector('iframe').tilewright.theme === theme"


def show(page: Page, document: str) -> None:
    """Show a widget in a document; that has an address, so that the frame is of the same origin."""
    page.route(
        DOCUMENT,
        lambda route: route.fulfill(content_type="text/html", body=f"<!doctype html>{document}"),
    )
    page.goto(DOCUMENT)
    page.evaluate(
        SHOWN,
        resources.files("tilewright.apps.notebook")
        .joinpath("widget.js")
        .read_text(encoding="utf-8"),
    )


@pytest.fixture
def opened(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody with a browser, who keeps nothing."""
    context = browser.new_context()
    context.set_default_timeout(1000 * NEVER / 2)
    yield context
    context.close()


@pytest.mark.slow
def test_a_widget_is_as_light_as_what_is_around_it(opened: BrowserContext) -> None:
    page = opened.new_page()
    for body, around, theme in (
        ('data-jp-theme-light="true"', "", "light"),
        ('data-jp-theme-light="false"', "", "dark"),
        ('class="vscode-light"', "", "light"),
        ('class="vscode-dark"', "", "dark"),
        ('class="vscode-high-contrast"', "", "dark"),
        ('class="vscode-high-contrast vscode-high-contrast-light"', "", "light"),
        ('style="color-scheme: light"', "", "light"),
        ('style="color-scheme: dark"', "", "dark"),
        ("", "background: color(srgb 1 1 1)", "light"),
        ("", "background: oklch(20% 0.02 250)", "dark"),
        ('style="background: #fff"', "background: rgb(0 0 0 / .1)", "light"),
        ("", "", "as the system"),
    ):
        for system in ("light", "dark"):
            page.emulate_media(color_scheme=system)
            show(page, f'<body {body}><div style="{around}"><div id="here"></div></div>')
            page.wait_for_function(THEME, arg=system if theme == "as the system" else theme)
    page.close()


@pytest.mark.slow
def test_a_widget_becomes_dark_with_what_is_around_it(opened: BrowserContext) -> None:
    page = opened.new_page()
    page.emulate_media(color_scheme="light")
    show(page, '<body class="vscode-light"><div id="here"></div>')
    expect(page.frame_locator("iframe").locator("p")).to_have_text("page")
    page.wait_for_function(THEME, arg="light")
    page.evaluate("document.body.className = 'vscode-dark'")
    page.wait_for_function(THEME, arg="dark")
    # The system has no say where the document has one.
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.body.className = 'vscode-light'")
    page.wait_for_function(THEME, arg="light")
    page.evaluate("document.body.className = ''")
    page.wait_for_function(THEME, arg="dark")
    page.emulate_media(color_scheme="light")
    page.wait_for_function(THEME, arg="light")
    page.evaluate("window.end()")
    expect(page.locator("iframe")).to_have_count(0)
    page.close()
