"""The kernels in WebAssembly do what they do natively: calls of kernels are recorded, and repeated
in Node.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from cases import RULES, random_case
from games import Player, puzzles, shown
from naive_matching import all_matchings, chi_square
from node import NODE, in_node
from random_tilings import random_tiling
from tiles import tiling_of
from tilewright.apps.site.pool import choices
from tilewright.formats.request import read_id
from tilewright.kernels.build.build import build_modules, module_rows
from tilewright.kernels.build.table_rows import Row
from tilewright.kernels.deduction import finish
from tilewright.kernels.matching import shuffling
from tilewright.kernels.table import ELEMENTS
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.puzzle import KINDS, Puzzle, make_puzzle
from tilewright.model.space.labels import number_tiles
from tilewright.model.space.lattice import SQUARES
from tilewright.puzzles.deduction import (
    GRADES,
    Deducer,
    Explainer,
    Solving,
    problem_tables,
    region_tables,
)
from tilewright.puzzles.making.clues import NoPuzzleError, only_solution
from tilewright.puzzles.making.field import EFFORT
from tilewright.puzzles.play import Session
from tilewright.solving.coloring import colorings
from tilewright.solving.coloring.touching import as_graph
from tilewright.solving.matching import (
    MatchingGraph,
    largest_matching,
    lozenge_shuffler,
    matching_refusal,
    shuffler,
    shuffling_steps,
)
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.engines.dance.layout import layout_cover
from tilewright.solving.search.engines.dance.run import DanceRun
from tilewright.solving.search.running.protocol import EngineRun, Status
from tilewright.solving.search.running.symmetry_breaking import Breaking, break_symmetry
from tilewright.system.work.deadline import Deadline
from waiting import NEVER

REPLAYING = Path(__file__).parents[1] / "apps" / "page" / "node" / "replaying.js"
EXPORTS = module_rows("kernels.wasm")
#: Calls with larger arrays are not recorded.
LARGEST = 1 << 22
#: Bytes of recorded arrays that are repeated at once.
AT_ONCE = 1 << 26


class Recorder:
    """The calls of all kernels in the module, with their arrays before and after."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.module = build_modules()[0]
        self.calls: list[dict[str, Any]] = []
        self.data: list[bytes] = []
        self.counts: Counter[str] = Counter()
        for export in EXPORTS:
            monkeypatch.setattr(
                f"tilewright.kernels.{export.module}.{export.function}", self._recording(export)
            )

    def _recording(self, export: Row) -> Callable[..., Any]:
        kernel, arguments = export.kernel, export.arguments()

        def run(*passed: Any) -> Any:
            flat: list[Any] = []
            for each in passed:
                flat += each if isinstance(each, tuple) else [each]
            arrays = [each for each in flat if isinstance(each, np.ndarray)]
            if sum(array.nbytes for array in arrays) > LARGEST:
                return kernel(*passed)
            for argument, value in zip(arguments, flat, strict=True):
                assert np.ndim(value) == argument.dimensions
                if argument.dimensions:
                    assert value.dtype.name == ELEMENTS[argument.element][0], (
                        export.name,
                        argument,
                    )
                    assert value.flags.c_contiguous
            self.data += [array.tobytes() for array in arrays]
            result = kernel(*passed)
            self.data += [array.tobytes() for array in arrays]
            results = (
                [] if result is None else list(result) if isinstance(result, tuple) else [result]
            )
            self.calls.append(
                {
                    "name": export.name,
                    "passed": [
                        list(value.shape) if isinstance(value, np.ndarray) else str(number(value))
                        for value in flat
                    ],
                    "results": [int(value) for value in results],
                }
            )
            self.counts[export.name] += 1
            return result

        return run

    def check(self, folder: Path) -> None:
        """Repeat all calls in Node, and forget them."""
        head = json.dumps(self.calls).encode()
        path = folder / "recording"
        path.write_bytes(len(head).to_bytes(4, "little") + head + b"".join(self.data))
        done = subprocess.run(
            [NODE, REPLAYING, self.module, path],
            capture_output=True,
            text=True,
            timeout=NEVER,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == {"calls": len(self.calls), "wrong": []}
        self.calls, self.data = [], []


def number(value: Any) -> int | float:
    """A number that is passed to a kernel."""
    return float(value) if isinstance(value, float) else int(value)


def problems(numbers: Sequence[int]) -> list[tuple[int, Problem]]:
    """Random problems of all lattices, surfaces and rules."""
    drawn = ((number, random_case(number).problem()) for number in numbers)
    return [(number, problem) for number, problem in drawn if not problem.faults()]


def search(run: EngineRun, breaking: Breaking) -> None:
    """Search in slices, and keep one of each class of what is found."""
    for _ in range(6):
        status = run.advance(300)
        breaking.select(run.take(), unique=True)
        if status is Status.DONE:
            break


def deduce(cover: Cover, steps: int = 12) -> None:
    """Make deductions as a hint and a grade do, and finish what is left."""
    deducer = Deducer(cover)
    position = deducer.start()
    solving = Solving(deducer, position, GRADES["expert"], guesses=2)
    for _ in range(steps):
        if not solving.step():
            break
    found = Explainer(deducer, position).explain(Deadline())
    for placement in found.chosen if found else ():
        deducer.choose(position, placement)
    deducer.placements_left(position)
    rows = np.zeros((3, cover.area), dtype=np.int32)
    gaps = np.array([cover.empty_least, cover.empty_most], dtype=np.int64)
    tables = problem_tables(cover), region_tables(cover)
    finish.finish(*tables, position.alive, position.covered, position.used, gaps, rows, 200)


def everything(problem: Problem) -> None:
    """Do what the page asks of kernels for a problem."""
    cover = compile_cover(problem)
    breaking = break_symmetry(cover)
    engine = DanceEngine(cover, breaking.allowed, apart=breaking.refine(cover).apart)
    search(engine.start(capacity=40), breaking)
    search(DanceRun(layout_cover(cover), np.zeros(0, np.int32), 40), breaking)
    if cover.size <= 400:
        deduce(cover)
    if matching_refusal(problem) is None:
        largest_matching(MatchingGraph(cover))


def check_problems(numbers: Sequence[int], recorder: Recorder, folder: Path) -> Counter[str]:
    """Repeat the calls of random problems; return how many problems there were with each rule."""
    rules: Counter[str] = Counter()
    for number, problem in problems(numbers):
        everything(problem)
        case = random_case(number)
        rules.update(
            [
                f"{case.lattice} {case.surface}",
                *(name for name, holds in RULES.items() if holds(case)),
            ]
        )
        if sum(map(len, recorder.data)) > AT_ONCE:
            recorder.check(folder)
    recorder.check(folder)
    return rules


def draw_matchings() -> None:
    """Draw random matchings: of a diamond, of a board in one, by weight, and of a hexagon."""
    for word in ("aztec:5", "6x7"):
        graph = matching_graph(word)
        list(some(shuffler(graph)).draw(1, seed=3))
        list(some(shuffler(graph, np.linspace(0.1, 1, len(graph.ends)))).draw(1, seed=3))
    list(some(lozenge_shuffler(matching_graph("tri:hexagon3"))).draw(1, seed=3))
    # The library hardly ever needs more bits; the page draws small boards with them.
    state = np.random.SeedSequence(3).generate_state(4, dtype=np.uint64)
    assert 0 <= shuffling.draw_bits(state) < 1 << 53
    list(shuffling_steps(3, seed=3))


def matching_graph(word: str, pieces: tuple[str, ...] = ()) -> MatchingGraph:
    """The graph of a board of squares or triangles."""
    board = Board.parse(word)
    words = pieces or ("dominoes+" if board.lattice is SQUARES else "diamond+",)
    return MatchingGraph(compile_cover(Problem(board, *words)))


def some(value: Any) -> Any:
    """What is not None."""
    assert value is not None
    return value


def check_others(recorder: Recorder, folder: Path, seeds: range) -> None:
    """Repeat the calls of colorings."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        labels = rng.integers(0, 9, size=(4, 5))
        touching = as_graph(number_tiles(labels.astype(np.int32)), "edge", False)
        for number, _ in zip(range(40), colorings(touching, colors=4), strict=False):
            assert number < 40
    recorder.check(folder)


def test_kernels_do_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    recorder = Recorder(monkeypatch)
    rules = check_problems([*range(60), 70], recorder, tmp_path)
    check_others(recorder, tmp_path, range(4))
    # Dominoes are matchings; with so many orientations, a window does not fit in a word.
    for problem in (Problem("6x7-3,3", "dominoes+"), Problem("6x6", "hexominoes+")):
        everything(problem)
    draw_matchings()
    for kind, board in (
        ("given", "hex:4x4"),
        ("sigil", "tri:triangle6"),
        ("tetrominous", "4x4"),
        ("pips", "3x4"),
    ):
        tw.generate(kind, board, seed=6, timeout=None)
    tw.generate("dots", "4x5", "domino", "L3", seed=6, minimal=True, timeout=None)
    with pytest.raises(NoPuzzleError):
        tw.generate("dots", "4x4", "oo/", seed=1)
    tw.hint(tw.Problem("1x2", "12", marks_agree={"1": [""], "2": [""]}, rules=["sum 0,0 = 2"]))
    assert tw.hint(tw.find_puzzle("talos:hub-gates-1")).cases
    recorder.check(tmp_path)
    assert {export.name for export in EXPORTS} == set(recorder.counts)
    assert {*RULES} <= {*rules}


def as_json(value: Any) -> Any:
    """A value as it is after it was sent."""
    return json.loads(json.dumps(value))


def check_tilings(seeds: Iterable[int], most: int) -> Counter[str]:
    """Compare covers and tilings of puzzles in the page, after some moves, with those of the
    library.
    """
    games, wanted = [], []
    rules: Counter[str] = Counter()
    for seed, puzzle, sheet in puzzles(seeds):
        player = Player(puzzle, seed)
        for _ in player.play(seed % 5):
            pass
        position = player.game.position
        cover = position.rest(position.tiles, position.drawn)
        run = DanceRun(layout_cover(cover), np.zeros(0, np.int32), capacity=256)
        found: list[list[int]] = []
        done = False
        for _ in range(40):
            done = run.advance(5000) is Status.DONE
            found += [sorted(n for n in row if n >= 0) for row in run.take().tolist()]
            if done or len(found) >= most:
                break
        games.append({"sheet": sheet, "saved": player.game.save(), "most": most})
        wanted.append(
            {
                "items": np.split(cover.item, cover.start[1:-1]) if cover.size else [],
                "orientation": cover.orientation,
                "piece": cover.placement_piece,
                "least": cover.least,
                "most": cover.most,
                "optional": cover.optional,
                "empty": [cover.empty_least, cover.empty_most],
                "done": done,
                "nodes": run.nodes,
                "tilings": found,
            }
        )
        board = puzzle.board
        rules.update(
            [f"{board.lattice.cells} {board.surface.joined}", *(["given"] if puzzle.placed else [])]
        )
    for game, expected, got in zip(games, wanted, in_node("solving.js", games), strict=True):
        for name, value in expected.items():
            plain = json.loads(json.dumps(value, default=lambda array: array.tolist()))
            assert got[name] == plain, (game["sheet"]["id"], game["saved"], name)
    return rules


def test_tilings_in_the_page() -> None:
    # In the last one, a piece lies on a cell whose image under a turn may stay empty.
    rules = check_tilings([*range(40), 1423], 100)
    assert len(rules) >= 7, rules


def test_a_suggestion_leads_away_from_solutions_that_were_found() -> None:
    game = Session("classic:3x20")
    problem, sheet = game.problem, shown(game.puzzle)
    letters = {name: f"{number:x}" for number, name in enumerate(problem.names)}
    first, *others = list(tw.tilings(problem))
    # A part of the board may be turned by itself: the rest is placed already.
    shared, second = max(
        ((set(first) & set(each), each) for each in others), key=lambda pair: len(pair[0])
    )
    ways = [set(first), set(second)]
    for piece, cells in sorted(shared):
        game = game.place(piece, cells)
    assert 0 < len(shared) < 12 and {*tw.tilings(problem, placed=list(shared))} == {first, second}
    for known, other in ((0, 1), (1, 0)):
        labels, names = (first, second)[known].labels.tolist(), (first, second)[known].piece_names()
        word = "/".join("".join(letters[names[label]] for label in row) for row in labels)
        asked = {"sheet": sheet, "saved": game.save(), "most": 1, "found": [word]}
        (answer,) = in_node("solving.js", [asked])
        advice = answer["hint"]
        placement = advice["piece"], tuple(map(tuple, advice["place"]))
        assert placement in ways[other] - ways[known]


@pytest.mark.parametrize(
    ("board", "pieces"), [("2x2", "domino+"), ("2x4", "domino+"), ("4x4", "L4=4"), ("4x6", "L3=8")]
)
def test_the_page_says_how_many_ways_lead_to_a_solution(board: str, pieces: str) -> None:
    puzzle = make_puzzle("sigil", Board.parse(board), (pieces,), turn="free")
    (answer,) = in_node(
        "solving.js", [{"sheet": shown(puzzle), "saved": None, "most": 1, "found": []}]
    )
    assert "ways to cover the cell 0,0 lead to a solution" in answer["hint"]["text"]
    assert answer["hint"]["text"] == Session(puzzle).hint().text


@pytest.mark.slow
def test_tilings_of_many_puzzles_in_the_page() -> None:
    for first in range(1000, 3200, 100):
        check_tilings(range(first, first + 100), 200)


@pytest.mark.slow
def test_kernels_do_the_same_on_many_problems(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    recorder = Recorder(monkeypatch)
    rules = check_problems(range(1000, 4000), recorder, tmp_path)
    check_others(recorder, tmp_path, range(100, 200))
    assert min(rules[name] for name in RULES) >= 50


def partners(graph: MatchingGraph, edges: Any) -> list[int]:
    """The other cell of the tile on each cell."""
    partner = np.empty(graph.size, dtype=np.int64)
    one, other = graph.ends[edges].T
    partner[one], partner[other] = other, one
    found: list[int] = partner.tolist()
    return found


#: Boards that are drawn by shuffling.
SHUFFLED = (
    "8x8",
    "1x2",
    "5x6",
    "12x9",
    "6x6-0,0-5,5-0,1-5,4",
    "##../####/.##.",
    "tri:4x5",
    "30x20",
)


def test_random_tilings_are_those_of_the_library() -> None:
    asked = [
        *({"board": f"aztec:{order}", "seed": seed} for order in (1, 2, 3, 20) for seed in (0, 7)),
        {"board": "aztec:33", "seed": 2**52 + 12345},
        *({"board": word, "seed": 5} for word in (*SHUFFLED, "tri:hexagon2", "tri:hexagon5,3,9")),
        *(
            {"board": word, "seed": 6, "weight": w}
            for w in (0.125, 4)
            for word in ("aztec:6", *SHUFFLED[:4])
        ),
    ]
    near = [
        {"board": word, "seed": 9, "near": 0.2} for word in ("tri:hexagon4", "tri:hexagon2,7,5")
    ]
    found = in_node("sampling.js", asked + near)
    for request, own in zip(asked, found, strict=False):
        word, seed, weight = request["board"], int(str(request["seed"])), request.get("weight")
        if str(word).startswith("aztec:") and weight is None:
            assert own == as_json(random_tiling(str(word), seed))
            continue
        graph = matching_graph(str(word), ("##@fixed+", "#/#@fixed+") if weight else ())
        weights = None
        if weight:
            lying = graph.cover.placement_piece == graph.cover.problem.piece_index("##")
            weights = np.where(lying, weight, 1.0) / max(1.0, float(str(weight)))
        drawer = lozenge_shuffler(graph) if "hexagon" in str(word) else shuffler(graph, weights)
        (edges,) = some(drawer).draw(1, seed=seed)
        assert own["how"] == some(drawer).how
        triangles = own["lattice"] is not None
        assert np.array_equal(
            tiling_of(own["tiles"], triangles).labels, decode(graph.cover, edges).labels
        ), request
    for request, own in zip(near, found[len(asked) :], strict=True):
        graph = matching_graph(str(request["board"]))
        drawer = replace(some(lozenge_shuffler(graph)), near=0.2)
        assert own == partners(graph, next(iter(drawer.draw(1, seed=9))))


def test_random_tilings_of_other_boards_are_as_likely_as_they_should_be() -> None:
    # The holes of the second board leave cells of a diamond that cannot be tiled.
    boards = [("4x5", 2.0), ("5x6-1,1-3,2", 0.5), ("tri:hexagon2", 1.0)]
    drawn = in_node("sampling.js", [{"board": b, "weight": w, "seeds": 1500} for b, w in boards])
    for (board, weight), tilings in zip(boards, drawn, strict=True):
        graph = matching_graph(board)
        rows = graph.cover.cells[graph.ends][:, :, 0]
        lying = rows[:, 0] == rows[:, 1]
        weights = {
            tuple(partners(graph, edges)): weight ** int(lying[list(edges)].sum())
            for edges in map(list, all_matchings(graph))
        }
        total = sum(weights.values())
        chances = {each: own / total for each, own in weights.items()}
        assert chi_square(Counter(map(tuple, tilings)), chances) < 4, board
    answers = in_node(
        "sampling.js",
        [{"board": "5x6-1,1-3,2"}, {"board": "4x4-0,0-3,3"}, {"board": "tri:triangle3"}],
    )
    assert (
        answers[0]["how"]
        == "by counting the tilings that contain each possible tile, exact except for rounding"
    )
    for answer in answers[1:]:
        proof = "".join(answer["proof"])
        assert answer["tiles"] is None and proof.count("#") > proof.count("o") > 0
    assert (
        answers[1]["reason"]
        == "the 7 dark cells have only 6 light neighbors, and each needs a different one"
    )


#: Requests of each kind, as the page makes them: kind, board, pieces, level, and whether clues are
#: the fewest.
REQUESTS = [
    ("dots", "4x6", ["trominoes"], "medium", False),
    ("dots", "6x6", ["L3"], None, True),
    ("hole", "5x5", ["L3"], "easy", False),
    ("hole", "hex:4x4", None, "medium", False),
    ("given", "5x12", ["pentominoes"], "easy", False),
    ("given", "hex:4x6", None, None, True),
    ("sigil", "4x4", ["tetrominoes"], None, False),
    # No list is drawn that fits in one way; the only ones are dull.
    ("sigil", "tri:triangle6", ["tetriamonds"], None, False),
    ("calendar", "", None, None, True),
    ("weekday", "", None, "medium", False),
]


def asked_for(request: tuple[Any, ...], seed: int) -> dict[str, Any]:
    """What the page sends for a request."""
    kind, board, pieces, level, minimal = request
    rest = (
        {"board": board, "pieces": pieces}
        if board
        else {"date": "2026-11-26" if seed % 2 else None}
    )
    limits = {"seed": seed, "attempts": EFFORT.attempts}
    return {"kind": kind, **rest, **limits, "level": level, "minimal": minimal}


def check_made(asked: list[dict[str, Any]]) -> int:
    """Compare puzzles that are made in the page with the library; return how many there are."""
    ids = set()
    answers = in_node("making.js", asked)
    for request, answer in zip(asked, answers, strict=True):
        made = answer["puzzle"]
        if made is None:
            continue
        ids.add(made["id"])
        puzzle = read_id(made["id"])
        problem = puzzle.problem()
        assert puzzle.kind == request["kind"]
        assert made["empty"] == [KINDS[puzzle.kind].empty] * 2
        assert tw.count(problem, unique=True) == 1, request
        assert only_solution(problem, engine="scan") is not None, request
        grade = tw.grade(problem)
        assert (made["level"], made["grade"]["score"]) == (grade.level, grade.score), request
        assert request["level"] in (None, grade.level)
        if request["minimal"]:
            assert all(only_solution(other) is None for other in with_a_clue_less(puzzle)), request
    return len(ids)


def with_a_clue_less(puzzle: Puzzle) -> Iterator[Problem]:
    """The problems without one of the placed pieces, or without one of the dots."""
    problem = puzzle.problem()
    board, rules = problem.board, {"turn": problem.turn, "empty": puzzle.empty}
    for number in range(len(problem.placed)):
        placed = [*problem.placed[:number], *problem.placed[number + 1 :]]
        yield Problem(board, *problem.pieces, placed=placed, **rules)
    for cell in map(tuple, np.argwhere(board.marks).tolist()):
        marks = board.marks.copy()
        marks[cell] = 0
        yield Problem(
            Board(board.mask, marks=marks, alphabet=board.alphabet), *problem.pieces, **rules
        )


def test_puzzles_made_in_the_page_are_what_they_say() -> None:
    assert check_made([asked_for(request, 1) for request in REQUESTS]) == len(REQUESTS)
    again = [asked_for(REQUESTS[1], seed) for seed in (5, 5, 6)]
    # A list of a single piece is no puzzle, and sometimes time runs out.
    none = asked_for(("sigil", "1x4", ["tetrominoes"], None, False), 0)
    late = [{**again[0], "slices": slices} for slices in (0, 3, 8)]
    found = [answer["puzzle"] for answer in in_node("making.js", [*again, none, *late])]
    one, same, other = (puzzle["id"] for puzzle in found[:3])
    assert one == same != other
    assert not any(found[3:])


@pytest.mark.slow
def test_many_puzzles_made_in_the_page_are_what_they_say() -> None:
    ways = [(None, False), (None, True), ("easy", False), ("medium", False), ("hard", False)]
    asked = []
    for number, (kind, board, pieces) in enumerate(choices()):
        # Of lists of pieces, those of a level may be rare.
        level, minimal = ways[number % len(ways) if KINDS[kind].given else 0]
        asked.append(asked_for((kind, board, pieces.split() or None, level, minimal), number))
    asked += [asked_for(request, seed) for seed in (2, 3, 4) for request in REQUESTS]
    assert sum(check_made(asked[begin : begin + 20]) for begin in range(0, len(asked), 20)) >= 100
