"""The atlas: records against published facts, runs that resume, and pages that agree with the
records.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from defusedxml.ElementTree import fromstring
from pyarrow import parquet

import tilewright
from node import NODE
from tilewright.apps.atlas import Built, build
from tilewright.apps.atlas.__main__ import main
from tilewright.apps.command import run
from tilewright.errors import FormatError, PieceError, RequestError
from tilewright.formats.request import read_id
from tilewright.model.space.catalog import polyforms
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice
from tilewright.shapes.atlas import collect, facts, families, record
from tilewright.shapes.atlas.facts import FACTS, LIMIT, Fact, open_facts, with_fact
from tilewright.shapes.atlas.record_files import unpack
from tilewright.shapes.atlas.records import PieceRecord, counts
from tilewright.shapes.atlas.sets import FORMS, SEQUENCES, Family
from tilewright.shapes.atlas.shape import describe
from tilewright.system.work.progress import Progress
from waiting import NEVER

#: Seconds that every fact here takes far less than.
LONG = 120.0
KNOWN = Path(__file__).parents[2] / "known"
LATTICE = {"polyomino": SQUARES, "polyiamond": TRIANGLES, "polyhex": HEXAGONS}


def described(lattice: Lattice, cells: int) -> Iterator[PieceRecord]:
    """The records of a set without facts that take time."""
    family = Family(lattice, cells)
    for number in range(1, len(family.pieces) + 1):
        yield describe(family, number)


@pytest.fixture(scope="module")
def small() -> dict[str, PieceRecord]:
    """Records of a few pieces, each of which is well known for something."""
    words = ("P5", "X5", "heptomino:105", "hexiamond:sphinx", "tetracube:6")
    return {word: record(word, LONG) for word in words}


# Records


def test_orders_are_the_published_ones(small: dict[str, PieceRecord]) -> None:
    # M. Reid, D. A. Klarner; tests/known/rectangles.tsv has the sources.
    assert small["P5"].order == (2, 2) and small["P5"].summary()["odd_order"] == 21
    assert (
        small["P5"].summary()["primes"] == ["2x5", "7x15"]
        and small["P5"].summary()["primes_complete"]
    )
    # The square order is that of polyominoes.org.
    assert small["P5"].summary()["strongly_prime"] == ["2x5", "7x15"]
    assert small["P5"].summary()["square_order"] == 20
    assert small["X5"].rectifiable is False
    assert (small["X5"].square, small["X5"].summary()["square_order"]) == (None, None)
    # Two tetracubes A fill a cube with sides of 2.
    assert (small["tetracube:6"].order, small["tetracube:6"].names) == (
        (2, 2),
        ("soma:A", "soma:B"),
    )


@pytest.mark.slow
def test_more_orders_are_the_published_ones() -> None:
    found = {word: record(word, LONG) for word in ("L4", "Y5", "hexomino:2")}
    assert {word: one.order[0] for word, one in found.items()} == {
        "L4": 2,
        "Y5": 10,
        "hexomino:2": 2,
    }
    assert found["L4"].summary()["primes"] == ["2x4", "3x8"]


def test_the_plane_and_rep_tiles(small: dict[str, PieceRecord]) -> None:
    heptomino = small["heptomino:105"].summary()
    # C. S. Kaplan, "Heesch numbers of unmarked polyforms": one heptomino has Hc = 0, and its ring
    # has a hole.
    assert (heptomino["tiles_plane"], heptomino["heesch"], heptomino["heesch_with_holes"]) == (
        False,
        0,
        1,
    )
    assert heptomino["no_rep_tile"] and heptomino["tiles_rectangle"] is False
    assert small["X5"].summary()["isohedral_number"] == 1
    # The sphinx and P are rep-tiles with four copies (S. W. Golomb, "Replicating figures in the
    # plane", 1964).
    assert {
        word: small[word].summary()["rep_tile"] for word in ("hexiamond:sphinx", "P5", "X5")
    } == {
        "hexiamond:sphinx": 2,
        "P5": 2,
        "X5": None,
    }
    # X covers no corner of a square.
    assert small["X5"].facts["rep_tile"]["excluded"][:2] == [2, 3]
    # X covers no corner of a rectangle, and three corners are left.
    assert small["X5"].facts["one_missing"]["board"] is None
    assert small["P5"].summary()["one_missing"] == "2x3-0,0"


def test_tilings_of_facts_are_tilings(small: dict[str, PieceRecord]) -> None:
    for one in small.values():
        for name in ("rep_tile", "one_missing"):
            found = one.facts.get(name) or {}
            if not found.get("labels"):
                continue
            copies: dict[int, list[tuple[int, ...]]] = {}
            for cell, label in _cells(found["labels"]):
                if label >= 0:
                    copies.setdefault(label, []).append(cell)
            shape = one.polyform
            allowed = {each.cells for each in shape.orientations(one.space.turn)}
            assert all(
                type(shape)(cells, *one_lattice(one)).cells in allowed for cells in copies.values()
            )
            if name == "rep_tile":
                assert len(copies) == found["scale"] ** one.space.dimension
            else:
                empty = [list(cell) for cell, label in _cells(found["labels"]) if label < 0]
                assert empty == [found["hole"]]


def one_lattice(one: PieceRecord) -> tuple[()] | tuple[str]:
    """The second argument of a polyform; a polyomino has none."""
    return () if one.space is SQUARES else (one.lattice,)


def _cells(labels: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if isinstance(labels, int):
        yield place, labels
        return
    for number, inner in enumerate(labels):
        yield from _cells(inner, (*place, number))


def test_sets_have_the_published_numbers_of_pieces() -> None:
    for lattice, free, one_sided, fixed in (
        (SQUARES, [1, 1, 2, 5, 12], [1, 1, 2, 7, 18], [1, 2, 6, 19, 63]),
        (TRIANGLES, [1, 1, 1, 3, 4, 12], [1, 1, 1, 4, 6, 19], [2, 3, 6, 14, 36, 94]),
        (HEXAGONS, [1, 1, 3, 7], [1, 1, 3, 10], [1, 3, 11, 44]),
        (CUBES, [1, 1, 2, 7], [1, 1, 2, 8], [1, 3, 15, 86]),
    ):
        found = [counts(list(described(lattice, size))) for size in range(1, len(free) + 1)]
        assert [each["free"] for each in found] == free
        assert [each["one-sided"] for each in found] == one_sided
        assert [each["fixed"] for each in found] == fixed
    assert sum(len(polyforms(family.cells)) for family in families(["polyominoes"])) == 533


def test_symmetries_of_hexominoes() -> None:
    # D. H. Redelmeier, "Counting polyominoes", 1981: none 20, mirror 6, diagonal 2, half turn 5,
    # both mirrors 2.
    names = [
        (one.symmetry["name"], "diagonal" in one.symmetry["words"]) for one in described(SQUARES, 6)
    ]
    assert {each: names.count(each) for each in set(names)} == {
        ("C1", False): 20,
        ("D1", False): 6,
        ("D1", True): 2,
        ("C2", False): 5,
        ("D2", False): 2,
    }


def published() -> dict[tuple[Lattice, int, str], int]:
    """The published counts, by lattice, cells and the number of the sequence."""
    lines = (KNOWN / "plane.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return {
        (LATTICE[form], int(size), sequence): int(count)
        for form, size, _, count, sequence in rows
        if sequence.startswith("A")
    }


def check_sequences(sizes: dict[Lattice, int]) -> None:
    """Compare the records of the plane with all published counts."""
    compared = 0
    known = published()
    for lattice, most in sizes.items():
        for size in range(1, most + 1):
            made = [with_fact(one, FACTS[0], LONG) for one in described(lattice, size)]
            found = counts(made)
            for sequence in SEQUENCES[lattice]:
                wanted = known.get((lattice, size, sequence.number))
                if wanted is not None:
                    assert found[sequence.key] == wanted, (lattice, size, sequence)
                    compared += 1
    assert compared > sum(sizes.values()) * 3


def test_counts_are_the_published_ones() -> None:
    check_sequences({SQUARES: 5, TRIANGLES: 6, HEXAGONS: 4})


@pytest.mark.slow
def test_counts_of_larger_pieces_are_the_published_ones() -> None:
    check_sequences({SQUARES: 8, TRIANGLES: 8, HEXAGONS: 6})


def test_what_cannot_be_recorded() -> None:
    with pytest.raises(PieceError, match=r"does not contain '#\.#'"):
        record("#.#")
    with pytest.raises(RequestError, match="unknown set 'squares'"):
        families(["squares"])
    with pytest.raises(RequestError, match="polycubes must have 1 to 7 cells, got 8"):
        families(cells=8)
    assert len(families()) == sum(most for _, most in FORMS.values())


# Runs


@dataclass(frozen=True)
class Resumed:
    """A run that was killed and resumed: its folder, the facts found before and after, and the
    records.
    """

    folder: Path
    before: set[str]
    after: set[str]
    made: list[PieceRecord]


@pytest.fixture(scope="module")
def resumed(tmp_path_factory: pytest.TempPathFactory) -> Resumed:
    """A run over dominoes and trominoes that is killed at the last piece, and resumed."""
    folder = tmp_path_factory.mktemp("facts")
    sets = families(["dominoes", "trominoes"])
    found: set[str] = set()

    def noted(fact: Fact) -> Fact:
        def find(made: PieceRecord, limit: float) -> dict[str, Any]:
            found.add(f"{made.id} {fact.name}")
            return fact.find(made, limit)

        return replace(fact, find=find)

    def stop(far: Progress) -> None:
        if far.done == 2:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(facts, "FACTS", tuple(noted(fact) for fact in FACTS))
        with pytest.raises(KeyboardInterrupt):
            collect(sets, folder, LONG, progress=stop)
        before = {*found}
        # A process that is killed may leave half a line.
        with (folder / "trominoes.jsonl").open("a", encoding="utf-8") as stream:
            stream.write('{"id": "L3", "fac')
        found.clear()
        made = collect(sets, folder, LONG)
    return Resumed(folder, before, {*found}, made)


def test_a_run_that_was_killed_resumes(resumed: Resumed, tmp_path: Path) -> None:
    examples = {f"{fact.example} {fact.name}" for fact in FACTS}
    before = {word for word in resumed.before if word.split()[0] in ("domino", "I3")}
    assert len(before) == 8 and not before & (resumed.after - examples)
    assert [one.id for one in resumed.made] == ["domino", "I3", "L3"]
    assert all(not open_facts(one, LONG) for one in resumed.made)
    # Nothing is left to do, and the file has one line for each piece, and one for the format.
    shutil.copytree(resumed.folder, tmp_path / "facts")
    again = collect(families(["dominoes", "trominoes"]), tmp_path / "facts", LONG, timeout=LONG / 2)
    assert [one.summary() for one in again] == [one.summary() for one in resumed.made]
    path = tmp_path / "facts" / "trominoes.jsonl"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    path.write_text("something else\n", encoding="utf-8")
    with pytest.raises(FormatError, match="no atlas records"):
        collect(families(["trominoes"]), tmp_path / "facts", LONG)


def test_a_limit_that_is_raised_is_used(small: dict[str, PieceRecord]) -> None:
    known = small["P5"]
    unknown = replace(
        known,
        facts={
            **known.facts,
            "plane": {**known.facts["plane"], "verdict": "not known", "isohedral_number": None},
        },
        limits={**known.limits, "plane": 2.0},
    )
    assert unknown.tiles is None
    assert [fact.name for fact in open_facts(unknown, 2.0)] == []
    assert "plane" in [fact.name for fact in open_facts(unknown, 3.0)]
    assert "plane" not in [fact.name for fact in open_facts(known, 10 * LONG)]


def test_what_is_known_is_not_lost(small: dict[str, PieceRecord]) -> None:
    known = small["P5"]
    for fact in FACTS:
        if fact.name in known.facts:
            nothing = {
                "plane": {"verdict": "not known", "heesch": None, "heesch_with_holes": None}
                | dict.fromkeys(("isohedral_number", "isohedral_number_proven")),
                "rectangles": {
                    "complete": False,
                    "rectifiable": None,
                    "order": None,
                    "odd_order": None,
                    "primes": [],
                },
                "rep_tile": {"verdict": "not known", "excluded": []},
                "one_missing": {"board": None, "excluded": 0},
            }[fact.name]
            worse = replace(fact, find=lambda *_, nothing=nothing: nothing)
            assert with_fact(known, worse, LONG).facts[fact.name] is known.facts[fact.name]
            lacking = replace(known, facts={**known.facts, fact.name: nothing})
            better = replace(fact, find=lambda *_, fact=fact: known.facts[fact.name])
            assert with_fact(lacking, better, LONG).facts[fact.name] is known.facts[fact.name]


def test_without_time_there_are_records_without_facts(tmp_path: Path) -> None:
    made = collect(families(["dominoes", "tricubes"]), tmp_path, LONG, timeout=LONG / 2)
    assert [(one.id, one.facts, one.tiles, one.rectifiable) for one in made] == [
        ("domino", {}, None, None),
        ("tricube:1", {}, None, None),
        ("tricube:2", {}, None, None),
    ]


# Pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, resumed: Resumed) -> tuple[Path, Built]:
    """An atlas of some small sets of each lattice; those of squares have all facts."""
    folder = tmp_path_factory.mktemp("site") / "atlas"
    kept = folder.with_name("kept")
    shutil.copytree(resumed.folder, kept)
    # For the others there is no time, so their pages say that it is not known.
    words = ("dominoes", "trominoes", "triamonds", "trihexes", "tricubes")
    return folder, build(folder, words, per_fact=LONG, timeout=LONG / 2, facts=kept, play="../")


def tree(path: Path) -> ElementTree.Element:
    """The elements of a page, which is well-formed XML, too."""
    return fromstring(path.read_text(encoding="utf-8").removeprefix("<!doctype html>\n"))


def test_pages_are_well_formed_and_link_to_what_there_is(site: tuple[Path, Built]) -> None:
    folder, built = site
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) == len(built.records) + 5 + 1
    outside = set()
    for page in pages:
        root = tree(page)
        identifiers = [each.get("id") for each in root.iter() if each.get("id")]
        # Pictures share patterns: the same name for the same pattern.
        own = [each for each in identifiers if not each.startswith("pit-")]
        assert len(own) == len(set(own)), page
        assert root.find("head/title") is not None and root.find("body/main/h1") is not None
        assert not [
            each
            for each in root.iter()
            if any(key.startswith("on") or key == "style" for key in each.attrib)
        ]
        for each in root.iter():
            tag = each.tag.rpartition("}")[2]
            if tag == "img":
                assert each.get("alt") is not None
            if tag == "script":
                assert each.get("src") and not each.text
            link = each.get("href") or each.get("src")
            if not link or link.startswith("#"):
                continue
            if link.startswith(("https:", "../../#", "../#")):
                outside.add(link)
            else:
                assert (page.parent / link).is_file(), (page.name, link)
    # The page that plays is beside the folder of the atlas.
    assert {"../#/", "../../#/make", "https://oeis.org/A000105", "../../#/plane/o-oo/f"} <= outside
    assert {"../../#/plane/tri:ooo/f", "../../#/plane/hex:oo-o/f"} <= outside


def test_pages_say_what_the_records_say(site: tuple[Path, Built]) -> None:
    folder, built = site
    text = " ".join("".join(tree(folder / "pieces" / "L3.html").itertext()).split())
    assert "L tromino" in text
    assert "L3 (also V3, kanoodle:F)" in text
    assert "one mirror line, diagonal (D1)" in text
    assert (
        "The order is 2, the smallest number of copies that can tile a rectangle. The smallest odd "
        "number of copies is 15." in text
    )
    assert "Strongly primeall of them" in text and "Square order6 × 6: 12 copies, proven" in text
    assert "4 copies tile the piece enlarged by a factor of 2." in text
    assert "1 copy can tile the 2 × 2 rectangle without the cell in row 1, column 1." in text
    tricube = " ".join("".join(tree(folder / "pieces" / "tricube-2.html").itertext()).split())
    assert "Boxes" in tricube and tricube.count("Not known.") == 2 and "no box" not in tricube
    assert built.missing > 0
    # A link to play has a puzzle that there is.
    (link,) = [
        link
        for each in tree(folder / "pieces" / "L3.html").iter("a")
        if "#/p/id:" in (link := each.get("href") or "")
    ]
    puzzle = read_id(link.partition("#/p/")[2])
    assert [piece.word() for piece in puzzle.problem().pieces] == [
        "L3=2"
    ] and puzzle.board.area == 6


def test_the_certificates_are_there_and_one_command_verifies_them(
    site: tuple[Path, Built], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = site
    page = (folder / "pieces" / "L3.html").read_text(encoding="utf-8")
    assert (
        '<a href="../facts/trominoes.jsonl">' in page
        and "tilewright verify trominoes.jsonl" in page
    )
    own = folder / "facts" / "trominoes.jsonl"
    assert run(["verify", str(own)]) == 0
    assert "claims hold" in capsys.readouterr().out
    head, *lines = own.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if '"id":"L3"' in line)

    def changed(*words: str | int, value: Any) -> list[str]:
        """Return what is wrong if the record of L3 says something else."""
        record = json.loads(lines[number])
        place = record
        for word in words[:-1]:
            place = place[word]
        assert place[words[-1]] != value
        place[words[-1]] = value
        path = tmp_path / "changed.jsonl"
        path.write_text(
            "\n".join([head, *lines[:number], json.dumps(record), *lines[number + 1 :]])
        )
        return [claim.claim for claim in tilewright.verify(path).wrong]

    assert {"'plane' is about I3", "'rectangles' is about I3"} <= {*changed("id", value="I3")}
    assert "does not tile" in changed("facts", "plane", "verdict", value="does not tile")
    assert changed("facts", "rectangles", "order", value="3") == [
        "the record matches its certificate"
    ]
    assert changed("facts", "rectangles", "claims", -1, "rectangles", value=[[2, 3]]) != []
    assert changed("facts", "rep_tile", "labels", 0, 0, value=1) == [
        "copies of the piece tile its enlargement by a factor of 2"
    ]
    assert changed("facts", "rep_tile", "verdict", value="none") != []
    assert changed("facts", "one_missing", "hole", value=[0, 1]) != []


def test_boxes_of_the_atlas_are_verified_by_their_tilings(tmp_path: Path) -> None:
    unpack(tmp_path)
    path = tmp_path / "tricubes.jsonl"
    assert not tilewright.verify(path).wrong
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    tilings = next(found for each in records if (found := each["facts"]["boxes"]["tilings"]))
    labels = tilings[0]["labels"]
    labels[0][0][0] = 1 - labels[0][0][0]
    path.write_text("\n".join([head, *map(json.dumps, records)]))
    (wrong,) = tilewright.verify(path).wrong
    assert wrong.claim == "a tiling of 1x1x3"
    labels[0][0][0] = 1 - labels[0][0][0]
    next(each["facts"]["boxes"]["primes"] for each in records)[0][2] += 3
    path.write_text("\n".join([head, *map(json.dumps, records)]))
    (wrong,) = tilewright.verify(path).wrong
    assert wrong.claim == "each prime box has a valid tiling"


def test_the_index_and_the_tables_agree_with_the_records(site: tuple[Path, Built]) -> None:
    folder, built = site
    rows = [one.summary() for one in built.records]
    assert json.loads((folder / "atlas.json").read_text(encoding="utf-8"))["pieces"] == rows
    assert built.parquet and parquet.read_table(folder / "atlas.parquet").to_pylist() == rows
    cards = [each for each in tree(folder / "index.html").iter("li") if each.get("data-key")]
    assert [each.get("data-key") for each in cards] == [
        f"{one.lattice} {one.key}" for one in built.records
    ]
    for card, row in zip(cards, rows, strict=True):
        assert card.get("data-cells") == str(row["cells"])
        assert card.get("data-order") == (
            None if row["order_at_most"] is None else str(row["order_at_most"])
        )
        plane = {True: row["plane_kind"], False: "none", None: "unknown"}[row["tiles_plane"]]
        assert card.get("data-plane") == (None if row["lattice"] == "cube" else plane)


def test_a_shape_that_is_drawn_is_found_in_any_orientation() -> None:
    script = Path(tilewright.__file__).parent / "apps" / "atlas" / "static" / "atlas.js"
    wanted = {
        (lattice.name, piece): sorted(each.text() for each in piece.orientations("free"))
        for lattice, size in ((SQUARES, 6), (TRIANGLES, 6), (HEXAGONS, 5))
        for piece in polyforms(size, "free", lattice)
    }
    # Anywhere on the field, also where columns are negative.
    asked = [
        [name, [[row + 3, column - 4] for row, column in piece.cells]] for name, piece in wanted
    ]
    code = (
        f"import {{ orientations }} from {json.dumps(script.as_uri())};\n"
        f"console.log(JSON.stringify({json.dumps(asked)}.map(([name, cells]) => "
        "[...orientations(name, cells)])))"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", code],
        capture_output=True,
        text=True,
        timeout=NEVER,
        check=True,
    )
    assert [sorted(each) for each in json.loads(done.stdout)] == list(wanted.values())


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(tmp_path / "atlas"), "monohexes"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pieces"] == 1 and told["missing"] == 0
    assert main([words[0], "squares"]) == 2
    assert "unknown set 'squares'" in capsys.readouterr().err
    assert main([*words, "--per-fact", "0"]) == 2


def test_records_that_come_with_tilewright(tmp_path: Path) -> None:
    """They are those of all pieces, lack nothing, agree with published facts, and their
    certificates hold.
    """
    own = tmp_path / "trominoes.jsonl"
    own.write_text('{"format": "tilewright atlas", "version": 1}\n')
    unpack(tmp_path)
    assert len(own.read_text().splitlines()) == 1
    own.unlink()
    unpack(tmp_path)
    content = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for family in families(()):
        lines = content[f"{family.plural}.jsonl"].decode().splitlines()[1:]
        assert [json.loads(line)["id"] for line in lines] == [piece.name for piece in family.pieces]
    sets = families(("trominoes", "pentominoes", "hexiamonds", "tetrahexes", "tetracubes"))
    records = {one.id: one for one in collect(sets, tmp_path, LIMIT)}
    # Nothing was computed.
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == content
    assert not any(open_facts(one, LIMIT) for one in records.values())
    assert records["P5"].order == (2, 2) and records["P5"].summary()["odd_order"] == 21
    assert records["Y5"].order == (10, 10) and records["L3"].facts["rep_tile"]["scale"] == 2
    assert [records[name].summary()["square_order"] for name in ("L3", "L5", "Y5")] == [12, 20, 20]
    # Smaller rectangles are open.
    assert {*records["Y5"].summary()["primes"]} - {*records["Y5"].summary()["strongly_prime"]} == {
        "15x15"
    }
    for one in list(records.values())[::8]:
        file = tmp_path / "plane.json"
        if "plane" in one.facts:
            file.write_text(json.dumps(one.facts["plane"]))
            assert tilewright.verify(file)
