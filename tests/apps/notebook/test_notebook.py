"""The widgets of a notebook, by what they say to their frames."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.apps.notebook import Player, Viewer, Watcher
from tilewright.apps.notebook.page import page_file, page_text
from tilewright.apps.page.built import built, world
from tilewright.model.cover import compile_cover
from tilewright.model.space.surface import neighboring
from tilewright.solving.search import Search
from tilewright.system.values.svg_repr import show_lists
from tilewright.system.work.notebook_bars import NotebookBar, notebook_bar


class Frame:
    """The other side of a widget: asks, and hears what is answered."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.heard: list[tuple[dict[str, Any], list[bytes] | None]] = []
        widget.send = lambda content, buffers=None: self.heard.append((content, buffers))

    def tell(self, **content: Any) -> None:
        # As a message comes in from the browser.
        self.widget._handle_custom_msg(content, [])

    def keep(self, session: dict[str, Any]) -> None:
        """What the page does with a game after every move."""
        key = f"tilewright:play:{self.widget.link.removeprefix('p/')}"
        self.tell(
            kept={
                key: json.dumps({"session": session, "saves": 1_000_001}),
                "tilewright:setting:sound": "true",
            }
        )

    def ask(self, path: str) -> tuple[int, Any]:
        """Ask for a file; return the status, and what is in it."""
        self.tell(to="q", path=path)
        said, buffers = self.heard[-1]
        assert said["to"] == "q"
        (body,) = buffers or [b""]
        return said["status"], json.loads(body) if said[
            "kind"
        ] == "application/json" and body else body


def test_the_page_has_all_its_parts_in_it() -> None:
    page, scripts = page_text(), built()
    assert scripts is not None
    head = page.partition("<script")[0] + page.rpartition("</script>")[2]
    assert not re.findall(r"""(?:src|href)="(?!data:|#)""", head)
    script = (scripts.folder / "notebook.js").read_text(encoding="utf-8")
    assert f'<script type="module">{script}</script>' in page


def test_the_page_and_its_worker_are_in_the_language_of_the_browser() -> None:
    other = world()
    assert other is not None
    for tag in other.languages:
        texts = (other.folder / f"texts/{tag}.js").read_text(encoding="utf-8")
        for path in (f"/{tag}", f"static/engine/worker.{tag}.js"):
            assert texts in page_file(path)[0].decode()  # type: ignore[index]
    # English, where there are no texts.
    assert page_file("/sw") == page_file("/") == page_file("/en")


def test_a_game_is_played_and_python_has_it() -> None:
    player = Player("3x4", "L3+", "domino+")
    frame = Frame(player)
    name = player.link.removeprefix("p/")
    assert frame.ask("here.json") == (
        200,
        {"first": name, "title": "3 x 4", "whole": name, "token": ""},
    )
    frame.keep(
        {
            "puzzle": name,
            "moves": ["domino:0,0-0,1"],
            "done": 1,
            "hand": {"domino": 0},
            "seconds": 2,
        }
    )
    assert player.session.seconds == 2
    assert player.tiling.labels.tolist()[0] == [0, 0, -2, -2]
    assert not player.solved


def test_python_can_go_on_with_the_game() -> None:
    player = Player("2x2", "domino+")
    frame = Frame(player)
    player.session = player.session.place("domino", [(0, 0), (0, 1)]).place(
        "domino", [(1, 0), (1, 1)]
    )
    ((key, kept),) = frame.heard[-1][0]["kept"].items()
    assert key == f"tilewright:play:{player.link.removeprefix('p/')}"
    assert json.loads(kept)["session"] == player.session.save()
    assert player.solved
    # A frame that is made later finds it, too.
    frame.tell(to="q", path="/")
    assert frame.heard[-2][0]["kept"].keys() == {key}
    assert frame.heard[-1][0]["kind"] == "text/html"
    with pytest.raises(tw.RequestError, match="another puzzle"):
        player.session = tw.Session("talos:hub-gates-1")


def test_what_is_played_may_have_any_form() -> None:
    marked = tw.Problem(tw.Board.from_text("o##\n###"), "#o/#.=2")
    for player, title in (
        (Player("talos:hub-gates-1"), "Hub"),
        (Player(tw.Session("talos:hub-gates-1")), "Hub"),
        (Player(marked), "2 x 3"),
        (Player(tw.Problem("2x3", "L3=2", placed=["L3:0,0-0,1-1,0"])), "2 x 3"),
    ):
        status, here = Frame(player).ask("here.json")
        assert (status, title in here["title"]) == (200, True)


def test_tilings_are_taken_when_they_are_looked_at(tmp_path: Path) -> None:
    taken = 0

    def counted() -> Any:
        nonlocal taken
        for tiling in tw.tilings("6x10", "pentominoes"):
            taken += 1
            yield tiling

    frame = Frame(Viewer(counted(), title="Sixty"))
    status, first = frame.ask("api/tiling/0")
    assert (status, first["number"], first["count"], first["title"]) == (200, 0, None, "Sixty")
    assert taken < 10
    assert sorted(cell for tile in first["tiles"] for cell in tile["cells"]) == [
        [r, c] for r in range(6) for c in range(10)
    ]
    assert len({tile["color"] for tile in first["tiles"]}) == 12
    status, last = frame.ask("api/tiling/99999999")
    assert (last["number"], last["count"]) == (9355, 9356)
    assert frame.ask("api/tiling/0")[1]["tiles"] == first["tiles"]

    listed = list(tw.tilings("2x2", "dominoes+"))
    assert Frame(Viewer(listed)).ask("api/tiling/1")[1]["count"] == 2
    assert Frame(Viewer(tw.Problem("2x2", "dominoes+"))).ask("api/tiling/1")[1]["number"] == 1
    assert Frame(Viewer([])).ask("api/tiling/0")[1]["count"] == 0

    from tilewright.apps.command import run

    path = tmp_path / "t.parquet"
    assert run(["solve", "4x4", "dominoes+", "--all", "-q", "-o", str(path)]) == 0
    assert Frame(Viewer(path)).ask("api/tiling/35")[1]["count"] == 36


def test_the_page_gets_its_files_from_python() -> None:
    frame = Frame(Watcher("4x5", "L4+", "T4+"))
    assert frame.ask("here.json") == (200, {"first": "", "title": "", "whole": "", "token": ""})
    assert frame.ask("static/engine/worker.js")[0] == 200
    assert frame.ask("static/engine/facts.json")[1].keys() >= {"lattices", "kinds"}
    assert frame.ask("static/engine/kernels.wasm")[1].startswith(b"\0asm")
    for path in (
        "nothing",
        "/api/nothing",
        "static/../__init__.py",
        "static/style.css",
        "api/tiling/0",
        "",
    ):
        assert frame.ask(path) == (404, b""), path


#: Problems on other lattices, and where sides are joined: a part of their pieces may cover the
#: board.
ELSEWHERE = {
    "triangles": ("tri:hexagon2", "tetriamonds=2"),
    "hexagons": ("hex:3x4", "tetrahexes=0..1"),
    "cubes": ("cube:3x2x2", "tetracubes=0..1"),
    "torus": ("torus:4x4", "T4=2", "L4=2"),
    "klein bottle": ("klein:2x4", "L4=2"),
    "torus of triangles": ("torus:tri:2x4", "tetriamonds=0..2"),
}


@pytest.fixture(params=ELSEWHERE.values(), ids=ELSEWHERE.keys())
def elsewhere(request: pytest.FixtureRequest) -> tw.Problem:
    board, *pieces = request.param
    return tw.Problem(board, *pieces)


def test_tilings_are_shown_on_any_lattice_and_surface(elsewhere: tw.Problem) -> None:
    board = elsewhere.board
    shown = Frame(Viewer(elsewhere)).ask("api/tiling/0")[1]
    assert shown["lattice"]["cells"] == board.lattice.cells
    assert shown["cells"] == [
        "".join(".#"[cell] for cell in row)
        for row in board.mask.reshape(-1, board.shape[-1]).astype(int)
    ]
    assert (
        sorted(cell for tile in shown["tiles"] for cell in tile["cells"])
        == np.argwhere(board.mask).tolist()
    )
    # Whatever touches a cell of the board is one of it, or it is told which.
    half = board.lattice.dimension
    known = {tuple(copy[:half]): tuple(copy[half:]) for copy in shown["copies"]}
    inside = set(map(tuple, np.argwhere(board.mask).tolist()))
    assert not known.keys() & inside
    assert set(known.values()) <= inside
    pairs = {
        frozenset((cell, known.get(there, there)))
        for cell in inside
        for step in shown["lattice"]["faces"][cell[-1] % shown["lattice"]["kinds"]]
        for there in [tuple(x + y for x, y in zip(cell, step, strict=True))]
        if known.get(there, there) in inside - {cell}
    }
    cover = compile_cover(elsewhere)
    rows = neighboring(cover.cells, board.lattice, board.surface).tolist()
    assert pairs == {frozenset(tuple(cover.cells[row].tolist()) for row in pair) for pair in rows}
    assert bool(shown["seams"]) == board.surface.joined


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(tw.RequestError, match="marks on cubes are not supported"):
        Player(tw.Problem(tw.Board.from_text("cube\no##\n###"), "tricubes+"))
    with pytest.raises(tw.RequestError, match="at most 576"):
        Watcher("40x40", "dominoes+")
    with pytest.raises(tw.RequestError, match="which pieces"):
        Player("3x3")
    with pytest.raises(tw.RequestError, match="unexpected pieces"):
        Player(tw.Session("talos:hub-gates-1"), "L3")
    with pytest.raises(tw.RequestError, match="expected tilings"):
        Viewer(3)  # type: ignore[arg-type]
    with pytest.raises(tw.RequestError, match="100 pixels"):
        Player("2x2", "domino+", height=0)


class Shell:
    """IPython in a kernel, as far as a bar needs it."""

    kernel = object()

    def __init__(self) -> None:
        self.events = self
        self.listening: list[Any] = []
        self.asked = "execute_request"
        self.shown: list[str] = []

    def register(self, event: str, listener: Any) -> None:
        assert event == "post_run_cell"
        self.listening.append(listener)

    def unregister(self, event: str, listener: Any) -> None:
        self.listening.remove(listener)

    def get_parent(self) -> dict[str, Any]:
        return {"header": {"msg_type": self.asked}}

    def display(self, value: Any, display_id: bool = False) -> Shell:
        self.update(value)
        return self

    def update(self, value: Any) -> None:
        self.shown.append(value._repr_html_())


def test_a_bar_comes_after_a_moment_and_goes_with_the_cell() -> None:
    times = iter((0.0, 0.1, 2.0, 2.1, 3.0))
    shell = Shell()
    bar = NotebookBar(shell, shell.display, lambda: next(times))
    bar.show(0.1, "early")
    assert shell.shown == []
    for share in (0.5, 0.6, None):
        bar.show(share, "a < b")
    assert len(shell.shown) == 2
    assert 'value="0.5000"' in shell.shown[0]
    assert "a &lt; b" in shell.shown[0]
    assert "value=" not in shell.shown[1]
    (wipe,) = shell.listening
    wipe()
    assert shell.shown[-1] == ""
    assert shell.listening == []


def test_calls_in_a_notebook_have_one_bar_and_others_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert notebook_bar() is None
    shell = Shell()
    module = ModuleType("IPython")
    module.get_ipython = lambda: shell  # type: ignore[attr-defined]
    module.display = ModuleType("IPython.display")  # type: ignore[attr-defined]
    module.display.display = shell.display
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", module.display)
    shell.asked = "comm_msg"
    assert notebook_bar() is None
    shell.asked = "execute_request"
    bar = notebook_bar()
    assert bar is not None
    assert notebook_bar() is bar
    assert tw.count("4x4", "dominoes+") == Search(tw.Problem("4x4", "dominoes+")).count() == 36
    (wipe,) = shell.listening
    wipe()
    other = notebook_bar()
    assert other is not bar
    shell.listening[0]()


class Formatter:
    """The part of IPython that knows how kinds of values show themselves."""

    def __init__(self) -> None:
        self.type_printers: dict[type, Any] = {}
        self.formatters = {"image/svg+xml": self}
        self.display_formatter = self

    def for_type(self, kind: type, show: Any) -> None:
        self.type_printers[kind] = show


def test_lists_of_what_has_a_picture_show_themselves() -> None:
    shell = Formatter()
    shell.type_printers[tuple] = print
    show_lists(shell)
    # What another library shows stays with it.
    assert shell.type_printers[tuple] is print
    show = shell.type_printers[list]
    tilings = list(tw.tilings("4x4", "dominoes+"))
    drawn = show(tilings)
    assert drawn.startswith("<svg")
    assert drawn.count("<title>") > 30
    assert show([tw.Board.parse("2x3"), tw.Piece.parse("L3")]).startswith("<svg")
    # The first 60 of a long list.
    assert show(tilings * 3) == show((tilings * 3)[:60])
    assert show([]) is None
    assert show([1, 2]) is None
    assert show([tilings[0], "a word"]) is None


def test_importing_in_ipython_registers_lists_and_elsewhere_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, types; shell = types.SimpleNamespace(); made = []\n"
        "shell.display_formatter = types.SimpleNamespace(formatters={'image/svg+xml': "
        "types.SimpleNamespace(type_printers={}, for_type=lambda kind, show: "
        "made.append(kind.__name__))})\n"
        "sys.modules['IPython'] = types.SimpleNamespace(get_ipython=lambda: shell if '{0}' else "
        "None)\n"
        "import tilewright; print(*made)"
    )
    for word, expected in (("yes", "list tuple"), ("", "")):
        done = subprocess.run(
            [sys.executable, "-c", code.replace("{0}", word)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


def test_answers_show_themselves() -> None:
    for answer in (
        tw.color("3x4 L3=4"),
        tw.plane("L3"),
        tw.rectangles("L3", max_width=3),
        tw.counting.heat("4x4", "dominoes+"),
    ):
        drawn = answer._repr_svg_()
        assert drawn is not None
        assert drawn.startswith("<svg"), answer
    heat = tw.counting.heat("2x2", "dominoes+")
    assert ">50<" in heat._repr_svg_()
    assert dataclasses.replace(heat, board=None)._repr_svg_() is None


def test_a_strip_shows_its_formulas() -> None:
    strip = tw.counting.strip(4, "dominoes+")
    assert strip._repr_latex_() == (
        r"$$\displaystyle a(n) = a(n-1) + 5\,a(n-2) + a(n-3) - a(n-4) \quad (n \ge 4), \qquad "
        r"\sum_{n \ge 0} a(n)\,x^n = \frac{1 - x^{2}}{1 - x - 5\,x^{2} - x^{3} + x^{4}}$$"
    )
    assert "a(n) = 0 " in tw.counting.strip(1, "X5+").latex()
    assert r"\cdots" in tw.counting.strip(8, "dominoes+").latex()


@pytest.mark.parametrize(
    ("width", "pieces"), [(2, "dominoes+"), (3, "L3+"), (4, "trominoes+"), (1, "X5+")]
)
def test_sympy_expands_a_generating_function_to_the_numbers(width: int, pieces: str) -> None:
    sympy = pytest.importorskip("sympy")
    strip = tw.counting.strip(width, pieces)
    t = sympy.Symbol("t")
    found = strip.to_sympy(t)
    series = sympy.Poly(sympy.series(found, t, 0, 12).removeO(), t)
    assert [int(series.coeff_monomial(t**power)) for power in range(12)] == strip.terms(12)
    assert {symbol.name for symbol in strip.to_sympy().free_symbols} <= {"x"}


def test_sympy_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(
        tw.errors.EngineError,
        match=r"requires SymPy. Install it with: pip install 'tilewright\[sympy\]'",
    ):
        tw.counting.strip(2, "dominoes+").to_sympy()
