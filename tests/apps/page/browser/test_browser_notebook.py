"""The widgets in a real JupyterLab (`make test-page`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tilewright.counting import count
from tilewright.model.problem import Problem
from tilewright.solving.search import solve
from waiting import NEVER, until

CELLS = [
    "import tilewright as tw\nfrom tilewright.apps.notebook import Player, Viewer, Watcher",
    "player = Player('2x3', 'domino=3')\nplayer",
    "Watcher('4x5', 'L4+', 'T4+')",
    "Viewer(tw.tilings('4x4', 'dominoes+'), title='Dominoes')",
    "print('solved' if player.solved else 'not yet', player.tiling.labels.tolist())",
    "tw.search.Search(tw.Problem('14x14', 'dominoes+')).count()",
]
#: Nothing is asked of other hosts, and nobody is asked anything.
SETTINGS = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
}


#: Run with the others, and one by one.
TOGETHER = 4

#: Boards of other cells, and one with joined sides, with pieces that cover them.
ELSEWHERE = {
    "triangles": ("tri:hexagon2", "tetriamonds=2"),
    "hexagons": ("hex:3x4", "tetrahexes=0..1"),
    "cubes": ("cube:3x2x2", "tetracubes=0..1"),
    "torus": ("torus:2x4", "L4=2"),
}

#: Whether each cell of a picture has a tile over its middle.
COVERED = """picture => [...picture.querySelectorAll(".ground .cell")].every((cell) => {
  const { x, y, width, height } = cell.getBBox(), middle = new DOMPoint(x + width / 2, y + height / 2);
  return [...picture.querySelectorAll(".tile .face")].filter((face) => face.isPointInFill(middle)).length === 1;
})"""  # noqa: E501

#: Opens a notebook with some cells, and runs the first of them.
Open = Callable[[list[str], int], Page]


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab on this machine alone, with a folder for all that it writes; its address, and
    the folder of its notebooks.
    """
    folder = tmp_path_factory.mktemp("jupyter")
    (folder / "work").mkdir()
    for name, setting in SETTINGS.items():
        path = folder / "settings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(setting))
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "run",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    environment = {**os.environ, **{name: str(folder / place) for name, place in places.items()}}
    options = [
        "--no-browser",
        "--ip=127.0.0.1",
        "--port=0",
        "--ServerApp.allow_root=True",
        f"--ServerApp.root_dir={folder / 'work'}",
        "--IdentityProvider.token=known",
        "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.expose_app_in_browser=True",
    ]
    log = folder / "log"
    with log.open("w") as stream:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(
            command, env=environment, cwd=folder, stdout=stream, stderr=stream
        )

    def address() -> str | None:
        assert server.poll() is None, log.read_text()[-2000:]
        for path in (folder / "run").glob("jpserver-*.json"):
            try:
                return str(json.loads(path.read_text())["url"])
            except ValueError:
                return None  # half of it is there
        return None

    try:
        until(lambda: address() is not None, "JupyterLab starts")
        yield str(address()), folder / "work"
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture
def open_notebook(browser: Browser, jupyter: tuple[str, Path]) -> Iterator[Open]:
    """A new notebook in a page of its own; it asks nobody else for anything."""
    address, folder = jupyter
    context = browser.new_context(viewport={"width": 1300, "height": 1400}, accept_downloads=True)
    context.set_default_timeout(1000 * NEVER / 2)
    outside: list[str] = []
    context.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((address, "blob:", "data:"))
            else outside.append(request.url)
        ),
    )

    def opened(sources: list[str], together: int) -> Page:
        name = f"widgets{sum(1 for _ in folder.iterdir())}"
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(sources)))
        page = context.new_page()
        # Each in a workspace of its own: what another one shows is no part of it.
        page.goto(f"{address}lab/workspaces/{name}/tree/{name}.ipynb?token=known")
        run_cells(page, together)
        return page

    yield opened
    context.close()
    assert outside == []


def notebook(sources: list[str]) -> dict[str, Any]:
    """A notebook with some cells, as its file has it."""
    empty: dict[str, Any] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "cells": [
            {**empty, "id": f"c{number}", "source": source} for number, source in enumerate(sources)
        ],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def run_cells(page: Page, together: int) -> None:
    """Run the first cells, as soon as there is a kernel."""
    page.wait_for_function("window.jupyterapp !== undefined")
    page.evaluate("window.jupyterapp.restored.then(() => true)")
    page.wait_for_function("window.jupyterapp.shell.currentWidget?.sessionContext !== undefined")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.ready.then(() => true)")
    for cell in range(together):
        run_cell(page, cell)


def run_cell(page: Page, cell: int) -> None:
    """Have a cell run, after those that run already."""
    page.evaluate(
        """(cell) => {
          const { content } = window.jupyterapp.shell.currentWidget;
          content.deselectAll();
          content.activeCellIndex = cell;
          window.jupyterapp.commands.execute('notebook:run-cell');
        }""",
        cell,
    )


def output(page: Page, cell: int) -> Any:
    return page.locator(".jp-Notebook .jp-Cell").nth(cell).locator(".jp-Cell-outputArea")


def widget(page: Page, cell: int) -> FrameLocator:
    """What is in the frame of a cell."""
    frame = output(page, cell).locator("iframe")
    frame.scroll_into_view_if_needed()
    return frame.content_frame


def play_by_hints(play: FrameLocator, pieces: int) -> None:
    """Have each piece placed by a hint, until the game is solved."""
    for _ in range(pieces):
        play.get_by_role("button", name="Hint").click()
        play.get_by_role("button", name="Show it").click()
        play.get_by_role("button", name="Place it").click()
        expect(play.locator(".message")).to_be_empty()
    expect(play.locator("dialog.won")).to_be_visible()
    play.get_by_role("button", name="Close and look").click()


def watch_to_the_end(watch: FrameLocator) -> None:
    """Watch a search until all is searched; it waits at the first tiling."""
    expect(watch.locator(".figures")).to_contain_text("Places tried")
    watch.get_by_role("slider", name="Speed").fill("100")
    play_button = watch.get_by_role("button", name="Play", exact=True)
    expect(play_button.or_(watch.get_by_role("button", name="Again")).first).to_be_visible()
    while play_button.is_visible():
        play_button.click()
        expect(play_button.or_(watch.get_by_role("button", name="Again")).first).to_be_visible()
    expect(watch.locator(".figures")).to_contain_text("everything was tried")


def test_the_widgets_work_in_jupyterlab(open_notebook: Open) -> None:
    page = open_notebook(CELLS, TOGETHER)

    # Played with the keyboard, as in the page: the notebook hears none of these keys.
    play = widget(page, 1)
    expect(play.get_by_role("heading", name="2 × 3")).to_be_visible()
    expect(play.locator(".ways")).to_have_text(re.compile("2 solutions"))
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    play_by_hints(play, 3)
    play.locator("body").press("z")
    expect(play.locator(".layer-tiles .placed, .layer-tiles .tile")).to_have_count(2)
    play.locator("body").press("y")
    expect(play.locator(".layer-tiles .placed, .layer-tiles .tile")).to_have_count(3)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect(play.get_by_role("link")).to_have_count(0)

    watch_to_the_end(widget(page, 2))

    view = widget(page, 3)
    board = view.locator("svg.table")
    expect(board).to_have_attribute("data-number", "0")
    expect(board.locator("g.tile")).to_have_count(8)
    view.get_by_role("button", name="Next tiling (right arrow key)").click()
    expect(board).to_have_attribute("data-number", "1")
    view.get_by_role("spinbutton").fill("400")
    view.get_by_role("spinbutton").press("Enter")
    expect(board).to_have_attribute("data-number", "35")
    expect(view.locator(".pager")).to_contain_text("of 36")
    view.get_by_role("button", name="Previous tiling").press("ArrowLeft")
    expect(board).to_have_attribute("data-number", "34")
    view.get_by_text("Colors", exact=True).click()
    view.get_by_label("Neighbors differ").check()
    expect(view.locator(".note")).to_contain_text("colors used")
    view.get_by_text("Colors", exact=True).click()
    for name, begins in (("Save as SVG", b"<svg"), ("Save as PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            view.get_by_role("button", name=name).click()
        assert Path(saved.value.path()).read_bytes().startswith(begins)

    # What was played is known to Python.
    run_cell(page, 4)
    expect(output(page, 4)).to_contain_text("solved [[")

    # A call that takes longer than a moment says how far it is, until it is over.
    run_cell(page, 5)
    bar = output(page, 5).get_by_role("progressbar", name="tilewright")
    expect(bar).to_be_visible()
    expect(output(page, 5)).to_contain_text("nodes")
    page.evaluate(
        "window.jupyterapp.commands.execute('notebook:interrupt-kernel').then(() => true)"
    )
    expect(output(page, 5)).to_contain_text("KeyboardInterrupt")
    expect(bar).to_have_count(0)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=name, marks=[] if name == "torus" else pytest.mark.slow)
        for name, words in ELSEWHERE.items()
    ],
)
def test_the_widgets_know_every_lattice(open_notebook: Open, words: tuple[str, ...]) -> None:
    tiling = solve(Problem(*words))
    assert tiling is not None
    asked = ", ".join(map(repr, words))
    page = open_notebook(
        [
            "from tilewright import Problem\nfrom tilewright.apps.notebook import Player, Viewer, "
            "Watcher",
            f"player = Player({asked})\nplayer",
            f"Watcher({asked})",
            f"Viewer(Problem({asked}))",
            "print('solved' if player.solved else 'not yet')",
        ],
        4,
    )
    play = widget(page, 1)
    play_by_hints(play, len(tiling))
    expect(play.locator(".layer-tiles .placed")).to_have_count(len(tiling))
    run_cell(page, 4)
    expect(output(page, 4)).to_contain_text("solved")

    watch = widget(page, 2)
    watch_to_the_end(watch)
    expect(watch.locator(".figures")).to_contain_text(f"Solutions{count(Problem(*words))}")
    expect(watch.locator("svg.watching .ground .cell")).to_have_count(Problem(*words).board.area)

    view = widget(page, 3)
    board = view.locator("svg.table")
    expect(board).to_have_attribute("data-number", "0")
    expect(board.locator("g.tile")).to_have_count(len(tiling))
    expect(board.locator(".ground .cell")).to_have_count(Problem(*words).board.area)
    assert board.evaluate(COVERED)
    view.get_by_role("button", name="Next tiling (right arrow key)").click()
    view.get_by_text("Colors", exact=True).click()
    view.get_by_label("Neighbors differ").check()
    expect(view.locator(".note")).to_contain_text("colors used")


def test_the_widgets_are_as_light_as_the_notebook(open_notebook: Open) -> None:
    page = open_notebook(
        ["from tilewright.apps.notebook import Player", "Player('2x3', 'domino=3')"], 2
    )
    root = widget(page, 1).locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    for name, theme in (("JupyterLab Dark", "dark"), ("JupyterLab Light", "light")):
        page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme "
            "}).then(() => true)",
            name,
        )
        expect(root).to_have_attribute("data-theme", theme)


#: What shows itself at the end of a cell: a value, and the picture or formula that is seen.
SHOWN = {
    "tw.color('3x4 L3=4')": ".jp-RenderedSVG",
    "tw.counting.heat('4x4', 'dominoes+')": ".jp-RenderedSVG",
    "tw.rectangles('L3', max_width=3)": ".jp-RenderedSVG",
    "tw.plane('L3')": ".jp-RenderedSVG",
    "list(tw.tilings('2x3', 'dominoes+'))": ".jp-RenderedSVG",
    "tw.counting.strip(4, 'dominoes+')": ".MathJax, mjx-container, .jp-RenderedLatex",
}


def test_answers_show_themselves_in_jupyterlab(open_notebook: Open) -> None:
    page = open_notebook(["import tilewright as tw", *SHOWN], 1 + len(SHOWN))
    for cell, (source, seen) in enumerate(SHOWN.items(), start=1):
        shown = output(page, cell).locator(seen).first
        shown.scroll_into_view_if_needed()
        expect(shown, source).to_be_visible()
        box = shown.bounding_box()
        assert box is not None
        assert box["width"] > 50, source
        assert box["height"] > 10, source
