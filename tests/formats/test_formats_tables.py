"""Tables of tilings: what is written is read, any one of them without the rest, and a killed run
goes on.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from hypothesis import given

import tilewright as tw
from strategies import tileable_problems
from tilewright.apps.command import run
from tilewright.errors import FormatError, TilingError
from tilewright.formats.tables import TableWriter, TilingTable
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.search import Search

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path: Path, problem: Problem, *, rows: int = 7) -> list[Tiling]:
    writer = TableWriter(path, problem, {"unique": False})
    writer._rows = rows
    for labels, pieces in Search(problem).arrays():
        writer.add(labels, pieces)
    writer.finish(complete=True)
    return list(Search(problem))


@given(tileable_problems(marks="ab"))
def test_what_is_written_is_read(problem: Problem) -> None:
    path = Path("t.parquet")
    tilings = written(path, problem)
    table = TilingTable(path)
    assert len(table) == len(tilings)
    assert table.problem == problem
    assert table.metadata["count"] == str(len(tilings))
    assert list(table) == tilings
    for number in {0, len(tilings) // 2, len(tilings) - 1} if tilings else set():
        assert table[number] == tilings[number]
        assert table[number].piece_names() == tilings[number].piece_names()
        assert table[number].faults(problem) == []
    stacked = [tiling.labels for tiling in tilings]
    assert np.array_equal(
        np.concatenate([*table.labels(), np.zeros((0, *table.shape))]),
        np.array(stacked).reshape(-1, *table.shape),
    )


@pytest.mark.parametrize("tiles", [127, 128, 129, 257])
def test_labels_beyond_a_byte(tiles: int) -> None:
    problem = Problem(f"1x{tiles}", "monomino+")
    tilings = written(Path("t.parquet"), problem)
    assert list(TilingTable("t.parquet")) == tilings


def test_one_tiling_is_read_without_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("6x6", "dominoes+")
    tilings = written(Path("t.parquet"), problem, rows=100)
    table = TilingTable("t.parquet")
    read: list[int] = []
    monkeypatch.setattr(table, "_file", Spy(table._file, read))
    assert table[1234] == tilings[1234]
    assert read == [12]
    with pytest.raises(FormatError, match="the number of a tiling must be 0 to 6,727, got 6,728"):
        table[6728]


class Spy:
    def __init__(self, file: Any, read: list[int]) -> None:
        self.file, self.read = file, read

    def iter_batches(self, row_groups: list[int], **options: Any) -> object:
        self.read += row_groups
        return self.file.iter_batches(row_groups=row_groups, **options)

    @property
    def schema_arrow(self) -> object:
        return TilingTable("t.parquet")._file.schema_arrow


def test_a_table_in_memory() -> None:
    tilings = list(tw.tilings("3x4", "L3+", "I3=0..2"))
    table = tw.table(tilings)
    assert table.num_rows == len(tilings)
    assert table.column_names[:2] == ["r0c0", "r0c1"]
    assert table.column("pieces")[0].as_py() == tilings[0].piece_names()
    with pytest.raises(TilingError, match="at least one tiling"):
        tw.table([])
    with pytest.raises(TilingError, match="same shape"):
        tw.table([Tiling.from_text("AA"), Tiling.from_text("A")])


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (("4x6-0,0", "trominoes+", "monomino=2"), None),
        (("hex:2x4", "trihexes+", "monohex=0..2"), None),
        (("cube:2x2x3", "domino+"), None),
        (("4x4", "tetrominoes+"), 5),
        (("2x5", "L3=3", "domino=1"), None),
    ],
)
def test_other_programs_take_tilings_as_a_stream(words: tuple[str, ...], limit: int | None) -> None:
    tilings = list(tw.tilings(*words, limit=limit))
    stream = pyarrow.RecordBatchReader.from_stream(tw.tilings(*words, limit=limit))
    table = stream.read_all()
    assert table.num_rows == len(tilings)
    for name, column in zip(table.column_names[:-1], table.columns[:-1], strict=True):
        cell = tuple(map(int, re.findall(r"\d+", name)))
        assert column.to_pylist() == [tiling.labels[cell] for tiling in tilings]
    assert table.column("pieces").to_pylist() == [tiling.piece_names() for tiling in tilings]
    if tilings:
        assert table.to_pylist() == tw.table(tilings).to_pylist()


def test_a_stream_goes_on_where_the_iteration_is() -> None:
    found = tw.tilings("6x10", "pentominoes")
    first = next(found)
    rows = pyarrow.RecordBatchReader.from_stream(found).read_all()
    assert rows.num_rows == 9355 and found.complete
    assert rows.slice(0, 1).to_pylist() != tw.table([first]).to_pylist()


def test_pandas_polars_and_duckdb_take_streams() -> None:
    assert run(["solve", "4x4", "dominoes+", "--all", "-q", "-o", "t.parquet"]) == 0
    file = TilingTable("t.parquet")
    pieces = [["domino"] * 8] * 36
    assert (
        pyarrow.RecordBatchReader.from_stream(file).read_all().column("pieces").to_pylist()
        == pieces
    )
    pandas = pytest.importorskip("pandas")
    assert len(pandas.DataFrame.from_arrow(tw.tilings("4x4 dominoes+"))) == 36
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(tw.tilings("4x4 dominoes+"))["pieces"].to_list() == pieces
    assert polars.DataFrame(file).shape == (36, 17)
    duckdb = pytest.importorskip("duckdb")
    found = tw.tilings("4x4 dominoes+")
    assert duckdb.sql("select count(*) from found").fetchall() == [(36,)]
    assert next(found, None) is None


def test_duckdb_reads_it_as_it_is() -> None:
    duckdb = pytest.importorskip("duckdb")
    assert run(["solve", "6x10", "pentominoes", "--all", "-q", "-o", "t.parquet"]) == 0
    count, corner, pieces = duckdb.sql(
        "select count(*), sum(cast(r0c0 = r0c4 as int)), max(len(pieces)) from 't.parquet'"
    ).fetchall()[0]
    tilings = list(Search(Problem("6x10", "pentominoes")))
    assert (count, pieces) == (9356, 12)
    assert corner == sum(tiling.labels[0, 0] == tiling.labels[0, 4] for tiling in tilings)
    first = duckdb.sql(
        "select pieces[1], count(*) from 't.parquet' group by 1 order by 1"
    ).fetchall()
    assert sum(number for _, number in first) == 9356


def test_the_commands_read_it_back(capsys: Captured) -> None:
    assert run(["solve", "4x5", "pentomino:LPVZ", "--all", "-q", "-o", "t.parquet"]) == 0
    assert capsys.readouterr().out == "8\n"
    assert run(["show", "t.parquet", "3"]) == 0
    drawing = capsys.readouterr().out
    Path("one.txt").write_text(drawing)
    assert run(["nth", "4x5", "pentomino:LPVZ", "t.parquet#3"]) == 0
    number = capsys.readouterr().out
    assert run(["nth", "4x5", "pentomino:LPVZ", "one.txt"]) == 0
    assert capsys.readouterr().out == number
    assert run(["show", "t.parquet", "-q", "--unique"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert run(["show", "t.parquet", "1", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["count"] == "2"
    assert [tiling["number"] for tiling in answer["tilings"]] == ["1", "2"]
    table = TilingTable("t.parquet")
    cells = "-".join(
        f"{row},{column}" for row, column in np.argwhere(table[0].labels == 0).tolist()
    )
    word = f"{table[0].piece_names()[0]}:{cells}"
    assert run(["show", "t.parquet", "--containing", word, "-q"]) == 0
    assert int(capsys.readouterr().out) == sum(
        (tiling.labels == 0).tolist() == (table[0].labels == 0).tolist() for tiling in table
    )
    assert run(["show", "t.parquet", "--containing", "X5:0,1-1,0-1,1-1,2-2,1", "-q"]) == 1
    assert run(["show", "t.parquet", "5", "-o", "one.svg"]) == 0
    assert Path("one.svg").read_text().startswith("<svg")
    capsys.readouterr()
    assert run(["color", "t.parquet", "--all", "--touch", "strong", "-q", "--colors", "3"]) in (
        0,
        1,
    )
    judged = capsys.readouterr().out
    assert run(
        ["color", "4x5", "pentomino:LPVZ", "--all", "--touch", "strong", "-q", "--colors", "3"]
    ) in (
        0,
        1,
    )
    assert capsys.readouterr().out == judged
    assert run(["convert", "t.parquet", "-o", "t.jsonl"]) == 0
    assert len(Path("t.jsonl").read_text().splitlines()) == 8


LATTICES = [
    ("cube:2x2x3", "tricubes+"),
    ("hex:3x4", "trihexes+"),
    ("tri:2x6", "triamonds+"),
    ("torus:4x4", "dominoes+"),
    ("klein:4x4", "dominoes+"),
    ("moebius:2x6", "L3+"),
    ("cylinder:hex:4x3", "trihexes+"),
    ("torus:tri:2x4", "diamonds+"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("board", "pieces"), LATTICES)
def test_tables_of_every_lattice_and_surface(board: str, pieces: str, capsys: Captured) -> None:
    problem = Problem(board, pieces)
    expected = written(Path("t.parquet"), problem)
    table = TilingTable("t.parquet")
    assert list(table) == expected
    assert [tiling.piece_names() for tiling in table] == [
        tiling.piece_names() for tiling in expected
    ]
    assert table[len(table) // 2].faults(problem) == []
    assert run(["convert", "t.parquet", "-o", "t.jsonl"]) == 0
    assert [
        Tiling.from_json(json.loads(line)) for line in Path("t.jsonl").read_text().splitlines()
    ] == expected
    in_memory = tw.table(expected)
    assert in_memory.column_names == pyarrow.parquet.read_table("t.parquet").column_names
    pyarrow.parquet.write_table(in_memory, "memory.parquet")
    assert list(TilingTable("memory.parquet")) == expected
    different = Search(problem, unique=True).count()
    assert run(["show", "t.parquet", "--unique", "-q"]) == 0
    assert capsys.readouterr().out == f"{different}\n"
    piece, cells = next(iter(expected[0]))
    word = f"{piece}:" + "-".join(",".join(map(str, cell)) for cell in cells)
    assert run(["show", "t.parquet", "--containing", word, "-q"]) == 0
    has = [
        any(set(own) == set(cells) and name == piece for name, own in tiling) for tiling in expected
    ]
    assert capsys.readouterr().out == f"{sum(has)}\n"
    assert run(["show", "t.parquet", "0"]) == 0
    drawn = capsys.readouterr().out
    Path("one.json").write_text(json.dumps(expected[0].to_json()))
    assert run(["show", "one.json", "0"]) == 0
    assert capsys.readouterr().out == drawn
    assert (
        run(["color", "t.parquet", "--all", "-q"])
        == run(["color", board, pieces, "--all", "-q"])
        == 0
    )
    from_table, searched = capsys.readouterr().out.split("colors")[1:]
    assert from_table == searched


@pytest.mark.parametrize(
    "said",
    [{"problem": 5}, {"lattice": "foo"}, {"lattice": 7}, {"lattice": "hex", "surface": "bar"}],
)
def test_what_metadata_cannot_say_names_the_file(said: dict[str, Any]) -> None:
    columns = {name: pyarrow.array([0], pyarrow.int8()) for name in ("r0c0", "r0c1")}
    rows = pyarrow.table(columns).replace_schema_metadata({b"tilewright": json.dumps(said)})
    pyarrow.parquet.write_table(rows, "bad.parquet")
    with pytest.raises(FormatError) as raised:
        TilingTable("bad.parquet")
    assert raised.value.where == "bad.parquet"


def test_tables_of_two_lattices_are_none() -> None:
    flat, ring = (next(iter(tw.tilings(board, "dominoes+"))) for board in ("2x4", "cylinder:2x4"))
    with pytest.raises(TilingError, match="same lattice and surface"):
        tw.table([flat, ring])


@pytest.mark.slow
def test_tilings_that_follow_each_other_take_little_room() -> None:
    """Small pages, which pyarrow makes by itself, take four times as much."""
    assert (
        run(
            [
                "solve",
                "6x10",
                "dominoes+",
                "--limit",
                "300000",
                "--threads",
                "1",
                "-q",
                "-o",
                "t.parquet",
            ]
        )
        == 3
    )
    groups = pyarrow.parquet.ParquetFile("t.parquet").metadata
    assert [groups.row_group(number).num_rows for number in range(groups.num_row_groups)] == [
        1 << 18,
        300000 - (1 << 18),
    ]
    assert Path("t.parquet").stat().st_size < 300000


def test_limits_and_json_beside_a_table(capsys: Captured) -> None:
    assert run(["solve", "6x6", "dominoes+", "--limit", "5000", "-o", "t.parquet", "-q"]) == 3
    assert len(TilingTable("t.parquet")) == 5000
    assert TilingTable("t.parquet").metadata["complete"] is False
    capsys.readouterr()
    assert run(["solve", "4x4", "dominoes+", "--all", "-o", "t.parquet", "--json"]) == 0
    assert (
        len(json.loads(capsys.readouterr().out)["tilings"]) == len(TilingTable("t.parquet")) == 36
    )


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "invalid or damaged Parquet file"),
        (b"PAR1 nonsense PAR1", "invalid or damaged Parquet file"),
    ],
)
def test_what_is_no_table_is_refused(data: bytes, says: str, capsys: Captured) -> None:
    Path("bad.parquet").write_bytes(data)
    for line in (
        "show bad.parquet",
        "color bad.parquet --all",
        "nth 2x2 dominoes+ bad.parquet#0",
    ):
        assert run(line.split()) == 2
        err = capsys.readouterr().err
        assert says in err
        assert err.count("\n") == 1
    assert run(["show", "none.parquet"]) == 2
    assert "cannot read the file" in capsys.readouterr().err
    assert run(["show", "talos:hub-gates-1"]) == 2
    assert (
        "`tilewright solve talos:hub-gates-1 -o tiling.txt` finds a tiling"
        in capsys.readouterr().err
    )


def test_tables_of_others_are_read_if_they_have_the_columns() -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"r0c0": [0, 0], "r0c1": [0, 1]}), "other.parquet")
    table = TilingTable("other.parquet")
    assert table.problem is None
    assert [tiling.text() for tiling in table] == ["AA", "AB"]
    pq.write_table(pa.table({"r0c0": [5], "r0c1": [0]}), "wrong.parquet")
    with pytest.raises(FormatError, match="a row of the table is not a tiling"):
        list(TilingTable("wrong.parquet"))
    pq.write_table(pa.table({"x": [1]}), "none.parquet")
    with pytest.raises(FormatError, match="must have integer columns r0c0"):
        TilingTable("none.parquet")
