"""Other programs read what is written, and come to the same answer: those that PyPI has, where they
install.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import warnings
from pathlib import Path

import pytest
from hypothesis import assume, given

from strategies import problems
from tilewright.apps.command import run
from tilewright.formats import Entry, find_format, write
from tilewright.formats.exactcover import as_exact_cover
from tilewright.formats.registry import rendered
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.search import ExactSearch, Search
from tried import examples
from waiting import NEVER

COLORED = "| a toy example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"


# xcover compiles itself in every process, which takes ten seconds.
@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        Problem("3x6", "trominoes+"),
        Problem("3x20", "pentominoes"),
        Problem("##?#/####/###?", "L3+"),
        Problem("4x4", "hexomino:1=0..1", "L3+", "monomino=0..1"),
    ],
    ids=str,
)
def test_xcover_reads_our_text_and_finds_as_many(problem: Problem, tmp_path: Path) -> None:
    path = tmp_path / "problem.dlx"
    write(problem, path)
    assert count_by_xcover(path) == ExactSearch(as_exact_cover(compile_cover(problem))).count() > 0


@pytest.mark.slow
def test_xcover_reads_colors_as_we_do(tmp_path: Path) -> None:
    path = tmp_path / "toy.dlx"
    path.write_text(COLORED)
    from tilewright.formats.solvers.knuth import read_xcc

    assert count_by_xcover(path) == ExactSearch(read_xcc(COLORED)).count() == 1


def count_by_xcover(path: Path) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        xcover = pytest.importorskip("xcover")
        from xcover.io import read_xcover_from_file

        options, primary, secondary, colored = read_xcover_from_file(path)
        return sum(
            1 for _ in xcover.covers(options, primary=primary, secondary=secondary, colored=colored)
        )


def count_by_sat(text: str, placements: int) -> int:
    """All models of some clauses, by a SAT solver of PyPI; the placements alone say which they
    are."""
    solvers = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula")
    with solvers.Solver(name="cadical153", bootstrap_with=formula.CNF(from_string=text)) as solver:
        found = 0
        while solver.solve():
            model = solver.get_model()
            # The solver does not know of the variables behind the last one of a clause: they are
            # free.
            found += 1 << max(placements - len(model), 0)
            if not placements:
                break
            solver.add_clause([-literal for literal in model[:placements]])
        return found


@examples(40)
@given(problems(marks="ab"))
def test_a_sat_solver_finds_as_many_models_of_our_clauses(problem: Problem) -> None:
    text, lost = rendered([Entry(problem=problem)], find_format("cnf"))
    # Equal pieces are merged, and it is said.
    assert all("copies of one" in each for each in lost)
    cover = compile_cover(problem)
    assert count_by_sat(str(text), cover.size) == Search(problem).count()


@pytest.mark.parametrize("board", ["3x4", pytest.param("4x4", marks=pytest.mark.slow)])
def test_models_and_tilings_are_one_to_one(board: str) -> None:
    """Variables that count are determined: blocking whole models gives no more of them."""
    problem = Problem(board, "dominoes=2..8", "L3=0..2", empty=(0, 2))
    text, _ = rendered([Entry(problem=problem)], find_format("cnf"))
    variables = int(str(text).partition("p cnf ")[2].split()[0])
    assert variables > compile_cover(problem).size
    assert count_by_sat(str(text), variables) == Search(problem).count()


@pytest.mark.slow
def test_the_answer_of_a_solver_comes_back_as_a_tiling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula")
    problem = Problem("6x10", "pentominoes")
    clauses, answer, tiling = tmp_path / "p.cnf", tmp_path / "answer.txt", tmp_path / "tiling.txt"
    write(problem, clauses)
    with solvers.Solver(
        name="cadical153", bootstrap_with=formula.CNF(from_file=str(clauses))
    ) as solver:
        assert solver.solve()
        answer.write_text(
            "c by a solver\ns SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0\n"
        )
    assert run(["convert", str(answer), str(clauses), "-o", str(tiling)]) == 0
    assert Tiling.from_text(tiling.read_text()).faults(problem) == []
    assert run(["count", str(clauses)]) == 0
    assert capsys.readouterr().out == "9356\n"
    answer.write_text("s UNSATISFIABLE\n")
    assert run(["convert", str(answer), str(clauses), "--to", "tiling"]) == 1
    for text, says in [
        ("s SATISFIABLE\nv 1 x 0", "answer.txt, line 2: expected a literal, got 'x'"),
        ("s UNKNOWN\n", "does not say"),
        ("v 1 0\n", "not a tiling of the problem"),
        ("SAT\n1 2 0\n", "is covered twice"),
    ]:
        answer.write_text(text)
        assert run(["convert", str(answer), str(clauses), "--to", "tiling"]) == 2
        assert says in capsys.readouterr().err
    answer.write_text("p cnf 1 1\n1 0\n")
    assert run(["convert", str(answer), str(answer), "--to", "tiling"]) == 2
    assert "tilewright did not write this" in capsys.readouterr().err


@examples(30)
@given(problems(marks="ab"))
def test_a_model_for_minizinc_has_the_tilings_as_its_solutions(problem: Problem) -> None:
    """Where MiniZinc is not installed, too: the constraints are read back and every choice is
    tried.
    """
    text, _ = rendered([Entry(problem=problem)], find_format("minizinc"))
    cover = compile_cover(problem)
    assume(cover.size <= 12)
    lines = [
        line.partition(";")[0] for line in str(text).splitlines() if line.startswith("constraint ")
    ]
    rules = [re.sub(r"(?<![<>])=", "==", line[11:]).replace("/\\", "and") for line in lines]
    found = 0
    for bits in range(1 << cover.size):
        x = [None, *((bits >> j) & 1 for j in range(cover.size))]
        found += all(eval(rule, {"x": x, "sum": sum}) for rule in rules)
    assert found == Search(problem).count()


@pytest.mark.skipif(
    shutil.which("minizinc") is None,
    reason="MiniZinc is not installed; Debian's package minizinc brings it",
)
@pytest.mark.parametrize(
    "problem",
    [
        Problem("5x6", "pentomino:FLNPUV"),
        Problem("4x6", "trominoes+"),
        Problem("4x4", "dominoes=2..8", "L3=0..2", empty=(0, 2)),
        Problem("##?#/####/###?", "L3+"),
        Problem("2x2", "monomino=0..4", empty=(0, 4)),
        Problem("cube:2x2x3", "soma:V=0..4"),
        Problem("torus:4x4", "I4+"),
        Problem("2x3", "I4", "domino"),
    ],
    ids=str,
)
def test_minizinc_finds_our_tilings_and_its_answer_comes_back(
    problem: Problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, answer, back = tmp_path / "p.mzn", tmp_path / "answer.txt", tmp_path / "back.jsonl"
    write(problem, model)
    said = subprocess.run(
        ["minizinc", "-a", str(model)], capture_output=True, text=True, timeout=NEVER, check=False
    )
    assert said.returncode == 0, said.stderr
    answer.write_text(said.stdout)
    tilings = list(Search(problem))
    words = ["convert", str(answer), str(model), "-o", str(back)]
    if not tilings:
        assert run(words) == 1
        assert "There is no tiling" in capsys.readouterr().out
        return
    assert run(words) == 0
    found = [Tiling.from_json(json.loads(line)) for line in back.read_text().splitlines()]
    assert len(found) == len(set(found)) == len(tilings)
    assert set(found) == set(tilings)


def test_answers_with_several_tilings_and_those_of_minizinc_are_read(tmp_path: Path) -> None:
    model, answer, back = tmp_path / "p.mzn", tmp_path / "answer.txt", tmp_path / "back.txt"
    write(Problem("2x2", "dominoes+"), model)
    words = ["convert", str(answer), str(model), "-o", str(back)]
    # Placements in reading order: 1 lies, 2 stands, 3 stands, 4 lies.
    for text in (
        "1 4 0\n----------\n2 3 0\n----------\n==========\n",
        "% time elapsed: 0.05 s\n1 4 0\n----------\n%%%mzn-stat: nodes=3\n2 3 0\n----------\n",
        "s SATISFIABLE\nv 1 -2 -3\nv 4 0\nv -1 2 3 -4 0\n",
    ):
        answer.write_text(text)
        assert run(words) == 0
        assert back.read_text() == "1:\nAA\nBB\n2:\nAB\nAB\n"
    for text in ("=====UNSATISFIABLE=====\n", "UNSAT\n", "s UNSATISFIABLE\n"):
        answer.write_text(text)
        assert run(words) == 1
    for text in ("=====UNKNOWN=====\n", "=====ERROR=====\n", "==========\n", ""):
        answer.write_text(text)
        assert run(words) == 2
