"""The widgets in a real JupyterLab (`make test-notebook`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from waiting import NEVER, until

pytestmark = pytest.mark.notebook

CELLS = [
    "import tilewright as tw\nfrom tilewright.notebook import Player, Viewer, Watcher",
    "player = Player('2x3', 'domino=3')\nplayer",
    "Watcher('4x5', 'L4+', 'T4+')",
    "Viewer(tw.tilings('4x4', 'dominoes+'), title='Dominoes')",
    "print('solved' if player.solved else 'not yet', player.tiling.labels.tolist())",
    "tw.Search(tw.Problem('14x14', 'dominoes+')).count()",
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


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A JupyterLab on this machine alone, with a folder for all that it writes; its address, with a %s for what is to be shown."""
    folder = tmp_path_factory.mktemp("jupyter")
    cells = [
        {
            "cell_type": "code",
            "id": f"c{i}",
            "source": cell,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for i, cell in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "work").mkdir()
    (folder / "work" / "widgets.ipynb").write_text(json.dumps(book))
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
        server = subprocess.Popen(command, env=environment, cwd=folder, stdout=stream, stderr=stream)

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
        yield f"{address()}%s?token=known"
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def run_cells(page: Page) -> None:
    """Run all cells, as soon as there is a kernel."""
    page.wait_for_function("window.jupyterapp !== undefined")
    page.evaluate("window.jupyterapp.restored.then(() => true)")
    page.wait_for_function("window.jupyterapp.shell.currentWidget?.sessionContext !== undefined")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.ready.then(() => true)")
    for cell in range(TOGETHER):
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


def test_the_widgets_work_in_jupyterlab(browser: Browser, jupyter: str) -> None:
    context = browser.new_context(viewport={"width": 1300, "height": 1400}, accept_downloads=True)
    context.set_default_timeout(1000 * NEVER / 2)
    own = jupyter.partition("lab")[0].partition("%s")[0]
    outside: list[str] = []
    context.on(
        "request",
        lambda request: (
            None if request.url.startswith((own, "blob:", "data:")) else outside.append(request.url)
        ),
    )
    page = context.new_page()
    page.goto(jupyter % "lab/tree/widgets.ipynb")
    run_cells(page)

    # Played with the keyboard, as in the page: the notebook hears none of these keys.
    play = widget(page, 1)
    expect(play.get_by_role("heading", name="2 x 3")).to_be_visible()
    expect(play.locator(".ways")).to_have_text(re.compile("2 ways left|2 left|ways"))
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    page.evaluate("window.asked = 0")
    for _ in range(3):
        play.get_by_role("button", name="Hint").click()
        play.get_by_role("button", name="Show it").click()
        play.get_by_role("button", name="Place it").click()
        expect(play.locator(".message")).to_be_empty()
    expect(play.locator("dialog.won")).to_be_visible()
    play.get_by_role("button", name="Look at it").click()
    play.locator("body").press("z")
    expect(play.locator(".layer-tiles .placed, .layer-tiles .tile")).to_have_count(2)
    play.locator("body").press("y")
    expect(play.locator(".layer-tiles .placed, .layer-tiles .tile")).to_have_count(3)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect(play.get_by_role("link")).to_have_count(0)

    watch = widget(page, 2)
    expect(watch.locator(".figures")).to_contain_text("Placements tried")
    watch.get_by_role("slider", name="Speed").fill("100")
    play_button = watch.get_by_role("button", name="Play", exact=True)
    expect(play_button.or_(watch.get_by_role("button", name="Again")).first).to_be_visible()
    while play_button.is_visible():
        play_button.click()
        expect(play_button.or_(watch.get_by_role("button", name="Again")).first).to_be_visible()
    expect(watch.locator(".figures")).to_contain_text("all searched")

    view = widget(page, 3)
    board = view.locator("svg.table")
    expect(board).to_have_attribute("data-number", "0")
    expect(board.locator("g.tile")).to_have_count(8)
    view.get_by_role("button", name="The next (right arrow key)").click()
    expect(board).to_have_attribute("data-number", "1")
    view.get_by_role("spinbutton").fill("400")
    view.get_by_role("spinbutton").press("Enter")
    expect(board).to_have_attribute("data-number", "35")
    expect(view.locator(".pager")).to_contain_text("of 36")
    view.get_by_role("button", name="The one before").press("ArrowLeft")
    expect(board).to_have_attribute("data-number", "34")
    view.get_by_text("Colors", exact=True).click()
    view.get_by_label("touch: tiles that share an edge differ").check()
    expect(view.locator(".note")).to_contain_text("colors here")
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
    expect(output(page, 5)).to_contain_text("placements tried")
    page.evaluate("window.jupyterapp.commands.execute('notebook:interrupt-kernel').then(() => true)")
    expect(output(page, 5)).to_contain_text("KeyboardInterrupt")
    expect(bar).to_have_count(0)
    assert outside == []
    context.close()
