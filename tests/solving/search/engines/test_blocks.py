"""Blocks: one tiling of a rectangle from copies of a smaller one, and nothing said where there are
none.
"""

from __future__ import annotations

import pytest

from tilewright.errors import EngineError
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.choice import make_engine
from tilewright.solving.search.engines.blocks import BlocksEngine, block_sizes
from tilewright.solving.search.engines.race import Entrant, RaceEngine, RaceTuning
from tilewright.solving.search.engines.scan.wide import ScanWideEngine
from tilewright.solving.search.running.protocol import EngineRun, Status
from tilewright.system.work.deadline import Deadline


def blocks(cover: Cover) -> BlocksEngine:
    return BlocksEngine(cover, lambda block: make_engine(block).engine)


def ended(run: EngineRun, budget: int = 500) -> Status:
    status = Status.MORE
    while status is Status.MORE:
        status = run.advance(budget)
    return status


@pytest.mark.parametrize(
    "words", [("30x30", "Y5+"), ("8x12", "T4+"), ("6x10", "L3+", "I3+"), ("4x6", "L3@one-sided+")]
)
def test_copies_of_a_block_are_a_tiling(words: tuple[str, ...]) -> None:
    cover = compile_cover(Problem(*words))
    run = blocks(cover).start()
    assert ended(run) is Status.CUT
    assert run.found == 1
    (row,) = run.take()
    assert decode(cover, row).faults(cover.problem) == []
    assert len(run.take()) == 0


@pytest.mark.parametrize(
    "words",
    [
        ("30x30", "Y5=0..200"),
        ("30x30", "Y5=1", "L5+"),
        ("30x30-0,0", "Y5+"),
        ("##/#?", "#+"),
        ("7x11", "L3+"),
        ("6x6", "X5+"),
    ],
)
def test_where_there_are_no_blocks_to_try(words: tuple[str, ...]) -> None:
    problem = Problem(*words)
    assert block_sizes(compile_cover(problem)) == []
    with pytest.raises(EngineError, match="requires unlimited copies of each piece"):
        blocks(compile_cover(problem))


def test_blocks_without_a_tiling_say_nothing_about_the_board() -> None:
    # The 15x15 has a tiling; none of the rectangles that divide it has.
    cover = compile_cover(Problem("15x15", "Y5+"))
    run = blocks(cover).start()
    assert ended(run) is Status.CUT
    assert run.found == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_race_goes_on_without_what_gave_up(threads: int) -> None:
    cover = compile_cover(Problem("4x5", "X5+"))
    assert block_sizes(cover)
    lanes = (
        Entrant("scan", lambda: ScanWideEngine(cover), 1),
        Entrant("blocks", lambda: blocks(cover), 1),
    )
    tuning = RaceTuning(head_start=1, turn=1, seconds=0.0, late=1 << 60)
    with Deadline(threads=threads).holds():
        run = RaceEngine(lanes, cover.area, tuning).start()
    assert ended(run) is Status.DONE
    assert run.found == 0


def test_the_race_for_a_large_rectangle_is_won_by_blocks() -> None:
    search = Search(Problem("30x30", "Y5+"), limit=1)
    assert "blocks" in search.races
    (tiling,) = search
    assert tiling.faults(search.problem) == []
    assert search.engine == "blocks"
