"""The exceptions: one line, a kind, and an exit code."""

from __future__ import annotations

import pickle

import pytest

from tilewright import errors

EVERY = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.TilewrightError)
]


@pytest.mark.parametrize("kind", EVERY)
def test_every_error_is_one_of_ours(kind: type[errors.TilewrightError]) -> None:
    error = kind("it broke", where="here")
    assert isinstance(error, errors.TilewrightError)
    assert str(error) == "here: it broke"
    assert str(kind("it broke")) == "it broke"
    assert error.to_json() == {"error": {"kind": kind.kind, "message": "it broke", "where": "here"}}
    codes = {errors.LimitError: 3, errors.NoTilingError: 1}
    assert error.exit_code == next(
        (code for above, code in codes.items() if issubclass(kind, above)), 2
    )
    assert isinstance(error, ValueError) == issubclass(kind, errors.RequestError)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy)) == (kind, str(error))


def test_kinds_tell_errors_apart() -> None:
    assert len({kind.kind for kind in EVERY}) == len(EVERY)


def test_an_error_stays_one_line() -> None:
    error = errors.PieceError("it broke", where="##\n.#\0")
    assert str(error) == r"##\n.#\x00: it broke"
    assert len(str(errors.PieceError("it broke", where="x" * 10_000))) < 400


def test_faults_are_joined() -> None:
    assert errors.joined(["this"]) == "this"
    assert errors.joined(list(range(10))) == "0; 1; 2; 3; 4; 5; 6; 7; 8; 9"
    assert errors.joined(list(range(12))) == "0; 1; 2; 3; 4; 5; 6; 7; 8; 9; and 2 more"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6x10", "'6x10'"),
        ("a\tb", r"'a\tb'"),
        ("é×日", "'é×日'"),
        ("x" * 81, "'" + "x" * 80 + "…'"),
        (7, "'7'"),
    ],
)
def test_texts_are_quoted_in_messages(text: object, shown: str) -> None:
    assert errors.quoted(text) == shown
