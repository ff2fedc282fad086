"""Each language has all texts: with the same keys, and the same values in each text."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from node import in_node
from tilewright.apps.page.built import STATIC
from tilewright.system.values.language import in_language, languages, named

TEXTS = STATIC / "texts"
TAGS = [tag for tag in languages() if tag != "en"]
#: What stands for a value in a text of the tables.
VALUE = re.compile(r"\{(\w+)[|}]")
#: Names of each form: as they are, with other numbers and letters, and made of others.
NAMES = (
    *("Dots", "4 x 6", "L tromino", "Lay 15 dominoes", "torus, 4 x 5", "the L", "an I", "a sphinx"),
    *("the mirrored sphinx", "the L of 4 cells", "Calendar with weekday, Saturday March 14"),
    *("Fit the pieces 4 x 4 hexagons, torus", "Find the hole 24 triangles", "Hub Gates (Green) #1"),
)


def table(name: str, tag: str) -> dict[str, str]:
    text: dict[str, str] = json.loads((TEXTS / f"{name}.{tag}.json").read_text("utf-8"))
    return text


def differences(own: dict[str, object], english: dict[str, object]) -> list[str]:
    """What a table lacks, has too much, or has with other values."""
    return [
        *(f"{key} is missing" for key in english if key not in own),
        *(f"{key} is not in English" for key in own if key not in english),
        *(
            f"{key}: {own[key]}, in English {english[key]}"
            for key in english
            if key in own and own[key] != english[key]
        ),
    ]


@pytest.mark.parametrize("tag", [tag for tag in TAGS if (TEXTS / f"{tag}.js").is_file()])
def test_a_language_has_the_texts_of_the_page(tag: str) -> None:
    english, own = in_node("texts.js", [str(TEXTS / f"{name}.js") for name in ("en", tag)], ())
    assert differences(own, english) == []
    source = (TEXTS / f"{tag}.js").read_text("utf-8")
    assert f'export const LANGUAGE = "{tag}";' in source
    assert 'toLocaleString("en' not in source


@pytest.mark.parametrize("name", ["sheets", "hints", "names"])
@pytest.mark.parametrize("tag", TAGS)
def test_a_language_has_the_texts_of_a_table(tag: str, name: str) -> None:
    def values(text: str) -> list[str]:
        """The values of a text. A language without plurals need not choose by a number."""
        return sorted({*VALUE.findall(text), *["_"] * text.count("_")})

    english, own = (
        {key: values(text) for key, text in table(name, each).items()} for each in ("en", tag)
    )
    chosen = {
        key: sorted(set(re.findall(r"\{(\w+)\|", text))) for key, text in table(name, "en").items()
    }
    wrong = []
    for key in english.keys() & own.keys():
        lacking = set(english[key]) - set(own[key]) - set(chosen[key])
        foreign = set(own[key]) - set(english[key])
        if lacking or foreign:
            wrong.append(f"{key}: without {sorted(lacking)}, with {sorted(foreign)}")
    missing = [key for key in english if key not in own]
    assert (missing, [key for key in own if key not in english], wrong) == ([], [], [])


@pytest.mark.parametrize("tag", TAGS)
def test_the_page_and_the_library_agree_on_names(tag: str, tmp_path: Path) -> None:
    for name in ("named.js", "en.js"):
        shutil.copy2(TEXTS / name, tmp_path / name)
    text = (TEXTS / "en.js").read_text("utf-8").replace('LANGUAGE = "en"', f'LANGUAGE = "{tag}"')
    (tmp_path / "en.js").write_text(text, "utf-8")
    shutil.copy2(TEXTS / f"names.{tag}.json", tmp_path / "names.en.json")
    names = [*NAMES, "My cat, 4 x 5"]
    with in_language(tag):
        assert in_node("naming.js", [str(tmp_path), names], ()) == [named(name) for name in names]
