"""The choice of a counting method: random problems, counted with each method and by `auto`.

    python -m benchmarks.bench_plans draw SEED PROBLEMS FILE
    python -m benchmarks.bench_plans auto FILE

The first form draws problems from a seed, counts each with every method in a process of its own,
on one thread, and appends a line for each method to a file. The second form counts the problems of
a file again with `auto`, replaces these lines, and prints how far `auto` is from the best method.
Times are seconds of processor time without the start of Python; memory is the peak of the process.
"""

from __future__ import annotations

import csv
import json
import math
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.timing import row
from tilewright.counting import count_by_piece, count_details, count_up_to_symmetry, weighted_count
from tilewright.counting.answers import by_piece, plans, weights
from tilewright.counting.answers.listing import CopiesTally
from tilewright.counting.frontier.components import component_scan
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.resources import Resources
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.puzzles import generate
from tilewright.solving.proofs import area_reason
from tilewright.solving.search import Search

#: Limits of a process: seconds of processor time, and bytes.
SECONDS, MEMORY = 10.0, 2 << 30
#: A method that takes this many times as long as the best so far, and at least this many seconds,
#: is stopped.
BEHIND, LEAST = 1.5, 0.5
#: Problems whose best method takes less time are compared by the difference in seconds.
SHORT, APART = 0.05, 0.02
#: How often `auto` and the best method are measured again if `auto` loses: other programs on the
#: machine change times by up to half, so the least time of each counts.
AGAIN = 2
#: Processes with less memory are not compared, in MiB.
SMALL = 100.0
#: Of the problems that take less time, in seconds, one in three is kept.
QUICK = 0.03
DATA = Path(__file__).parent / "plans.tsv"


@dataclass(frozen=True)
class Task:
    """A problem in words, and a question about it."""

    kind: str
    question: str
    board: str
    pieces: str
    rules: str = ""
    turn: str = "free"

    def problem(self) -> Problem:
        """Return the problem."""
        if self.kind == "marks":
            puzzle: Any = generate(self.pieces, self.board, seed=int(self.rules))  # type: ignore[arg-type]
            made: Problem = puzzle.puzzle.problem()
            return made
        rules = self.rules.split(",") if self.rules else []
        return Problem(self.board, *self.pieces.split(), rules=rules, turn=self.turn)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Run:
    """What a process did; no answer if it was stopped."""

    answer: str
    seconds: float
    mebibytes: float


def _shape(dice: random.Random, size: int) -> str:
    """Return a random polyomino as a drawing."""
    cells = {(0, 0)}
    while len(cells) < size:
        r, c = dice.choice(sorted(cells))
        step = dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((r + step[0], c + step[1]))
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
    return "/".join(
        "".join(".#"[(r, c) in cells] for c in range(left, right + 1))
        for r in range(top, bottom + 1)
    )


def _box(dice: random.Random, area: int, narrowest: int = 3) -> str | None:
    """Return a box of squares with this area."""
    sides = [n for n in range(narrowest, 40) if area % n == 0 and n * n <= area]
    side = dice.choice(sides) if sides else 0
    return f"{side}x{area // side}" if side else None


def _bounded(dice: random.Random) -> tuple[str, str]:
    """Return a box and different pieces, each used once."""
    size = dice.choice((4, 5, 5, 6, 6, 7))
    number = dice.randint(6, 14)
    pieces = list(dict.fromkeys(_shape(dice, size) for _ in range(number)))
    return _box(dice, size * len(pieces)) or "0", " ".join(pieces)


def _holes(dice: random.Random, area: int) -> str:
    """Return a box with holes that has this area."""
    rows = dice.randint(5, 9)
    columns = -(-(area + dice.randint(0, 6)) // rows)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    holes = dice.sample(cells, rows * columns - area)
    return f"{rows}x{columns}" + "".join(f"-{r},{c}" for r, c in holes)


def _unlimited(dice: random.Random) -> str:
    pieces = {
        _shape(dice, dice.choice((2, 3, 3, 4, 4, 5, 5, 6))) for _ in range(dice.randint(1, 4))
    }
    return " ".join(f"{piece}+" for piece in sorted(pieces))


def _task(dice: random.Random, kind: str) -> Task:
    """Return a random task of a kind; its board need not fit."""
    question, rules, turn = "count", "", "free"
    side, length = dice.randint(3, 10), dice.randint(5, 26)
    board = f"{side}x{length}"
    if kind in ("unique", "by piece", "weights"):
        question = kind
        other = _task(dice, dice.choice(("boxes", "holes", "copies", "unlimited", "sets")))
        return Task(kind, question, other.board, other.pieces, other.rules, other.turn)
    if kind == "boxes":
        if dice.random() < 0.2:
            board, pieces = dice.choice(("3x20", "4x15", "5x12", "6x10")), "pentominoes"
        elif dice.random() < 0.2:
            board, pieces = dice.choice(("3x30", "5x18", "6x15", "9x10")), "pentominoes"
            turn = "one-sided"
        else:
            board, pieces = _bounded(dice)
    elif kind == "holes":
        if dice.random() < 0.6:
            board, pieces = _holes(dice, 60), "pentominoes"
        else:
            board, pieces = _holes(dice, 12 * dice.randint(3, 9)), _unlimited(dice)
    elif kind == "letters":
        letters = "".join(dice.choice("ILOST") for _ in range(dice.randint(8, 22)))
        board, pieces = _box(dice, 4 * len(letters)) or "0", f"tetromino:{letters}"
    elif kind == "copies":
        copies = dice.choice(("=0..1", "=0..1", "=0..2", "=1..3", "=2", "=3"))
        family = dice.choice(("trominoes", "tetrominoes", "pentominoes", "hexominoes", "random"))
        if family == "random":
            size = dice.choice((3, 4, 5))
            shapes = {_shape(dice, size) for _ in range(dice.randint(3, 7))}
            pieces = " ".join(f"{shape}{copies}" for shape in sorted(shapes))
            board = _box(dice, size * dice.randint(8, 26)) or "0"
        else:
            pieces = f"{family}{copies}"
            size = ("trominoes", "tetrominoes", "pentominoes", "hexominoes").index(family) + 3
            board = _box(dice, size * dice.randint(6, 18)) or "0"
    elif kind == "unlimited":
        pieces = _unlimited(dice)
    elif kind == "sets":
        pieces = dice.choice(
            (
                "dominoes+",
                "trominoes+",
                "tetrominoes+",
                "pentominoes+",
                "hexominoes+",
                "heptominoes+",
                "octominoes+",
                "trominoes+ tetrominoes+",
            )
        )
        board = f"{dice.randint(4, 10)}x{dice.randint(5, 18)}"
    elif kind == "lattices":
        board, pieces = dice.choice(
            (
                (
                    f"hex:{dice.randint(3, 7)}x{dice.randint(4, 14)}",
                    dice.choice(("trihexes+", "tetrahexes+", "pentahexes+", "tetrahexes=0..2")),
                ),
                (
                    f"tri:{dice.randint(3, 6)}x{dice.randint(4, 12)}",
                    dice.choice(("tetriamonds+", "hexiamonds+", "hexiamonds", "pentiamonds=0..3")),
                ),
                (
                    f"cube:{dice.randint(2, 3)}x{dice.randint(2, 4)}x{dice.randint(3, 10)}",
                    dice.choice(
                        (
                            "tricubes+",
                            "tetracubes+",
                            "dominoes+",
                            "pentominoes",
                            "pentominoes+",
                            "soma",
                        )
                    ),
                ),
            )
        )
    elif kind == "surfaces":
        surface = dice.choice(("torus", "cylinder", "moebius", "klein"))
        if dice.random() < 0.3:
            board, pieces = (
                f"{surface}:{dice.choice(('3x20', '4x15', '5x12', '6x10'))}",
                "pentominoes",
            )
        else:
            board = f"{surface}:{dice.randint(3, 8)}x{dice.randint(4, 12)}"
            pieces = dice.choice((_unlimited(dice), "dominoes+", "trominoes+", "tetrominoes+"))
    elif kind == "marks":
        pieces = dice.choice(("pips", "dominosa", "shikaku"))
        board = "4x5" if pieces == "pips" else dice.choice(("5x6", "6x7", "7x8", "8x9"))
        rules = str(dice.randint(0, 9))
    else:
        rules = dice.choice(("fault-free", "no-crossroads", "apart"))
        other = _task(dice, dice.choice(("boxes", "sets", "unlimited")))
        board, pieces, turn = other.board, other.pieces, other.turn
    return Task(kind, question, board, pieces, rules, turn)


KINDS = (
    "boxes",
    "holes",
    "letters",
    "copies",
    "unlimited",
    "sets",
    "lattices",
    "surfaces",
    "rules",
    "marks",
    "by piece",
    "unique",
    "weights",
)


def _weights(problem: Problem) -> list[Fraction]:
    """Return different weights for the pieces, and 1 for an empty cell."""
    return [*(Fraction(2 + number % 5) for number in range(len(problem.pieces))), Fraction(1)]


def _listed(problem: Problem) -> dict[tuple[int, ...], int]:
    """Return the number of tilings by the copies of each piece, from a list."""
    search = Search(problem, threads=1)
    tally = CopiesTally(search.cover)
    for rows in search.batches():
        tally.take(rows)
    kinds = len(by_piece.used_kinds(problem, None)[1])
    return {key[:kinds]: number for key, number in tally.counts.items()}


def methods(task: Task, problem: Problem) -> dict[str, Callable[[], object]]:
    """Return each method that can answer the question, by name."""
    factors = _weights(problem)
    if task.question == "unique":
        return {
            "auto": lambda: count_up_to_symmetry(problem).value,
            "listing": lambda: Search(problem, unique=True, threads=1).count(),
        }
    if task.question == "by piece":
        used, _ = by_piece.used_kinds(problem, None)
        return {
            "auto": lambda: sorted(count_by_piece(problem).counts.items()),
            "rows": lambda: _sorted(by_piece._count_by_rows(problem, used, Resources.of())),
            "layers": lambda: _sorted(by_piece._count_by_layers(problem, used, Resources.of())),
            "listing": lambda: _sorted(_listed(problem)),
        }
    if task.question == "weights":
        named: dict[str, int | Fraction] = dict(zip(problem.names, factors, strict=False))
        return {
            "auto": lambda: Fraction(weighted_count(problem, named)),
            "rows": lambda: weights._weigh_equal_rows(problem, factors, Resources.of()),
            "layers": lambda: weights.weigh_by_layers(
                compile_cover(problem), factors, Resources.of()
            ),
            "listing": lambda: Fraction(
                by_piece.ByPiece(problem.names, _listed(problem)).weighed(named)
            ),
        }

    def run(plan: Any) -> int:
        result: int = plan.run(plans.Job(problem, 0, Resources.of())).value
        return result

    ways: dict[str, Callable[[], object]] = {
        "auto": lambda: count_details(problem).value,
        "layers": lambda: run(plans.ByLayers("auto", True, "")),
        "listing": lambda: run(plans.ByListing("")),
    }
    repeat = find_repeat(problem)
    if repeat is not None and repeat.length % repeat.period == 0:
        ways["rows"] = lambda: run(plans.ByRows(repeat, True))
    parts = component_scan(problem)
    if parts is not None:
        ways["components"] = lambda: run(plans.ByComponents(parts, True, ""))
    return ways


def warm() -> None:
    """Load the modules and kernels, so that no process measures this."""
    for question in ("count", "unique", "by piece", "weights"):
        for board, pieces in (("4x6", "tetrominoes=0..2"), ("4x6", "trominoes+")):
            task = Task("", question, board, pieces)
            for method in methods(task, task.problem()).values():
                method()


def _sorted(counts: dict[Any, int] | None) -> object:
    return None if counts is None else sorted(counts.items())


def measure(task: Task, method: str, seconds: float) -> Run:
    """Run a method in a process of its own."""
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        with os.fdopen(reader) as text:
            said = text.read()
        used = os.wait4(process, 0)[2]
        answer, taken = json.loads(said) if said else ("", used.ru_utime + used.ru_stime)
        return Run(answer, taken, used.ru_maxrss / 1024)
    try:
        os.close(reader)
        most = resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_CPU, (max(1, round(seconds + 0.5)), most))
        signal.setitimer(signal.ITIMER_PROF, seconds)
        problem = task.problem()
        way = methods(task, problem)[method]
        began = time.process_time()
        from tilewright.system.work.deadline import Deadline

        with Deadline(memory=MEMORY, threads=1).holds():
            answer = str(way())
        taken = time.process_time() - began
        if len(answer) > 40:
            answer = f"{hash_of(answer)}"
        os.write(writer, json.dumps((answer, taken)).encode())
    except BaseException as error:
        os.write(writer, json.dumps(("", time.process_time() - began)).encode())
        if not isinstance(error, MemoryError) and "Limit" not in type(error).__name__:
            print(task, method, repr(error)[:300], file=sys.stderr)
    finally:
        os._exit(0)


def is_lost(auto: Run, best: Run) -> bool:
    """Return whether `auto` takes much longer than the best method."""
    lost = auto.seconds - best.seconds
    return lost > (APART if best.seconds < SHORT else 0.2 * best.seconds)


def settle(task: Task, runs: dict[str, Run]) -> None:
    """Measure `auto` and the best method again while `auto` loses; the least times count."""
    for _ in range(AGAIN):
        name = min(runs, key=lambda method: runs[method].seconds)
        if not runs["auto"].answer or not is_lost(runs["auto"], runs[name]):
            return
        for method in (name, "auto"):
            run = measure(task, method, 3 * SECONDS)
            if run.answer and run.seconds < runs[method].seconds:
                runs[method] = run


def number_of(task: Task) -> int:
    """Return a number that depends only on the task."""
    return int(hash_of(str(task)), 16)


def hash_of(text: str) -> str:
    """Return a short digest."""
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()[:12]


def tasks(seed: int) -> Iterator[Task]:
    """Yield random problems without faults, of all kinds in turn, without end."""
    dice = random.Random(seed)
    while True:
        for kind in KINDS:
            while True:
                try:
                    task = _task(dice, kind)
                    problem = task.problem()
                    problem.check()
                    if not area_reason(problem):
                        break
                except Exception:
                    continue
            yield task


def draw(seed: int, number: int, path: Path) -> None:
    """Measure problems with all methods, and append them to a file."""
    with path.open("a", encoding="utf-8", newline="") as out:
        table = csv.writer(out, delimiter="\t", lineterminator="\n")
        for task in tasks(seed):
            if number <= 0:
                return
            runs: dict[str, Run] = {}
            for method in methods(task, task.problem()):
                best = min((run.seconds for run in _ended(runs).values()), default=math.inf)
                most = min(max(BEHIND * best, LEAST), SECONDS)
                runs[method] = measure(task, method, most)
            ended = _ended(runs)
            if "auto" in ended:
                settle(task, ended)
            runs |= ended
            answers = {run.answer for run in ended.values()}
            quick = min((run.seconds for run in ended.values()), default=0.0) < QUICK
            if not answers or (quick and number_of(task) % 3 != 0):
                continue
            if len(answers) > 1:
                print("disagreement:", task, runs, flush=True)
            number -= 1
            table.writerows(_rows(task, runs))
            out.flush()


def _rows(task: Task, runs: dict[str, Run]) -> Iterator[list[str]]:
    """Yield a line of a file for each run."""
    ended = _ended(runs)
    for method, run in runs.items():
        seconds = f"{run.seconds:.4f}" if method in ended else ""
        yield [*task.__dict__.values(), method, seconds, f"{run.mebibytes:.0f}", run.answer]


def _ended(runs: dict[str, Run]) -> dict[str, Run]:
    """Return the runs with an answer."""
    return {name: run for name, run in runs.items() if run.answer not in ("", "None")}


def read(path: Path) -> dict[Task, dict[str, Run]]:
    """Return the runs of a file, by task and method."""
    runs: dict[Task, dict[str, Run]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for *names, method, seconds, mebibytes, answer in csv.reader(lines, delimiter="\t"):
            run = Run(answer if seconds else "", float(seconds or "inf"), float(mebibytes))
            runs.setdefault(Task(*names), {})[method] = run
    return runs


def compare(runs: dict[Task, dict[str, Run]]) -> list[str]:
    """Return the lines of a table of how far `auto` is from the best method."""
    lines = [
        row("kind", "problems", "within 1.2", "within 2", "memory within 1.2", "within 2"),
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for kind in (*KINDS, "all"):
        times, memories = [], []
        for task, of_task in runs.items():
            if kind not in (task.kind, "all"):
                continue
            auto = of_task["auto"]
            best = min(of_task.values(), key=lambda run: run.seconds)
            if best.seconds < SHORT:
                times.append(1.0 if auto.seconds - best.seconds <= APART else 9.0)
            else:
                times.append(auto.seconds / best.seconds)
            memories.append(max(auto.mebibytes, SMALL) / max(best.mebibytes, SMALL))
        share = [
            f"{sum(ratio <= most for ratio in ratios) / max(len(ratios), 1):.0%}"
            for ratios in (times, memories)
            for most in (1.2, 2.0)
        ]
        lines.append(row(kind, str(len(times)), *share))
    return lines


def again(path: Path, show: Callable[[str], object] = print) -> dict[Task, dict[str, Run]]:
    """Count the problems of a file with `auto` again, and show those that it loses."""
    runs = read(path)
    for task, of_task in runs.items():
        best = min(run.seconds for run in of_task.values())
        auto = measure(task, "auto", min(4 * best + 1, 3 * SECONDS))
        if auto.answer not in {"", *(run.answer for run in of_task.values())}:
            show(f"disagreement: {task} {auto}")
        if not auto.answer:
            auto = Run("", float("inf"), auto.mebibytes)
        of_task["auto"] = auto
        name = min(of_task, key=lambda method: of_task[method].seconds)
        if is_lost(auto, of_task[name]):
            # The machine may be slower now than it was.
            of_task[name] = measure(task, name, 3 * SECONDS)
            settle(task, of_task)
        auto = of_task["auto"]
        name, run = min(of_task.items(), key=lambda pair: pair[1].seconds)
        if is_lost(auto, run):
            show(f"{task} {auto.seconds:.3f} s, {name} {run.seconds:.3f} s")
    return runs


def report() -> str:
    """Return the section of the page of benchmarks."""
    warm()
    lines = compare(again(DATA, lambda line: None))
    return "\n".join(["## Choice of the counting method", "", *lines, ""])


if __name__ == "__main__":
    warm()
    if sys.argv[1] == "draw":
        draw(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    else:
        path = Path(sys.argv[2])
        found = again(path)
        with path.open("w", encoding="utf-8", newline="") as out:
            table = csv.writer(out, delimiter="\t", lineterminator="\n")
            table.writerows(line for task, runs in found.items() for line in _rows(task, runs))
        print(*compare(found), sep="\n")
