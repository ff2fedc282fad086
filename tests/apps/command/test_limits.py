"""Limits of time and memory hold for whatever is asked, while tables are built, too.

A deadline that counts how often it is asked stands in for the clock.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright import counting
from tilewright.apps.command import run
from tilewright.errors import CheckpointError, MemoryLimitError, TimeLimitError
from tilewright.model.cover import Cover, compile_cover
from tilewright.shapes.figures import exclusion, superform
from tilewright.shapes.plane.work import PlaneWork
from tilewright.shapes.rectangles.box_search import BoxSearch
from tilewright.shapes.rectangles.rectangle_search import RectangleSearch
from tilewright.shapes.rectangles.search import Effort
from tilewright.solving.packing import Packer
from tilewright.solving.proofs import barrier, weighting
from tilewright.solving.proofs.linear_program import find_bound
from tilewright.solving.search import Search
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.engines.scan import make_scan
from tilewright.solving.search.work import TilingsWork
from tilewright.system.platform.machine import allowed_memory
from tilewright.system.runs.registry import check_description, do, versions
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.question import work_on

#: A limit that has passed when it is first looked at.
PASSED = 1e-9
#: Entries of tables between two looks at the clock, at most.
OFTEN = 1 << 21


class Looks:
    """Counts the looks at the clock; the time is up after `most` of them."""

    def __init__(self, most: float = float("inf")) -> None:
        self.number, self.most = 0, most

    def __call__(self) -> bool:
        self.number += 1
        return self.number > self.most


@pytest.fixture(scope="module")
def squares() -> tw.Problem:
    """Squares of 15 to 30 cells a side: few placements with many cells, 15 million together."""
    sides = [np.ones((side, side), dtype=bool) for side in range(15, 31)]
    return tw.Problem("64x64", *sides, empty=(0, 4096))


# --- Steps between two looks at the clock. ---


@pytest.mark.parametrize("work", [find_bound, make_scan], ids=["bound", "scan"])
def test_large_pieces_are_looked_at_in_blocks(
    work: Callable[[Cover], object], squares: tw.Problem
) -> None:
    cover, looks = compile_cover(squares), Looks()
    assert len(cover.item) > 10_000_000
    with Deadline(stop=looks).holds():
        work(cover)
    assert looks.number > len(cover.item) / OFTEN


def test_dance_looks_before_and_after_its_options_are_laid(squares: tw.Problem) -> None:
    """One kernel lays them: a billion entries take a second."""
    cover, looks = compile_cover(squares), Looks()
    with Deadline(stop=looks).holds():
        DanceEngine(cover).start()
    assert looks.number >= 2


@pytest.mark.parametrize("rule", ["apart", "no-crossroads", "fault-free"])
def test_rules_are_compiled_in_blocks(rule: str) -> None:
    plain, looks = compile_cover(tw.Problem("44x44", "pentominoes+")), Looks()
    before = Looks()
    with Deadline(stop=before).holds():
        compile_cover(plain.problem)
    with Deadline(stop=looks).holds():
        cover = compile_cover(tw.Problem("44x44", "pentominoes+", rules=[rule]))
    assert cover.sums is not None
    # Each term is sorted once, and each side of a placement.
    steps = 4 * len(plain.item) + len(cover.sums.placement)
    assert looks.number - before.number >= max(steps / OFTEN, 1)
    # The symmetries of the sums are found one by one.
    looks = Looks()
    with Deadline(stop=looks).holds():
        assert len(cover.symmetries()) == 8
    assert looks.number > 16


# --- A limit of time is kept by each question to a set. ---

QUESTIONS: dict[str, Callable[..., Any]] = {
    "sample": lambda every, **how: every.sample(2, 1, **how),
    "sample by weight": lambda every, **how: every.sample(2, 1, weight={"L3": 2}, **how),
    "marginals": lambda every, **how: every.marginals(**how).total,
    "heat": lambda every, **how: every.heat(**how).total,
    "essential": lambda every, **how: every.essential(**how),
    "fixing": lambda every, **how: every.fixing(**how),
    "critical": lambda every, **how: every.critical(**how),
    "by_piece": lambda every, **how: every.by_piece(**how).counts,
    "weigh": lambda every, **how: every.weigh({"L3": 2}, **how),
    "best": lambda every, **how: every.best({"L3": 2}, **how).cost,
}
#: What the language asks, without an argument for a limit.
PLAIN: dict[str, Callable[[counting.TilingSet], object]] = {
    "count": lambda every: every.count,
    "bool": bool,
    "number": lambda every: every[3],
    "slice": lambda every: every[:3],
    "each": lambda every: list(every),
    "nth": lambda every: every.nth(3),
    "index": lambda every: every.index(tw.solve("4x6", "trominoes+", required=True)),
    "where": lambda every: every.where(placed="L3:0,0-0,1-1,0").count,
    "and": lambda every: (every & every.where(tiles=8, without="I3:0,0-0,1-0,2")).count,
}


@pytest.mark.parametrize("ask", [*QUESTIONS.values(), *PLAIN.values()], ids=[*QUESTIONS, *PLAIN])
def test_a_set_keeps_its_limit(ask: Callable[..., object]) -> None:
    with pytest.raises(TimeLimitError):
        ask(tw.tiling_set("4x6", "trominoes+", timeout=PASSED))


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_has_a_limit_of_its_own(ask: Callable[..., object]) -> None:
    every = tw.tiling_set("4x6", "trominoes+")
    hurried = tw.tiling_set("4x6", "trominoes+", timeout=PASSED)
    assert ask(hurried, timeout=1e6) == ask(every)
    with pytest.raises(TimeLimitError):
        ask(tw.tiling_set("4x6", "trominoes+"), timeout=PASSED)


def test_walks_through_a_set_look_at_the_clock() -> None:
    every = tw.tiling_set("4x6", "trominoes+")
    assert every.count
    looks = Looks()
    with Deadline(stop=looks).holds():
        list(every.each(range(3)))
        every.index(every[5])
    assert looks.number > 24


# --- Memory. ---

LIMITED: dict[str, Callable[..., object]] = {
    "solve": tw.solve,
    "tilings": lambda *words, **how: list(tw.tilings(*words, limit=1, **how)),
    "most": tw.best_packing,
    "explain": tw.explain,
    "weighting": weighting,
    "barrier": lambda *words, **how: barrier(words[0], "dominoes+", **how),
    "grade": lambda *words, **how: tw.grade(words[0], "F5+", **how),
}


@pytest.mark.parametrize("ask", LIMITED.values(), ids=LIMITED)
def test_memory_is_limited(ask: Callable[..., object]) -> None:
    with pytest.raises(MemoryLimitError, match=r"placements of the pieces .* the 1\.0 KiB allowed"):
        ask("10x10", "Y5+", max_memory="1K")
    with pytest.raises(tw.RequestError, match="`max_memory` must be an amount of memory"):
        ask("10x10", "Y5+", max_memory="much")


#: What is refused with little memory, and the words of the message.
REFUSED: dict[str, tuple[Callable[..., object], str, str]] = {
    "figure": (lambda **how: tw.figure("F5", "L5", **how), "100K", "fewer than 10 cells"),
    "figure on boards": (
        lambda **how: tw.figure("L3", rectangle=True, copies="odd", **how),
        "1K",
        "fewer than 9 cells",
    ),
    "superform": (lambda **how: superform("hexominoes", **how), "100K", "at least 9 cells"),
    "exclusion": (lambda **how: exclusion("6x6", "X5", **how), "20K", "placements with"),
    "generate": (
        lambda **how: tw.generate("dots", "6x6", "trominoes", seed=1, **how),
        "100K",
        "placements of a new puzzle",
    ),
    "lists of a sigil": (
        lambda **how: tw.generate("sigil", "5x5", "pentominoes", seed=1, **how),
        "50K",
        "allowed",
    ),
}


@pytest.mark.parametrize(("ask", "memory", "words"), REFUSED.values(), ids=REFUSED)
def test_searches_for_figures_and_puzzles_keep_a_limit_of_memory(
    ask: Callable[..., object], memory: str, words: str
) -> None:
    with pytest.raises(MemoryLimitError, match=r"more than the .* allowed") as caught:
        ask(max_memory=memory)
    assert words in str(caught.value)
    assert ask(max_memory="1G")


@pytest.mark.parametrize(
    ("piece", "memory", "words"),
    [(".#../####/.#../.#..", "10K", "rings"), ("Y5 X5", "10K", "tiles with")],
)
def test_the_plane_says_what_is_known_within_a_limit_of_memory(
    piece: str, memory: str, words: str
) -> None:
    found = tw.plane(*piece.split(), max_memory=memory)
    assert found.verdict == "not known"
    assert words in found.why
    assert "allowed" in found.why
    assert tw.plane(*piece.split(), max_memory="1G").verdict != "not known"


def test_verification_keeps_a_limit_of_memory() -> None:
    found = weighting("8x8-0,0-7,7", "dominoes+")
    assert tw.verify(found, max_memory="1G")
    with pytest.raises(MemoryLimitError, match=r"placements of the pieces .* allowed"):
        tw.verify(found, max_memory="1K")


def test_a_limit_of_memory_holds_in_each_process_of_a_run() -> None:
    problem = tw.Problem("4x5", "tetrominoes+")
    work = TilingsWork.of(problem).within(1 << 30)
    description = {**work.description, "memory": 1000}
    with pytest.raises(MemoryLimitError, match="1000 bytes allowed"):
        do(json.dumps(description), versions(), work.first(), 1 << 10)
    assert do(json.dumps(work.description), versions(), work.first(), 1 << 10).count
    plane = PlaneWork.of(".#../####/.#../.#..").within(10_000)
    (answer,) = json.loads(plane.do_measured(plane.first(), 1).answer or "")
    assert "allowed" in answer["why"]
    with pytest.raises(CheckpointError, match="memory"):
        check_description({**work.description, "memory": "much"})


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("figure F5 I5", 3, "no figure has fewer than"),
        ("plane .#../####/.#../.#..", 3, "rings"),
        ("plane .#../####/.#../.#.. --table -v", 3, "rings"),
        ("make dots 6x6 --seed 1", 3, "--max-memory"),
        ("grade 20x20 pentominoes+", 3, "allowed"),
        ("solve 20x20 pentominoes+ --all --run run", 3, "allowed"),
    ],
)
def test_commands_keep_a_limit_of_memory(
    line: str,
    code: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*line.split(), "--max-memory", "9K"]) == code
    out, err = capsys.readouterr()
    assert words in out + err
    assert run([*line.split(), "--max-memory", "lots"]) == 2
    assert "--max-memory" in capsys.readouterr().err


def test_the_smallest_limit_of_memory_holds() -> None:
    with Deadline(memory="1M").holds():
        with Deadline(10, memory="2M").holds():
            assert allowed_memory() == 1 << 20
        with Deadline(10, memory=1000).holds(), Deadline(stop=lambda: False).holds():
            assert allowed_memory() == 1000
        assert allowed_memory() == 1 << 20
    assert allowed_memory(5) == 5


def test_scan_goes_first_where_the_options_of_dance_are_long_or_too_large() -> None:
    for sides, first in (range(16, 35), "scan"), (range(3, 10), "dance"):
        pieces = [np.ones((side, side), dtype=bool) for side in sides]
        some = [replace(*tw.Problem("64x64", piece).pieces, least=0) for piece in pieces]
        problem = tw.Problem("64x64", *some, "monomino+")
        search = Search(problem, limit=1)
        assert search.races[0] == first, search.reason
    # 50 bytes for each placement, and 20 for each of its cells.
    for memory, engine in (("1G", "dance"), ("16M", "scan")):
        search = Search(problem, limit=10, engine="auto", max_memory=memory)
        assert search.engine == engine, search.reason
    with pytest.raises(MemoryLimitError, match="options with"):
        Search(problem, engine="dance", limit=10, max_memory="16M")


# --- Ctrl-C. ---


def test_ctrl_c_is_heard_while_linear_programs_are_solved() -> None:
    """The look at the clock stands in for Ctrl-C: both come between two beats."""

    def ask() -> bool:
        if any(frame.name == "run_highs" for frame in traceback.extract_stack()):
            raise KeyboardInterrupt
        return False

    packer = Packer(tw.Problem("12x12", "X5+", "F5+"))
    with Deadline(stop=ask).holds(), pytest.raises(KeyboardInterrupt):
        packer.run()
    for thread in threading.enumerate():
        if thread.name == "tilewright HiGHS":
            thread.join()


def test_each_better_packing_is_kept_at_once() -> None:
    import highspy

    from tilewright.solving.highs import run_highs

    program = highspy.HighsLp()
    size = 60
    weights = np.random.default_rng(1).integers(10, 99, size).astype(float)
    program.num_col_, program.num_row_ = size, 1
    program.col_cost_ = weights + 10
    program.col_lower_, program.col_upper_ = np.zeros(size), np.ones(size)
    program.row_lower_, program.row_upper_ = np.zeros(1), np.array([weights.sum() // 2])
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.array([0, size])
    program.a_matrix_.index_, program.a_matrix_.value_ = np.arange(size), weights
    program.integrality_ = [highspy.HighsVarType.kInteger] * size
    program.sense_ = highspy.ObjSense.kMaximize
    found: list[float] = []
    solver, optimal = run_highs(
        program, 1e3, lambda values: found.append(float(program.col_cost_ @ values))
    )
    assert optimal
    assert found == sorted(found)
    assert found[-1] == pytest.approx(solver.getInfo().objective_function_value)


def test_little_is_imported_before_the_command_hears_ctrl_c() -> None:
    """Until then, Python answers Ctrl-C with a traceback."""
    program = (
        "import sys; before = {*sys.modules}; import tilewright.__main__;"
        "print(*({*sys.modules} - before))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"typing", "re", "enum", "numpy", "tilewright.errors"} & {*loaded}
    assert len(loaded) < 15, loaded


# --- More effort never says less. ---


def told(answer: Any) -> dict[str, Any]:
    """What an answer says about orders, apart from what is open."""
    said = answer.to_json()
    names = "rectifiable order odd_order order_box odd_box order_rectangle no_odd_order"
    return {name: said[name] for name in names.split() if said.get(name) not in (None, False)}


def boxes(sides: int) -> BoxSearch:
    return BoxSearch("cube:##/##//#.", None, sides, Effort(searched=0))


def rectangles(width: int) -> RectangleSearch:
    return RectangleSearch("Y5", "free", width, Effort(searched=0, search=0))


@pytest.mark.parametrize(("search", "size"), [(boxes, 2), (rectangles, 5)])
def test_a_wider_search_that_is_interrupted_says_no_less(
    search: Callable[[int], Any], size: int
) -> None:
    def interrupted(looks: Looks) -> Any:
        wide = search(size + 1)
        with Deadline(stop=looks).holds():
            work_on(wide)
        return wide

    narrow, looks = search(size), Looks()
    narrow.run()
    known = told(narrow.answer())
    assert "order" in known
    interrupted(looks)
    said: list[dict[str, Any]] = []
    checked = 0
    for most in steps(looks.number):
        wide = interrupted(Looks(most))
        answer = told(wide.answer())
        said.append(answer)
        if decided(narrow) <= decided(wide):
            checked += 1
            assert answer.items() >= known.items(), most
    assert checked > 1
    for one, other in itertools.pairwise(said):
        assert one.items() <= other.items()


def steps(most: int) -> Iterator[int]:
    """The numbers up to this: all of them if they are few, else 16."""
    return iter(range(0, most + 1, max(1, most // 16)))


def decided(search: Any) -> set[Any]:
    return {*search.strips}
