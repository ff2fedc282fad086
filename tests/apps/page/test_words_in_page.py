"""Words of a request in the page: its reader says of each what the library says."""

from __future__ import annotations

from typing import Any

from node import in_node
from tilewright.errors import RequestError
from tilewright.model.problem import Problem

#: Boards with the words for pieces after them.
REQUESTS = (
    "5x8 tetrominoes+ T4=0",
    "5x8 tetrominoes+ ###/.#=2",
    "5x8 T4=0 tetrominoes+",
    "5x8 tetrominoes+ T4=1 T4=2",
    "3x4 L3 L3=2",
    "3x4 L3 ##/#",
    "4x4 L4=2 J4=2",
    "3x4 trominoes trominoes",
    "3x4 trominoes trominoes+",
    "4x4 tetromino:IILSTTZ I4=1",
    "XXX\nXXX L3+",
    "a#/ab a# a/b",
    "abc/de# #a",
    "bcde/### I3 L3+",
    "4x4 ./ab",
    "4x4 /tmp/ab",
    "4x4 ab/cd.txt",
    "4x4 ab/.a",
    "6x6 1x3+ 2x2=3",
    "6x6 1x3+ I3=2",
    "6x6 0x3",
    "6x6 1000x1000",
    "cube:2x2x4 2x2x1 2x2 1x2+",
    "WWW/### WWW I3",
    "WBW/### WBW=1 I3+",
)


def library(board: str, *pieces: str) -> dict[str, Any]:
    """What the library reads."""
    try:
        problem = Problem(board, *pieces)
        problem.check()
    except RequestError as error:
        return {"refused": error.message.partition("; to read a file")[0]}
    return {
        "pieces": [[piece.name, piece.least, piece.most] for piece in problem.pieces],
        "empty": [problem.empty_least, problem.empty_most],
    }


def test_the_page_reads_words_as_the_library() -> None:
    asked = []
    for request in REQUESTS:
        board, *pieces = request.split(" ")
        asked.append({"board": board, "pieces": pieces, "turn": "free"})
    found = dict(zip(REQUESTS, in_node("wording.js", asked), strict=True))
    assert found == {request: library(*request.split(" ")) for request in REQUESTS}
    assert sum("refused" in each for each in found.values()) == 11
