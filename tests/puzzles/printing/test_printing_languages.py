"""Sheets in other languages: without English words, and with Chinese and Japanese letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printed import pages
from tilewright.apps.command import run
from tilewright.drawing.model.extent import wrapped
from tilewright.system.values.language import languages

#: Words that only English sheets have.
ENGLISH = re.compile(r"\b(the|and|you|your|with|this|these|is|are|pieces|board|easy|medium)\b")


@pytest.mark.parametrize("tag", [tag for tag in languages() if tag != "en"])
def test_a_booklet_is_in_the_language(tag: str, tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    puzzles = ["dots:4x6-easy", "talos:hub-gates-1", "2x3", "dominoes+"]
    assert run(["print", *puzzles, "--language", tag, "--hints", "-q", "-o", str(file)]) == 0
    text = "\n".join(pages(file.read_bytes()))
    assert "talos:hub-gates-1" in text
    assert ENGLISH.findall(text.replace("dots:4x6-easy", "")) == []


def test_a_language_without_texts_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "book.pdf"
    assert run(["print", "dots:4x6-easy", "--language", "xx", "-o", str(file)]) == 2
    message = capsys.readouterr().err
    assert message.startswith("tilewright: --language: unknown language 'xx'; the languages are en")
    assert message.count("\n") == 1
    assert not file.exists()


def test_wide_letters_have_their_fonts_and_break_between_letters(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    for title, font in (("ポリオミノ", b"HeiseiKakuGo-W5"), ("多格骨牌谜题", b"STSong-Light")):
        assert run(["print", "dots:4x6-easy", "--title", title, "-q", "-o", str(file)]) == 0
        assert font in file.read_bytes()
    # No line begins with a full stop, or ends with an opening bracket.
    assert wrapped("あいう。「えお」か", 3) == ["あい", "う。", "「え", "お」か"]
