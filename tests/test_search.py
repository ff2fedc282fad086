"""The door: tilings, solve, Search with its limits, threads, progress and checkpoints, and the reasons."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_search
import strategies
import tilewright as tw
from tilewright.errors import CheckpointError, EngineError, LimitError, OutputError, RequestError
from tilewright.problem import Problem
from tilewright.search import Search, Snapshot, choose, explain, solve, tilings
from tilewright.symmetry import apply

SETTINGS = settings(max_examples=60, deadline=None)


def same(one: list[tw.Tiling], other: list[tw.Tiling]) -> bool:
    return [t.labels.tobytes() for t in one] == [t.labels.tobytes() for t in other]


@SETTINGS
@given(problem=strategies.problems(marks="ab"), engine=st.sampled_from(["auto", "scan", "dance"]))
def test_all_tilings(problem: Problem, engine: str) -> None:
    found = list(tilings(problem, engine=engine, threads=1))
    as_sets = [naive_search.as_tiles(tiling) for tiling in found]
    assert len(as_sets) == len(set(as_sets))
    assert set(as_sets) == naive_search.all_tilings(problem)
    assert all(tiling.faults(problem) == [] for tiling in found)


@SETTINGS
@given(problem=strategies.problems(), engine=st.sampled_from(["scan", "dance"]))
def test_unique_is_one_of_each_class(problem: Problem, engine: str) -> None:
    """Against the symmetries applied to the tilings themselves, as sets of placements."""
    cover = problem.cover()
    group = cover.symmetries()
    classes = set()
    for rows in Search(problem, engine=engine, threads=1).batches():
        for row in rows:
            chosen = row[row >= 0]
            classes.add(min(tuple(sorted(images.tolist())) for images in group[:, chosen]))
    kept = []
    for rows in Search(problem, engine=engine, threads=1, unique=True).batches():
        for row in rows:
            chosen = row[row >= 0]
            kept.append(min(tuple(sorted(images.tolist())) for images in group[:, chosen]))
    assert len(kept) == len(set(kept))
    assert set(kept) == classes


@SETTINGS
@given(problem=strategies.problems())
def test_count_of_a_search_is_what_it_iterates(problem: Problem) -> None:
    for unique in (False, True):
        search = Search(problem, unique=unique, threads=1)
        assert search.count() == len(list(tilings(problem, unique=unique, threads=1)))
        assert search.complete


KNOWN_UNIQUE = [
    ("3x20", "pentominoes", "free", 2),
    ("4x15", "pentominoes", "free", 368),
    ("5x12", "pentominoes", "free", 1010),
    ("6x10", "pentominoes", "free", 2339),
    ("8x8-3,3-3,4-4,3-4,4", "pentominoes", "free", 65),
    ("3x30", "pentominoes", "one-sided", 46),
]


@pytest.mark.parametrize(("board", "pieces", "turn", "count"), KNOWN_UNIQUE)
def test_known_unique_counts(board: str, pieces: str, turn: str, count: int) -> None:
    assert sum(1 for _ in tilings(Problem(board, pieces, turn=turn), unique=True)) == count


def test_all_from_unique_ones_are_all() -> None:
    """The images of the tilings with the pivot in its place are all 9,356 of the 6x10."""
    problem = Problem("6x10", "pentominoes")
    found = list(tilings(problem))
    assert len(found) == 9356
    assert len({tiling.labels.tobytes() for tiling in found}) == 9356
    assert found[5000].faults(problem) == []


def test_unique_on_a_symmetric_board_agrees_with_canonical_forms() -> None:
    problem = Problem("4x4", "I3+", "domino=2", "O4=1")
    every = list(tilings(problem))
    classes = {tiling.canonical().labels.tobytes() for tiling in every}
    kept = list(tilings(problem, unique=True))
    assert len(kept) == len(classes)
    assert {tiling.canonical().labels.tobytes() for tiling in kept} == classes


def test_marks_on_the_board_leave_fewer_symmetries() -> None:
    board = tw.Board.from_text("a##\n###")
    pieces = [tw.Piece.parse("domino=2"), tw.Piece(tw.Polyomino.from_text("##"), "D", marks=("a", ""))]
    problem = Problem(board, *pieces)
    assert len(list(tilings(problem))) == len(list(tilings(problem, unique=True))) == 3


def test_solve() -> None:
    problem = Problem("6x10", "pentominoes")
    tiling = solve(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []
    assert solve(Problem("2x5", "L3=3", "domino=1")) is None
    assert tw.solve(Problem("2x3", "L3=2")).size == 2


def test_solve_says_when_the_time_was_too_short() -> None:
    with pytest.raises(LimitError, match=r"the time of 1e-09 seconds was up"):
        solve(Problem("6x10", "pentominoes"), timeout=1e-9)


def test_limit() -> None:
    problem = Problem("6x10", "pentominoes")
    search = Search(problem, limit=10)
    first = list(search)
    assert len(first) == search.delivered == 10
    assert search.stopped_by == "limit"
    assert not search.complete
    assert same(first, list(tilings(problem))[:10])
    assert list(tilings(problem, limit=0)) == []
    exact = Search(Problem("2x3", "L3=2"), limit=2)
    assert len(list(exact)) == 2
    assert exact.complete
    assert Search(problem, limit=17).count() == 17


@pytest.mark.parametrize("engine", ["scan", "dance"])
def test_threads_change_neither_the_tilings_nor_their_order(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three threads from the first moment, and parts that are cut as soon as a thread is idle."""
    monkeypatch.setattr("tilewright.search.enumeration._ALONE", 0.0)
    monkeypatch.setattr("tilewright.search.parts._CUT_AFTER", 0.0)
    monkeypatch.setattr("tilewright.search.parts._LARGEST_BUDGET", 1 << 10)
    problem = Problem("5x12", "pentominoes")
    one, three = (
        np.concatenate(list(Search(problem, engine=engine, threads=threads, unique=True).batches()))
        for threads in (1, 3)
    )
    assert len(one) == 1010
    np.testing.assert_array_equal(one, three)


def test_little_room_for_waiting_tilings_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that are ahead have to wait for the first part, and do not wait forever."""
    problem = Problem("4x9", "trominoes+")
    one = np.concatenate(list(Search(problem, threads=1).batches()))
    monkeypatch.setattr("tilewright.search.enumeration._ALONE", 0.0)
    monkeypatch.setattr("tilewright.search.parts._CUT_AFTER", 0.0)
    monkeypatch.setattr("tilewright.search.parts._LARGEST_BUDGET", 1 << 11)
    monkeypatch.setattr("tilewright.search.parts._WAITING_BYTES", 2000)
    three = np.concatenate(list(Search(problem, threads=3).batches()))
    np.testing.assert_array_equal(one, three)


def test_an_error_in_a_thread_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.search.enumeration._ALONE", 0.0)
    search = Search(Problem("6x10", "pentominoes"), threads=2)

    def fail(rows: np.ndarray) -> None:
        raise MemoryError("no room")

    search._parts._transform = fail
    with pytest.raises(MemoryError, match="no room"):
        list(search)


def test_jit_off() -> None:
    program = """
from tilewright.problem import Problem
from tilewright.search import Search, tilings
for words in (["trominoes+"], ["L3=2", "domino=3"], ["I4", "L4=2"]):
    problem = Problem("3x4", *words)
    found = [Search(problem, unique=unique, threads=2).count() for unique in (False, True)]
    print(*found, len(list(tilings(problem))), len(list(tilings(problem, unique=True, seed=1))))
"""
    answers = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env=os.environ | {"NUMBA_DISABLE_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("0", "1")
    ]
    assert answers[0] == answers[1]
    assert answers[0].split()[:4] == ["23", "9", "23", "9"]


def test_seed_draws_an_order() -> None:
    problem = Problem("4x15", "pentominoes")
    plain, drawn, again, other = (list(tilings(problem, seed=seed)) for seed in (None, 1, 1, 2))
    assert same(drawn, again)
    assert not same(drawn, other)
    assert not same(plain, drawn)
    assert {t.labels.tobytes() for t in plain} == {t.labels.tobytes() for t in drawn}


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.search.parts._ESTIMATE_EVERY", 0.0)
    seen: list[Snapshot] = []
    assert Search(Problem("8x8", "domino+"), limit=6_000_000, progress=seen.append).count() == 6_000_000
    assert [s.share for s in seen] == sorted(s.share for s in seen)
    assert 0.0 < seen[-1].share < 1.0
    assert seen[-1].rate > 0
    assert seen[-1].time_left is None or seen[-1].time_left > 0


def test_stop_and_go_on() -> None:
    problem = Problem("6x10", "pentominoes")
    whole = list(tilings(problem))
    search = Search(problem, threads=2)
    found = []
    for tiling in search:
        found.append(tiling)
        if len(found) == 1234:
            search.stop()
    assert len(found) == 1234
    assert search.stopped_by == "stop"
    found += list(search)
    assert search.complete
    assert same(found, whole)


def test_timeout() -> None:
    search = Search(Problem("9x10", "pentominoes", turn="one-sided"), timeout=0.3)
    begin = time.monotonic()
    search.count()
    assert time.monotonic() - begin < 10
    assert search.stopped_by == "timeout"
    assert not search.complete


def test_bad_requests() -> None:
    problem = Problem("2x3", "L3=2")
    for options in ({"limit": -1}, {"threads": 0}, {"timeout": 0}, {"seed": -1}):
        with pytest.raises(RequestError):
            Search(problem, **options)
    with pytest.raises(EngineError, match="there is no engine 'sat4'"):
        Search(problem, engine="sat4")
    with pytest.raises(RequestError):
        list(tilings(Problem("2x3", "L3=2..1")))


@SETTINGS
@given(
    problem=strategies.problems(),
    stops=st.lists(st.integers(0, 7), max_size=5),
    unique=st.booleans(),
    engine=st.sampled_from(["scan", "dance"]),
)
def test_checkpoints_lose_nothing_and_repeat_nothing(
    problem: Problem, stops: list[int], unique: bool, engine: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("checkpoint") / "file"
    whole = list(tilings(problem, unique=unique, engine=engine, threads=1))
    found: list[tw.Tiling] = []
    for stop in stops:
        search = Search(problem, unique=unique, engine=engine, threads=1)
        if path.exists():
            search.resume(path)
            assert search.delivered == len(found)
        for _, tiling in zip(range(stop), search, strict=False):
            found.append(tiling)
        search.save(path, length=len(found))
    search = Search(problem, unique=unique, engine=engine, threads=1)
    if path.exists():
        search.resume(path)
        assert search.payload == {"length": len(found)}
    found += list(search)
    assert same(found, whole)
    assert search.complete


def test_checkpoints_with_threads(tmp_path: Path) -> None:
    """Saved in the middle of the work of three threads, several times."""
    problem = Problem("6x10", "pentominoes")
    path = tmp_path / "checkpoint"
    whole = list(tilings(problem, seed=3))
    found: list[tw.Tiling] = []
    for _ in range(5):
        search = Search(problem, seed=3, threads=3)
        if path.exists():
            search.resume(path)
        for number, tiling in enumerate(search):
            found.append(tiling)
            if number == 1500:
                search.save(path)
                break
    search = Search(problem, seed=3, threads=3)
    search.resume(path)
    found += list(search)
    assert same(found, whole)


def test_count_goes_on_where_an_iteration_or_a_checkpoint_stopped(tmp_path: Path) -> None:
    problem = Problem("6x10", "pentominoes")
    path = tmp_path / "checkpoint"
    search = Search(problem, threads=2)
    for _ in zip(range(1234), search, strict=False):
        pass
    search.save(path)
    assert search.count() == 9356
    assert search.complete

    other = Search(problem, threads=2)
    other.resume(path)
    assert other.count() == 9356
    assert other.snapshot().delivered == 9356

    def save(snapshot: Snapshot) -> None:
        third.save(path)
        third.stop()

    third = Search(problem, threads=1, progress=save)
    part = third.count()
    assert third.stopped_by == "stop"
    fourth = Search(problem)
    fourth.resume(path)
    assert part <= fourth.delivered < 9356
    assert fourth.count() == 9356


def test_checkpoint_survives_a_kill(tmp_path: Path) -> None:
    """A process that writes tilings and checkpoints is killed without warning, again and again."""
    program = textwrap.dedent("""
        import sys, time
        from tilewright.search import Search
        from tilewright.problem import Problem
        from pathlib import Path
        output, path = Path(sys.argv[1]), Path(sys.argv[2])
        search = Search(Problem("4x15", "pentominoes"), threads=2)
        if path.exists():
            search.resume(path)
        with output.open("ab") as file:
            file.truncate(search.payload.get("length", 0))
            for tiling in search:
                file.write(tiling.text().encode() + b"\\n\\n")
                if search.delivered % 10 == 0:
                    file.flush()
                    search.save(path, length=file.tell())
                    time.sleep(0.002)
    """)
    output, path = tmp_path / "output", tmp_path / "checkpoint"
    command = [sys.executable, "-c", program, str(output), str(path)]
    for kill in range(3):
        before = path.stat().st_mtime_ns if path.exists() else 0
        with subprocess.Popen(command) as process:
            while process.poll() is None and (not path.exists() or path.stat().st_mtime_ns == before):
                time.sleep(0.001)
            time.sleep(0.01 * kill)
            assert process.poll() is None
            process.kill()
    subprocess.run(command, check=True)
    texts = output.read_text().strip().split("\n\n")
    assert texts == [tiling.text() for tiling in tilings(Problem("4x15", "pentominoes"))]


def test_foreign_and_damaged_checkpoints_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Search(Problem("6x10", "pentominoes")).save(path)
    for problem, options in (
        (Problem("5x12", "pentominoes"), {}),
        (Problem("6x10", "pentominoes"), {"unique": True}),
        (Problem("6x10", "pentominoes"), {"seed": 1}),
        (Problem("6x10", "pentominoes", turn="fixed"), {}),
    ):
        with pytest.raises(CheckpointError, match="belongs to another problem"):
            Search(problem, **options).resume(path)
    good = path.read_bytes()
    search = Search(Problem("6x10", "pentominoes"))
    for bad in (good[:-1], good[:100], good[:200] + b"X" + good[201:], good + b"X"):
        path.write_bytes(bad)
        with pytest.raises(CheckpointError, match="damaged"):
            search.resume(path)
    for bad in (b"", b"something else"):
        path.write_bytes(bad)
        with pytest.raises(CheckpointError, match="not a checkpoint"):
            search.resume(path)
    with pytest.raises(CheckpointError, match="cannot read"):
        search.resume(tmp_path / "nowhere")
    with pytest.raises(OutputError, match="cannot write"):
        search.save(tmp_path / "no" / "folder")


def test_steps_for_animation() -> None:
    problem = Problem("6x6", "trominoes+")
    search = Search(problem)
    depths = []
    for _ in range(40):
        assert search.step()
        depths.append(len(search.stack()))
    assert max(depths) > 6
    assert len(set(depths)) > 3


def test_stop_from_another_thread() -> None:
    search = Search(Problem("9x10", "pentominoes", turn="one-sided"))
    threading.Timer(0.3, search.stop).start()
    search.count()
    assert search.stopped_by == "stop"


def test_interrupts_lose_nothing() -> None:
    """Ctrl-C again and again while the search is at work; each time it is gone on with."""
    program = textwrap.dedent("""
        import signal
        from tilewright.problem import Problem
        from tilewright.search import Search

        # A runner in the background may have Ctrl-C ignored, and children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def interrupt(*_):
            if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
                signal.raise_signal(signal.SIGINT)

        signal.signal(signal.SIGALRM, interrupt)
        problem = Problem("6x10", "pentominoes")
        wanted = [tiling.text() for tiling in Search(problem)]
        for threads in (1, 2):
            search = Search(problem, threads=threads)
            found, interrupts = [], 0
            signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
            while True:
                try:
                    for tiling in search:
                        found.append(tiling.text())
                    break
                except KeyboardInterrupt:
                    interrupts += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert interrupts > 0
            assert search.complete
            assert found == wanted, (len(found), len(wanted))
        print("whole")
    """)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout == "whole\n", result.stderr


def test_an_interrupted_count_knows_what_it_has_counted() -> None:
    def interrupt(snapshot: Snapshot) -> None:
        if snapshot.found and not seen:
            seen.append(snapshot.found)
            raise KeyboardInterrupt

    seen: list[int] = []
    search = Search(Problem("8x8", "domino+"), progress=interrupt, threads=2)
    with pytest.raises(KeyboardInterrupt):
        search.count()
    assert 0 < seen[0] <= search.delivered < 12_988_816
    assert not search.complete


def test_tilings_are_light_and_read_only() -> None:
    tiling = next(tilings(Problem("6x10", "pentominoes")))
    assert tiling.labels.base is not None
    with pytest.raises(ValueError, match="read-only"):
        tiling.labels[0, 0] = 1
    assert sorted(tiling.names[k] for k in tiling.piece) == sorted(tiling.names)
    assert tiling == tw.Tiling(tiling.labels, tiling.piece, tiling.names)


@pytest.mark.parametrize(
    ("board", "pieces", "reason"),
    [
        ("6x11", ["pentominoes"], "the board has 66 cells, but the pieces cover 60"),
        ("2x5", ["L3=3"], "the board has 10 cells, but the pieces cover 9"),
        ("3x3", ["pentomino:XI=0..1"], "the board has 9 cells, and no choice of copies"),
        ("2x2", ["pentomino:XI"], "the board has 4 cells, but the pieces cover 10"),
        ("3x3", ["I4", "P5"], "the piece I4 must be used, but fits nowhere"),
        ("3x5-0,1-1,0", ["L3+", "domino+"], "no piece can cover the cell 0,0"),
        ("2x5-0,3-1,3", ["O4=1..2"], "the region of"),
        ("3x5", ["X5=3"], "no piece can cover the cell 0,0, nor"),
    ],
)
def test_reasons(board: str, pieces: list[str], reason: str) -> None:
    assert any(re.search(reason, text) for text in explain(Problem(board, *pieces))), explain(
        Problem(board, *pieces)
    )


@SETTINGS
@given(problem=strategies.problems(marks="a"))
def test_reasons_are_proofs(problem: Problem) -> None:
    if explain(problem):
        assert naive_search.all_tilings(problem) == set()


def test_choice_is_explained() -> None:
    name, reason = choose(Problem("6x10", "pentominoes").cover())
    assert name == "scan"
    assert "short side" in reason
    search = Search(Problem("6x10", "pentominoes"), engine="dance")
    assert (search.engine, search.reason) == ("dance", "asked for")


def test_images_are_images() -> None:
    """What a search without symmetry breaking would find is closed under the symmetries of the board."""
    found = {t.canonical().labels.tobytes() for t in tilings(Problem("5x5", "I5=1", "O4=5"))}
    unique = list(tilings(Problem("5x5", "I5=1", "O4=5"), unique=True))
    assert len(found) == len(unique)
    for tiling in unique:
        for element in range(8):
            image = tw.Tiling(tw.tiling.number_tiles(apply(element, tiling.labels)))
            assert image.canonical() == tiling.canonical()


@pytest.mark.parametrize(
    ("board", "words", "name"),
    [
        ("6x10", ["pentominoes"], "scan"),
        ("6x6", ["hexominoes=0..1"], "scan"),
        ("100x100", ["domino+"], "scan"),
        ("15x15", ["hexominoes=0..1", "pentominoes=0..1"], "dance"),
        ("20x20", ["pentominoes+"], "dance"),
    ],
)
def test_each_engine_gets_what_suits_it(board: str, words: list[str], name: str) -> None:
    problem = Problem(board, *words)
    assert choose(problem.cover())[0] == name
    tiling = solve(problem)
    assert tiling is not None
    assert tiling.faults(problem) == []
