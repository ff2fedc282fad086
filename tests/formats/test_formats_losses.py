"""The table of the docs that says what each format can store, held against the code."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import RequestError
from tilewright.formats import (
    Entry,
    Format,
    find_format,
    known_formats,
    read_entries,
    write_entries,
)
from tilewright.formats.format import FEATURES, lost_in
from tilewright.formats.registry import rendered
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import LATTICES

FORMATS = Path(__file__).parents[2] / "docs" / "data" / "formats.tsv"

#: Problems with every feature, alone and in company, on every lattice.
SAMPLES = [
    Problem("3x4", "L3=4"),
    Problem("3x4", "L3=4", turn="one-sided"),
    Problem("3x4", "L4=3", turn="one-sided"),
    Problem("3x4", "L4=3", turn="fixed"),
    Problem("3x4", "L4@fixed=2", "O4", "J4@one-sided=0..1"),
    Problem("3x4", "L4@one-sided=2", "I4"),
    Problem("3x4", "L3+", "domino=0..2"),
    Problem("3x3", "L3=2", empty=3),
    Problem("3x3", "L3=2", empty=(3, 3)),
    Problem("3x3", "L3=2..3", empty=3),
    Problem("???/###", "L3=1..2"),
    Problem("???/###", "L3=1..2", empty=(1, 2)),
    Problem("a#/#a", "a#=2"),
    Problem("a#/#b", "a#", "b#"),
    Problem("#x/y#", "#a=2", marks_agree={"a": "xy", "": ["", "x"]}),
    Problem("#x/x#", "#a", "##", marks_agree={"a": ["", "x"], "": ["", "x"]}),
    Problem("#x/x#", "##+", marks_agree={"": ["", "x"], "?": "x"}),
    Problem("3x4", "L3=4", placed=["L3:0,0-0,1-1,0"]),
    Problem("2x3", tw.Piece.parse("L3"), tw.Piece(tw.Piece.parse("I3").polyomino, "bar", color=2)),
    Problem("2x3", tw.Piece("L3"), tw.Piece("##/.#")),
    Problem("2x4", tw.Piece("I2=2"), tw.Piece("I2"), tw.Piece("I2")),
    Problem("2x4", tw.Piece("I2=1..2"), tw.Piece("I2=2")),
    Problem("4x4", "dominoes+", rules=["fault-free"]),
    Problem("torus:4x4", "I4+"),
    Problem("torus:4x4", "I4+", by_wrap=True),
    Problem("cube:2x2x2", "cube:##=4"),
    Problem("cube:3x3x3", "soma"),
    Problem("cube:2x2x3", "L3=4", turn="fixed"),
    Problem("cube:2x2x3", "L3=0..4", empty=2, placed=["L3:0,0,0-0,0,1-0,1,0"]),
    Problem("hex:3x4", "trihexes=0..4"),
    Problem("hex:3x4", "trihexes=0..4", turn="fixed", empty=3),
    Problem("tri:2x3", "diamonds+"),
]
YES, NO, SOME = "yes", "no", "some"


def is_open(problem: Problem, kind: Format) -> bool:
    """Whether a format refuses a problem because the number of copies of a piece is open."""
    try:
        rendered([Entry(problem=problem)], kind)
    except RequestError as error:
        return "fixed number of copies" in str(error)
    return False


def stored(kind: Format, feature: str) -> str:
    """Whether a format stores a feature of all problems that have it, of none, or of some."""
    found = set()
    for problem in SAMPLES:
        joined = problem.board.surface.joined
        if kind.lattices is not None and (joined or problem.board.lattice not in kind.lattices):
            continue
        if FEATURES[feature].has(problem):
            says = feature in kind.features(problem)
            found.add(says and not (feature == "ranges" and is_open(problem, kind)))
    if not found:
        return NO  # by_wrap, for formats of flat boards
    return SOME if len(found) == 2 else YES if True in found else NO


def listed() -> dict[str, dict[str, str]]:
    """The table: for each row, what each format stores."""
    lines = FORMATS.read_text(encoding="utf-8").splitlines()
    (_, *names), *rows = (line.split("\t") for line in lines)
    return {label: dict(zip(names, cells, strict=True)) for label, *cells in rows}


TABLE = listed()
COLUMNS = list(next(iter(TABLE.values())))


def test_the_table_has_every_format_of_problems_and_every_feature() -> None:
    able = {
        kind.name for kind in known_formats() if kind.write and {"problem", "cover"} & {*kind.holds}
    }
    assert {*COLUMNS} == able
    features = [words.partition(" (")[0].removeprefix("that ") for _, words, _ in FEATURES.values()]
    extra = [
        "the name of the puzzle",
        "the kind of the puzzle",
        "the notes",
        "several tilings",
        *(each.cells for each in LATTICES.values()),
        "joined sides",
    ]
    assert list(TABLE) == [*features, *extra]


@pytest.mark.parametrize("name", COLUMNS)
def test_the_table_says_what_the_code_stores(name: str) -> None:
    kind = find_format(name)
    own = {row: cells[name] for row, cells in TABLE.items()}
    expected = {
        words.partition(" (")[0].removeprefix("that "): stored(kind, feature)
        for feature, (_, words, _) in FEATURES.items()
    }
    says = kind.features(SAMPLES[0])
    expected["the name of the puzzle"] = YES if "name" in says else NO
    expected["the kind of the puzzle"] = YES if "kind" in says else NO
    expected["the notes"] = YES if "notes" in says else NO
    expected["several tilings"] = YES if "tilings" in kind.holds else NO
    for lattice in LATTICES.values():
        expected[lattice.cells] = YES if kind.lattices is None or lattice in kind.lattices else NO
    expected["joined sides"] = YES if kind.lattices is None else NO
    assert own == expected


def test_what_the_table_denies_is_refused_or_said_when_it_is_written() -> None:
    for kind in known_formats():
        if kind.write is None or "problem" not in kind.holds or kind.name in ("dxf", "stl", "3mf"):
            continue
        for problem in SAMPLES:
            says = kind.features(problem)
            missing = [
                words
                for name, (has, words, _) in FEATURES.items()
                if name not in says and has(problem) and name != "apart"
            ]
            try:
                _, lost = rendered([Entry(problem=problem)], kind)
            except RequestError as error:
                assert "\n" not in str(error)
                continue
            assert set(missing) <= set(lost)
            if problem.alike and "apart" not in says:
                assert any("read as" in words and "copies of one" in words for words in lost)


@pytest.mark.parametrize(
    ("ending", "pieces"),
    [
        ("json", ["L3", "L3=2", "L3"]),
        ("json", ["L4@one-sided", "J4@one-sided=2"]),
        ("json", ["L3=1..2", "L3=2..3"]),
        ("txt", ["L3", "##/.#", "L3", "L3"]),
        ("xmpuzzle", ["L3", "##/.#=2", "L3"]),
    ],
)
def test_equal_pieces_stay_apart_in_files(ending: str, pieces: list[str], tmp_path: Path) -> None:
    problem = Problem("3x4", *map(tw.Piece.parse, pieces))
    expected = tw.count(problem, distinct_pieces=True)
    path = tmp_path / f"puzzle.{ending}"
    assert tw.write(problem, path) == path
    assert tw.count(path, distinct_pieces=True) == expected
    assert [len(parts) for parts in tw.Problem.from_json(problem.to_json()).parts] == [
        len(parts) for parts in problem.parts
    ]


def test_a_format_that_merges_equal_pieces_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = Problem("3x4", tw.Piece("L3=2"), tw.Piece("L3"), tw.Piece("L3"))
    for ending in ("txt", "psv", "dlx"):
        with pytest.warns(tw.formats.LossWarning, match="counted separately, there are 12 times"):
            tw.write(problem, tmp_path / f"puzzle.{ending}")
    tw.write(problem, tmp_path / "puzzle.json")
    words = ["convert", str(tmp_path / "puzzle.json"), "-o"]
    assert run([*words, str(tmp_path / "again.json")]) == 0
    assert "lost" not in capsys.readouterr().err
    assert run([*words, str(tmp_path / "again.txt")]) == 0
    assert "equal pieces: L3 (listed 3 times) is read as 4 copies" in capsys.readouterr().err


def test_solutions_of_equal_pieces_are_written_for_each(tmp_path: Path) -> None:
    problem = Problem("3x4", tw.Piece("L3"), tw.Piece("##/.#"), tw.Piece("L3"), tw.Piece("L3"))
    entry = Entry(problem=problem, tilings=tuple(tw.tilings(problem)))
    write_entries(entry, tmp_path / "puzzle.xmpuzzle")
    _, found = read_entries(tmp_path / "puzzle.xmpuzzle")
    assert {*found[0].tilings} == {*entry.tilings}
    assert len(entry.tilings) == 4


def test_numbers_of_copies_that_vary_are_said_to_be_lost() -> None:
    for word in ("L3=1..2", "L3+"):
        lost = lost_in(Problem("2x3", word), frozenset())
        assert "variable numbers of copies of a piece" in lost


@pytest.mark.parametrize("ending", ["pieces", "hex", "heesch"])
def test_lists_of_pieces_say_that_they_lose_the_rules(ending: str, tmp_path: Path) -> None:
    with pytest.warns(tw.formats.LossWarning, match="cannot store: the board; the rules"):
        tw.write(Problem("3x4", "L3|I3=4"), tmp_path / f"list.{ending}")
