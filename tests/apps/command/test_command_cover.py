"""``tilewright solve FILE.dlx``: any exact cover problem, its solutions, their number, the cheapest
one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from naive_cover import solutions
from strategies import exact_covers
from tilewright.apps.command import run
from tilewright.formats.exactcover import ExactCover
from tilewright.solving.search import ExactSearch, cheapest_cover

Captured = pytest.CaptureFixture[str]
TOY = "| a toy example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
PRICED = "a b c\na b |$5\na |$1\nb |$1 |$2\nc |$4\nb c |$9\na b c |$8\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "toy.dlx"
    path.write_text(TOY)
    return path


def queens(n: int) -> str:
    """The text of the n queens."""
    items = [f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)]
    diagonals = [f"{letter}{i}" for letter in "ab" for i in range(2 * n - 1)]
    options = [f"r{r} c{c} a{r + c} b{r - c + n - 1}" for r in range(n) for c in range(n)]
    return "\n".join([" ".join([*items, "|", *diagonals]), *options]) + "\n"


def test_solutions_are_printed_as_knuths_programs_do(file: Path, capsys: Captured) -> None:
    assert run(["solve", str(file)]) == 0
    assert capsys.readouterr().out == "1:\n p r x:A y\n q x:A\n"


def test_all_solutions_are_counted(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "queens.dlx"
    path.write_text(queens(8))
    assert run(["solve", str(path), "--all", "-q"]) == 0
    assert capsys.readouterr().out == "92\n"
    assert run(["solve", str(path), "--all", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], answer["complete"], len(answer["solutions"])) == ("92", True, 92)
    assert all(len(options) == 8 for options in answer["solutions"])
    assert answer["solutions"][0][0] in [line.split() for line in path.read_text().splitlines()]
    assert run(["solve", str(path), "--limit", "5", "--json", "-q"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["count"], answer["complete"]) == ("5", False)
    assert "solutions" not in answer


def test_no_solution_is_proven(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "queens.dlx"
    path.write_text(queens(3))
    assert run(["solve", str(path)]) == 1
    assert capsys.readouterr().out == "There is no solution.\n"
    assert run(["solve", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["solutions"] == []


def test_time_is_a_limit(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "queens.dlx"
    path.write_text(queens(20))
    assert run(["solve", str(path), "--all", "-q", "--timeout", "0.01"]) == 3
    assert "the time limit was reached" in capsys.readouterr().err


@pytest.mark.parametrize("engine", ["sat", "dance"])
def test_the_cheapest_solution(engine: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "priced.dlx"
    path.write_text(PRICED)
    words = ["solve", str(path), "--cheapest", "--engine", engine]
    assert run([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["cost"] == "8"
    assert answer["solutions"][0] in ([["a", "b", "c"]], [["a"], ["b"], ["c"]])
    assert run([*words, "-q"]) == 0
    assert capsys.readouterr().out == "8\n"
    path.write_text("a b\na |$3\n")
    assert run(words) == 1


@given(exact_covers(options=7))
def test_the_cheapest_solution_is_that_of_trying_all(cover: ExactCover) -> None:
    prices = [(7 * number + 3) % 11 for number in range(cover.size)]
    priced = ExactCover.build(
        cover.options(),
        cover.items[: cover.primary],
        cover.items[cover.primary :],
        dict(
            zip(
                cover.items,
                zip(cover.least.tolist(), cover.most.tolist(), strict=True),
                strict=False,
            )
        ),
        prices,
    )
    sums = [sum(prices[option] for option in chosen) for chosen in solutions(cover)]
    for engine in ("sat", "dance"):
        best, complete = cheapest_cover(priced, engine=engine)
        assert complete
        assert (best is None) == (not sums)
        if best is not None:
            assert best.cost == min(sums)
            assert best.proven
            assert not priced.faults(best.options)


def test_a_problem_of_tilings_is_solved_as_it_is(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "p.json"
    assert run(["convert", "4x4", "dominoes+", "-o", str(path)]) == 0
    assert run(["solve", str(path), "--all", "-q"]) == 0
    assert capsys.readouterr().out == "36\n"


@pytest.mark.parametrize("name", ["toy", "toy.txt", "toy.data"])
@pytest.mark.parametrize("text", ["a b c\na b\nc\nb c\na\n", "| a title\na b c\na b\nc\nb c\na\n"])
def test_a_file_needs_no_known_ending(
    name: str, text: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert run(["solve", name, "--all", "-q"]) == 0
    assert capsys.readouterr().out == "2\n"
    with (tmp_path / name).open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run(["solve", "-", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "2\n"


@pytest.mark.parametrize(
    "name", ["xmpuzzle", "psv", "polysolve", "polycube", "dlx", "cnf", "puzzle", "json"]
)
def test_a_puzzle_of_any_format_is_recognized_by_its_content(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "file"
    assert run(["convert", "4x5", "pentomino:LPVZ", "--to", name, "-o", str(path)]) == 0
    capsys.readouterr()
    assert run(["solve", str(path), "--all", "-q"]) == 0
    assert capsys.readouterr().out == "8\n"


def test_a_problem_among_several_is_chosen(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "two"
    path.write_text("".join(f"D:xDim={x}:yDim=2\nL\na a\n\nb b\n~L\n~D\n" for x in (2, 3)))
    assert run(["solve", f"{path}#1", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert run(["solve", str(path)]) == 2
    assert "the file contains 2 problems. Choose one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--cheapest", "--all"], "remove --all"),
        (["--engine", "sat"], "--engine: must be auto or dance for an exact cover problem"),
        (["--limit", "0"], "--limit: must be at least 1, got 0"),
        (["--all", "--unique"], "--unique: does not apply to an exact cover problem"),
        (["-o", "x.svg"], "-o: does not apply to an exact cover problem"),
        (["--threads", "1"], "--threads: does not apply to an exact cover problem"),
        (["--rule", "apart"], "--rule: does not apply to an exact cover problem"),
        (["L3"], "this is an exact cover problem, without a board"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], says: str, file: Path, capsys: Captured
) -> None:
    assert run(["solve", str(file), *words]) == 2
    assert says in capsys.readouterr().err


def test_costs_need_an_exact_cover_problem(capsys: Captured) -> None:
    assert run(["solve", "2x3", "L3+", "--cheapest"]) == 2
    assert "--cheapest: needs an exact cover problem" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["count", "compile", "grade", "sample"])
def test_another_command_says_which_one_solves_it(
    command: str, file: Path, capsys: Captured
) -> None:
    assert run([command, str(file)]) == 2
    assert f"solve it with `tilewright solve {file}`" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["##\n##\n", "3x4\n", "ab\nba\n", "", "\n", "L3 I3\n"])
def test_a_board_without_pieces_is_no_exact_cover_problem(
    text: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text)
    assert run(["solve", str(path)]) == 2
    assert "exact cover" not in capsys.readouterr().err
    with path.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert run(["solve", "-"]) == 2
    assert "exact cover" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("| only\n", "bad.dlx, line 1, column 1: the line of items is missing"),
        ("a b\n\na c\n", "bad.dlx, line 3, column 3: unknown item 'c'"),
        ("a b\na b a\n", "bad.dlx, line 2, column 5: duplicate item 'a'"),
        ("a b\na |$-1\n", "unknown item '|$-1'"),
        ("a\n\xff\n", "the text is not UTF-8"),
    ],
)
def test_bad_files_name_line_and_column(
    text: str, says: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "bad.dlx"
    path.write_bytes(text.encode("latin-1"))
    assert run(["solve", str(path)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_a_file_that_would_not_fit_is_refused_before_it_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("tilewright.formats.solvers.knuth.available_memory", lambda: 100)
    assert run(["solve", str(file)]) == 3
    assert "entries need" in capsys.readouterr().err


def test_a_search_is_iterated_in_the_order_of_options() -> None:
    cover = ExactCover.build([["b"], ["a"], ["a", "b"]], ["a", "b"])
    assert set(ExactSearch(cover)) == {(0, 1), (2,)}
    assert all(list(chosen) == sorted(chosen) for chosen in ExactSearch(cover))
