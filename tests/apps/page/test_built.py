"""The page's scripts and styles: as esbuild built them, or the modules as they are."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from node import build_page
from tilewright.apps.page import built as page
from tilewright.apps.site.serving import page_files


def test_the_modules_are_used_until_they_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static, folder = tmp_path / "static", tmp_path / "built" / "en"
    for path in (static / "views", folder / "views"):
        path.mkdir(parents=True)
        (path / "app.js").write_text(f"// {path.parent.name}")
    monkeypatch.setattr(page, "STATIC", static)
    monkeypatch.setattr(page, "BUILT", folder.parent)
    modules = page.Scripts(static, ("views/app.js",))
    assert page.scripts() == modules
    digest = sha256((static / "views" / "app.js").read_bytes()).hexdigest()
    report = {"files": ["views/app.js"], "first": ["a.js"], "inputs": {"views/app.js": digest}}
    (folder / "report.json").write_text(json.dumps(report))
    made = page.Scripts(folder, ("views/app.js",), ("a.js",))
    assert page.scripts() == made
    # What was built of another module is not used.
    (static / "views" / "app.js").write_text("// changed")
    assert page.scripts() == modules
    # A wheel has no modules.
    (static / "views" / "app.js").unlink()
    assert page.scripts() == made


def test_the_page_has_all_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is built, a browser finds whatever they import."""
    monkeypatch.setattr(page, "BUILT", tmp_path)
    files = page_files()
    assert b"modulepreload" not in files["index.html"]
    for path in (
        *("views/app.js", "engine/worker.js", "game/links.json"),
        *("texts/hints.en.json", "styles/base.css"),
    ):
        assert files[f"static/{path}"] == (page.STATIC / path).read_bytes()


def test_a_translation_takes_the_place_of_the_english_texts(tmp_path: Path) -> None:
    """The scripts of other languages have no texts, and English ones have no other."""
    static = tmp_path / "static"
    shutil.copytree(page.STATIC, static)
    for path in (static / "texts").glob("*.??.js*"):
        path.unlink() if ".en." not in path.name else None
    texts = (static / "texts" / "en.js").read_text("utf-8")
    (static / "texts" / "xx.js").write_text(texts.replace('"Hint"', '"Wink"'), "utf-8")
    for table in ("hints", "names"):
        shutil.copy2(static / "texts" / f"{table}.en.json", static / "texts" / f"{table}.xx.json")
    assert build_page(static, tmp_path / "built") == ""
    english, other = (
        {path.name: path.read_text("utf-8") for path in (tmp_path / "built" / name).rglob("*.js")}
        for name in ("en", "world")
    )
    assert [name for name in other if "Wink" in other[name]] == ["xx.js"]
    assert not any("Wink" in text for text in english.values())
    assert not any('"Hint"' in text for name, text in other.items() if len(name) > 5)
    report = json.loads((tmp_path / "built" / "world" / "report.json").read_text("utf-8"))
    assert "texts/xx.js" in report["files"]
