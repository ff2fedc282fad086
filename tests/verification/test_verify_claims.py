"""False claims that were once accepted, true ones that were once refused, and what cannot be
verified.
"""

from __future__ import annotations

import itertools
import json
import random
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import FormatError, PieceError, RequestError, TilingError
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.labels import OUTSIDE
from tilewright.shapes.rectangles import boxes
from tilewright.solving import proofs
from tilewright.solving.coloring import Certificate, color
from tilewright.solving.proofs import WeightBound, Weighting, weighting
from tilewright.solving.search import Search, claims

Captured = pytest.CaptureFixture[str]


def saved(path: Path, data: Any) -> str:
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return str(path)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("Roses are red\nviolets are blue\n", 5),
        ("ABA\nBAB\n", 2),
        ("###\n###\n", 1),
        ("AABBCC\nDDEEFF\n", 6),
    ],
)
def test_a_drawing_with_nothing_to_compare_it_with_is_not_verified(
    text: str, tiles: int, tmp_path: Path, capsys: Captured
) -> None:
    path = saved(tmp_path / "drawing.txt", text)
    found = tw.verify(path)
    assert not found
    assert not found.wrong
    assert "holds" not in str(found)
    assert f"is a well-formed drawing of {tiles} tile" in str(found)
    assert run(["verify", path]) == 3
    out = capsys.readouterr().out
    assert "to verify the tiling, also pass BOARD PIECES" in out
    assert "hold" not in out
    assert not tw.verify(tw.Tiling.from_text(text))


def test_a_drawing_is_compared_with_a_problem(tmp_path: Path) -> None:
    path = saved(tmp_path / "drawing.txt", "AAB\nCCB\n")
    assert tw.verify(path, "2x3 domino+")
    assert not tw.verify(path, "2x3 L3+")


def refused(record: dict[str, Any], tmp_path: Path, **fields: Any) -> str:
    """Why a record with other fields is wrong."""
    record = json.loads(json.dumps(record))
    assert tw.verify(saved(tmp_path / "record.json", record))
    record |= fields
    found = tw.verify(saved(tmp_path / "record.json", record))
    assert found.wrong, found
    return found.wrong[0].why


def test_a_piece_in_parts_is_not_said_to_have_a_boundary(tmp_path: Path) -> None:
    # It tiles with the periods (2, 0) and (0, 3).
    record = tw.plane("F5", turn="fixed").to_json()
    assert "not connected" in refused(record, tmp_path, cells="#.#.#/###", piece="piece")
    with pytest.raises(PieceError, match="connected"):
        tw.plane("#.#.#/###", turn="fixed")
    tiles = {
        **tw.plane("I3", turn="fixed").to_json(),
        "piece": "comb",
        "cells": "#.#.#/###",
        "period": [[2, 0], [0, 3]],
    }
    tiles["certificate"] = {"placements": [[[0, 0], [0, 2], [0, 4], [1, 0], [1, 1], [1, 2]]]}
    assert tw.verify(saved(tmp_path / "x.json", tiles))


def test_fields_of_the_plane_are_all_read(tmp_path: Path, capsys: Captured) -> None:
    record = tw.plane("#####/#..#/#").to_json()
    assert record["heesch"] == 1
    path = saved(tmp_path / "x.json", {**record, "heesch": 0})
    found = tw.verify(path)
    assert (bool(found), found.wrong, len(found.unverified)) == (False, (), 1)
    assert run(["verify", path]) == 3
    assert "was not verified" in capsys.readouterr().out
    record = tw.plane("I3").to_json()
    assert "U5 is the name of a different piece" in refused(record, tmp_path, piece="U5")
    assert "'half_turn' must be true" in refused(record, tmp_path, half_turn=False)
    assert "classes" in refused(record, tmp_path, isohedral_number=2)
    assert "no field 'order'" in refused(record, tmp_path, order=2)
    other = {**record["certificate"], "factors": [2, 2, 0, 2, 2, 0]}
    assert "does not have the stated factors" in refused(record, tmp_path, certificate=other)
    record = tw.plane("F5").to_json()
    assert "simplest kind of tiling is 'half turn'" in refused(
        record, tmp_path, kind="isohedral", half_turn=False
    )


def test_what_has_no_proof_is_said_and_not_held(tmp_path: Path, capsys: Captured) -> None:
    # That no tiling has a period of up to three tiles is not proven.
    found = tw.verify(tw.plane("##/.##/..#/..##/..#", max_tiles=3))
    assert not found
    assert [claim.holds for claim in found.claims][:2] == [True, None]
    assert "no tiling has a period of up to 3 tiles" in str(found)
    # Of explanations, only the names are said.
    (claim,) = tw.verify(tw.plane("I3")).claims
    assert claim.not_checked == ("why",)
    assert run(["verify", saved(tmp_path / "x.json", tw.plane("I3").to_json())]) == 0
    assert "not checked: why" in capsys.readouterr().err


def test_a_lower_bound_of_a_coloring_needs_its_certificate(
    tmp_path: Path, capsys: Captured
) -> None:
    found = color(tw.Tiling.from_text("ABC"))
    assert tw.verify(found)
    assert (found.colors, found.lower_bound) == (2, 2)
    forged = [
        Certificate("subgraph", 3, (), (0, 1, 2)),
        Certificate("subgraph", 3, (0, 1, 2)),
        Certificate("critical", 2, (0, 1, 2)),
        Certificate("clique", 2, (0, 2)),
        Certificate("exhausted", 3, (0, 1, 2), (), (), ()),
    ]
    for certificate in forged:
        bad = replace(
            found,
            colors=3,
            lower_bound=certificate.colors,
            certificate=certificate,
            sizes=(2, 1, 0),
        )
        assert tw.verify(bad).wrong, certificate
    assert tw.verify(replace(found, lower_bound=7)).wrong
    assert tw.verify(replace(found, lower_bound=1, certificate=None)).wrong
    assert tw.verify(replace(found, sizes=(1, 2))).wrong
    # Without tiles there is nothing to color.
    assert tw.verify(color(tw.Tiling(np.full((2, 2), -2))))
    assert run(["color", "4x4", "L4+", "--touch", "strong", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert tw.verify(saved(tmp_path / "x.json", record)).what == "coloring"
    record["lower_bound"] += 1
    assert not tw.verify(saved(tmp_path / "x.json", record))


def test_numbers_of_a_proof_in_memory_are_computed_again() -> None:
    found = weighting("6x6", "T4+")
    assert isinstance(found, Weighting)
    # There are two tilings of 4x4.
    forged = replace(
        found,
        problem=tw.Problem("4x4", "T4+"),
        weights=np.zeros((4, 4), dtype=object),
        values=(0,),
        copies=(4,),
        known=4,
        total=0,
    )
    assert not tw.verify(forged)
    assert tw.verify(found)
    assert not tw.verify(found, "4x4 T4+")
    bound = weighting("5x5", "Y5+")
    assert isinstance(bound, WeightBound)
    weights = bound.weights.copy()
    weights[0, 0] = 0.5
    assert not tw.verify(WeightBound(bound.problem, weights))
    assert not tw.verify(WeightBound(tw.Problem("6x10", "Y5+"), bound.weights))
    # Sums that were computed before the numbers changed.
    assert bound.holds() and bound.text()
    bound.weights[...] = 0
    assert not bound.holds()
    assert not tw.verify(bound)


def test_cells_stay_empty_only_where_the_answer_says_so(tmp_path: Path, capsys: Captured) -> None:
    assert run(["solve", "3x3", "domino+", "--empty", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["empty"] == [0, 1]
    path = saved(tmp_path / "x.json", record)
    assert run(["verify", path]) == 0
    del record["empty"]
    assert run(["verify", saved(tmp_path / "x.json", record)]) == 1
    assert "is empty, but must be covered" in capsys.readouterr().out


def test_a_line_that_names_another_piece_is_wrong(tmp_path: Path) -> None:
    lines = ['{"claim": "piece", "piece": "##", "name": "X5", "turn": "free"}']
    lines.append('{"claim": "tiling", "rectangle": [1, 2], "labels": [[0, 0]]}')
    found = tw.verify(saved(tmp_path / "x.jsonl", "\n".join(lines)))
    assert [claim.holds for claim in found.claims] == [False, True]
    assert not tw.verify(saved(tmp_path / "x.json", {"labels": [[0, 0]], "pieces": ["X5"]}))
    assert not tw.verify(
        saved(tmp_path / "x.json", {"labels": [[0, 0]], "pieces": ["domino"], "rows": 2})
    )


def test_all_tilings_are_counted_again(tmp_path: Path, capsys: Captured) -> None:
    assert run(["solve", "2x4", "domino+", "--all", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert "there are no other tilings: holds" in str(
        tw.verify(saved(tmp_path / "x.json", record)).claims[-1]
    )
    fewer = {**record, "tilings": record["tilings"][:-1], "count": "4"}
    assert "there are more" in str(tw.verify(saved(tmp_path / "x.json", fewer)))
    twice = {**record, "tilings": [*record["tilings"][:-1], record["tilings"][0]]}
    assert tw.verify(saved(tmp_path / "x.json", twice)).wrong


def test_tilings_that_differ_only_in_how_tiles_wrap_are_different(
    tmp_path: Path, capsys: Captured
) -> None:
    assert run(["solve", "torus:2x2", "domino+", "--rule", "by-wrap", "--all", "--json"]) == 0
    found = tw.verify(saved(tmp_path / "x.json", capsys.readouterr().out))
    assert found
    assert "there are no other tilings: holds" in str(found.claims[-1])


PLACED = ["domino:0,1-0,2", "domino:1,0-2,0", "domino:1,4-2,4", "domino:3,1-3,2"]


def test_proofs_with_placed_pieces_are_verified(tmp_path: Path, capsys: Captured) -> None:
    problem = tw.Problem("4x5", "domino+", placed=PLACED)
    barrier = proofs.barrier(problem)
    assert barrier is not None
    assert tw.verify(barrier)
    assert tw.verify(saved(tmp_path / "b.json", barrier.to_json()), problem)
    for placed in (PLACED, ["domino:0,2-1,2", "domino:1,1-2,1", "domino:2,0-3,0"]):
        words = [word for each in placed for word in ("--placed", each)]
        code = run(["solve", "4x5", "domino+", *words, "--json"])
        text = capsys.readouterr().out
        assert json.loads(text)["placed"] == [*placed]
        assert run(["verify", saved(tmp_path / "x.json", text)]) == 0, (code, text)
        assert capsys.readouterr().out == "The claim holds.\n"


def test_pieces_with_names_from_a_file_are_verified(tmp_path: Path, capsys: Captured) -> None:
    pieces = (
        "tilewright pieces\n\nname: corner\ncopies: 2\n##\n#.\n\nname: bar\n###\n\nname: "
        "hook\n##\n#.\n#.\n#.\n"
    )
    file = saved(tmp_path / "oak.pieces", pieces)
    assert run(["solve", "2x7", file, "--all", "--json"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["names"] == ["corner", "bar", "hook"]
    assert run(["verify", saved(tmp_path / "x.json", text)]) == 0
    assert run(["verify", str(tmp_path / "x.json"), "2x7", file]) == 0


def test_a_weighting_over_pieces_in_parts_is_verified(tmp_path: Path, capsys: Captured) -> None:
    assert run(["solve", "7x7-0,0", "#.#@fixed+", "#/.#@fixed+", "--json"]) == 1
    text = capsys.readouterr().out
    assert "weighting" in json.loads(text)
    assert run(["verify", saved(tmp_path / "x.json", text)]) == 0, capsys.readouterr().out
    found = weighting("7x7-0,0", "#.#+", "#/.#+", turn="fixed")
    assert found is not None
    assert tw.verify(found)
    assert tw.verify(
        saved(tmp_path / "x.json", found.to_json()),
        tw.Problem("7x7-0,0", "#.#+", "#/.#+", turn="fixed"),
    )


def test_a_weighting_with_empty_cells_is_verified(tmp_path: Path) -> None:
    problem = tw.Problem("#?#/###/###", "domino+", empty=(1, 1))
    found = weighting(problem)
    assert found is not None
    assert tw.verify(saved(tmp_path / "x.json", found.to_json()), problem)


def test_trominoes_and_their_colors_are_verified(tmp_path: Path, capsys: Captured) -> None:
    assert run(["golomb", "3", "--hole", "0,0", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert tw.verify(saved(tmp_path / "x.json", record))
    for change in ({"hole": [1, 1]}, {"size": [4, 16]}, {"colors": [0] * len(record["colors"])}):
        assert tw.verify(saved(tmp_path / "x.json", {**record, **change})).wrong


def answered(capsys: Captured, *words: str) -> dict[str, Any]:
    assert run(["solve", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_answer_up_to_symmetry_has_one_of_each_class(tmp_path: Path, capsys: Captured) -> None:
    draw = random.Random(2026)
    seen = set()
    for words in (["2x3", "##+"], ["3x4", "L3+"], ["4x4", "L4+"], ["3x3", "domino=4", "monomino"]):
        record = answered(capsys, *words, "--all", "--unique")
        every = list(tw.tilings(*words))
        for _ in range(12):
            listed = draw.sample(every, len(record["tilings"]))
            record["tilings"] = [tiling.to_json() for tiling in listed]
            classes = len({tiling.canonical() for tiling in listed})
            found = tw.verify(saved(tmp_path / "record.json", record))
            assert bool(found) == (classes == len(listed)), listed
            seen.add(bool(found))
    assert seen == {True, False}
    record = answered(capsys, "2x3", "##+", "--all", "--unique")
    both = [tw.Tiling.from_text(text).to_json() for text in ("AAB\nCCB", "ABB\nACC")]
    assert refused(record, tmp_path, tilings=both) == "a tiling is listed twice up to symmetry"
    partial = {"tilings": both, "complete": False}
    assert refused(record, tmp_path, **partial) == "a tiling is listed twice up to symmetry"


def test_pieces_that_mirror_images_exchange_count_once(tmp_path: Path, capsys: Captured) -> None:
    words = ["4x4", "L4=0..4", "J4=0..4", "--turn", "one-sided", "--all", "--unique"]
    record = answered(capsys, *words)
    mirrored = [tw.Tiling.from_json(value).transform(4).to_json() for value in record["tilings"]]
    flipped = {"L4": "J4", "J4": "L4"}
    for value in mirrored:
        value["pieces"] = [flipped[name] for name in value["pieces"]]
    twice = [*record["tilings"][:-1], mirrored[0]]
    assert len(twice) > 1
    assert refused(record, tmp_path, tilings=twice) == "a tiling is listed twice up to symmetry"


def test_tilings_by_wrap_are_listed_as_often_as_there_are_wraps(
    tmp_path: Path, capsys: Captured
) -> None:
    record = answered(capsys, "torus:2x2", "##+", "--all", "--rule", "by-wrap")
    one = record["tilings"][:1]
    why = "some tilings are missing, and others are listed too many times"
    assert refused(record, tmp_path, tilings=8 * one) == why
    record = answered(capsys, "torus:2x4", "##+", "--all", "--rule", "by-wrap", "--unique")
    assert refused(record, tmp_path, tilings=len(record["tilings"]) * one) != ""


def test_a_puzzle_whose_solutions_take_too_long_to_count_is_neither_right_nor_wrong() -> None:
    made = tw.generate("shikaku", "4x4", seed=1)
    # Without two opposite corners there is no tiling, but a search needs years to find out.
    board = tw.Board.parse("14x14-0,0-13,13")
    puzzle = Puzzle.of(tw.Problem(board, "domino+"))
    found = tw.verify(replace(made, puzzle=puzzle), timeout=0.2)
    assert found.stopped == "the time limit was reached"
    assert "there is exactly one solution" not in [claim.claim for claim in found.claims]


def test_a_packing_is_compared_with_the_rules_of_the_problem(
    tmp_path: Path, capsys: Captured
) -> None:
    assert run(["solve", "2x4", "domino+", "--most", "--json"]) == 0
    path = saved(tmp_path / "packing.json", capsys.readouterr().out)
    assert tw.verify(path, "2x4 domino+")
    assert tw.verify(path, tw.Problem("2x4", "domino+", rules=["tiles 2..4"]))
    for rule, why in (("tiles 1", "expected 1"), ("no-crossroads", "four")):
        found = tw.verify(path, tw.Problem("2x4", "domino+", rules=[rule]))
        assert why in found.wrong[0].why
    # The bound holds for packings that obey rules, too.
    assert run(["solve", "5x5", "I4", "--most", "--json"]) == 0
    path = saved(tmp_path / "packing.json", capsys.readouterr().out)
    assert tw.verify(path, tw.Problem("5x5", "I4", rules=["tiles 2..9"]))


#: Problems with each option that says a rule, and a problem that differs in it.
RULED = [
    ("5x5 L3+ --empty 1", "5x5 L3+"),
    ("3x3 domino+ --empty 1..1", "3x3 domino+"),
    ("2x3 L3=2 --turn one-sided", "2x3 L3=2 --turn fixed"),
    ("4x4 L4+ --placed L4:0,0-1,0-2,0-2,1", "4x4 L4+ --placed L4:0,0-0,1-0,2-1,2"),
    ("torus:2x2 ##+ --rule by-wrap", "2x3 ##+"),
    ("3x4 domino+ monomino+ --rule 'tiles 7'", "3x4 domino+ monomino+ --rule 'tiles 8'"),
    ("5x6 domino+ --rule fault-free", "2x4 O4+ --rule fault-free"),
    ("5x6 domino+ --rule 'fault-free columns'", "5x6 domino+ --rule 'tiles 3'"),
    ("4x4 domino+ --rule no-crossroads", "4x4 domino+ --empty 16..16"),
    ("1x5 domino=2 monomino --rule apart", "1x5 domino=2 monomino --placed monomino:0,0"),
    ("3x3 L3+ I3+ domino+ --rule 'clues 0,0=3'", "3x3 L3+ I3+ domino+ --rule 'clues 0,0=2'"),
]


@pytest.mark.parametrize(("said", "other"), RULED, ids=[said for said, _ in RULED])
@pytest.mark.parametrize("ending", [".txt", ".json", ".jsonl"])
def test_verify_takes_every_problem_that_solve_takes(
    said: str, other: str, ending: str, tmp_path: Path, capsys: Captured
) -> None:
    words = shlex.split(said)
    path = str(tmp_path / f"tiling{ending}")
    if ending == ".json":
        assert run(["solve", *words, "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        saved(Path(path), record["tilings"][0])
    else:
        assert run(["solve", *words, "-o", path]) == 0
    assert run(["verify", path, *words]) == 0, capsys.readouterr()
    # A drawing of joined sides is not even read as one of another board.
    wrong = (1, 2) if "by-wrap" in words and ending == ".txt" else (1,)
    assert run(["verify", path, *shlex.split(other)]) in wrong, capsys.readouterr()


def test_rules_without_a_problem_are_refused(tmp_path: Path, capsys: Captured) -> None:
    path = saved(tmp_path / "drawing.txt", "AAB\nCCB\n")
    assert run(["verify", path, "--empty", "1"]) == 2
    assert "verify FILE BOARD PIECES --empty 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("problem", "what"),
    [
        ("8x8-0,0 L3+", "all 2 claims hold"),
        ("6x6 L4+", "the board is 6x6, but the tiling is 8x8"),
        ("8x8-0,1 L3+", "tiling 1 is a tiling of 8x8-0,1: WRONG"),
    ],
)
def test_boards_of_trominoes_are_compared_with_a_problem(
    problem: str, what: str, tmp_path: Path, capsys: Captured
) -> None:
    assert run(["golomb", "3", "--hole", "0,0", "--json"]) == 0
    path = saved(tmp_path / "golomb.json", capsys.readouterr().out)
    assert what in str(tw.verify(path, problem))


def test_answers_without_a_tiling_are_compared_with_no_problem(
    tmp_path: Path, capsys: Captured
) -> None:
    for words in ("golomb 5x5 --hole 0,1", "color 2x3 L3=2 --all", "rectangles X5"):
        run([*words.split(), "--json"])
        path = saved(tmp_path / "answer.json", capsys.readouterr().out)
        assert tw.verify(path)
        with pytest.raises(RequestError, match="a problem can be compared only with"):
            tw.verify(path, "6x6 L4+")


#: What asks for each answer in the library, and the command that prints the same JSON.
ANSWERS: dict[str, tuple[Callable[[], Any], str]] = {
    "packing": (lambda: tw.best_packing("5x5", "I4"), "solve 5x5 I4 --most"),
    "packing on a torus": (
        lambda: tw.best_packing("torus:4x4", "L3+"),
        "solve torus:4x4 L3+ --most",
    ),
    "coloring": (lambda: color(tw.solve("4x4", "L4+")), "color 4x4 L4+"),
    "no coloring": (lambda: color(tw.solve("3x4", "I4+"), colors=1), "color 3x4 I4+ --colors 1"),
    "plane": (lambda: tw.plane("Y5"), "plane Y5"),
    "figures": (lambda: tw.figure("L3", "I3"), "figure L3 I3"),
    "rectangles": (lambda: tw.rectangles("L4"), "rectangles L4"),
    "joint": (lambda: tw.rectangles("I3", "L3", both=True), "rectangles I3 L3 --both"),
    "boxes": (lambda: boxes("S4", sides=2), "rectangles S4 --boxes --max-width 2"),
    "puzzle": (lambda: tw.generate("dots", "4x6", seed=1), "make dots 4x6 --seed 1"),
}
#: How long something took, or where it was found, which differs from run to run.
TIMES = ("seconds", "nodes", "bytes")


def without_times(value: Any) -> Any:
    """JSON values without times."""
    if isinstance(value, dict):
        return {name: without_times(one) for name, one in value.items() if name not in TIMES}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ANSWERS)
def test_the_library_writes_what_the_command_prints_and_verify_reads(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    asked, words = ANSWERS[name]
    answer = asked()
    written = json.loads(json.dumps(answer.to_json()))
    found = tw.verify(saved(tmp_path / "answer.json", written))
    assert not found.wrong, found
    assert any(claim.holds for claim in found.claims)
    assert [claim.holds for claim in tw.verify(answer).claims] == [
        claim.holds for claim in found.claims
    ]
    run([*words.split(), "--json"])
    printed = json.loads(capsys.readouterr().out)
    printed = printed["puzzles"][0] if name == "puzzle" else printed
    assert without_times(printed) == without_times(written)


#: Commands whose JSON says facts without a tiling or a proof.
PLAIN = [
    "count 4x4 domino+",
    "nth 4x4 domino+ 3 -q",
    "pieces L3",
    "grade talos:hub-gates-1",
    "golomb 3 --hole 0,0 --tile-at 0,1",
]


@pytest.mark.parametrize("words", PLAIN)
def test_an_answer_without_evidence_is_refused(
    words: str, tmp_path: Path, capsys: Captured
) -> None:
    run([*words.split(), "--json"])
    path = saved(tmp_path / "answer.json", capsys.readouterr().out)
    with pytest.raises(FormatError, match="no tiling, proof or certificate"):
        tw.verify(path)


@pytest.mark.parametrize("value", [{}, [], 3, None])
def test_a_field_of_another_type_is_no_crash(value: object, tmp_path: Path) -> None:
    tiling = {"labels": [[0, 0]], "pieces": ["domino"], "surface": value}
    with pytest.raises(TilingError, match="surface"):
        tw.verify(saved(tmp_path / "tiling.json", tiling))
    answer = {"board": "1x2", "pieces": ["domino"], "tilings": [tiling]}
    assert tw.verify(saved(tmp_path / "answer.json", answer)).wrong
    figure = tw.figure("L3", "I3").to_json()
    figure["figure"]["layers"][0] = value
    assert tw.verify(saved(tmp_path / "figure.json", figure)).wrong


def test_a_tiling_of_an_answer_is_on_the_lattice_of_its_board(
    tmp_path: Path, capsys: Captured
) -> None:
    record = answered(capsys, "torus:4x4", "domino+")
    for field, value in (("surface", "flat"), ("surface", "klein"), ("lattice", "hex")):
        changed = [{**record["tilings"][0], field: value}]
        assert refused(record, tmp_path, tilings=changed) == (
            f'\'{field}\' must be "{"torus" if field == "surface" else "square"}", got "{value}"'
        )


@pytest.mark.parametrize(("engine", "other"), [("dance", "scan"), ("scan", "dance")])
def test_tilings_are_listed_again_by_another_engine(
    engine: str, other: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    used: list[str] = []

    class Noted(Search):
        def __init__(self, problem: tw.Problem, **options: Any) -> None:
            used.append(options["engine"])
            super().__init__(problem, **options)

    run(["solve", "4x4", "L4+", "--all", "--json", "--engine", engine])
    record = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(claims, "Search", Noted)
    assert tw.verify(record)
    assert used == [other]


def test_a_figure_that_is_turned_is_not_another_one() -> None:
    record = tw.figure("F5", "L5").to_json()
    assert not tw.verify(record).wrong
    turned = json.loads(json.dumps(record["figures"][0]))
    for tiling in turned["tilings"]:
        rows = np.rot90(tiling["labels"]).tolist()
        number = {OUTSIDE: OUTSIDE}
        for label in itertools.chain(*rows):
            number.setdefault(label, len(number) - 1)
        tiling["labels"] = [[number[label] for label in row] for row in rows]
    (wrong,) = tw.verify({**record, "figures": [*record["figures"], turned]}).wrong
    assert wrong.why == "the figure is equal to an earlier figure up to symmetry"


def test_a_file_has_answers_of_one_kind(tmp_path: Path) -> None:
    other = color(tw.Tiling.from_text("AB")).to_json()
    lines = f"{json.dumps(tw.plane('I3').to_json())}\n{json.dumps(other)}\n"
    with pytest.raises(FormatError, match=r"line 2: expected another answer of the kind .plane."):
        tw.verify(saved(tmp_path / "x.jsonl", lines))


def test_the_id_of_another_puzzle_is_wrong(capsys: Captured) -> None:
    assert run(["make", "sigil", "3x4", "--seed", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert tw.verify(record)
    record["puzzles"][0]["id"] = "talos:hub-gates-1"
    (wrong,) = tw.verify(record).wrong
    assert wrong.why == "the ID belongs to another puzzle"
