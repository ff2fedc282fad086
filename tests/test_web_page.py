"""The page and the description of the HTTP interface: headers, other sites, other hosts, modules."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import tilewright.web
from serving import ok
from tilewright.errors import RequestError

STATIC = Path(tilewright.web.__file__).with_name("static")


def test_every_answer_has_the_headers_that_keep_the_page_to_itself(web: httpx.Client) -> None:
    for path in ("/", "/docs", "/static/app.js", "/api/gallery", "/nothing", "/openapi.json"):
        headers = web.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_of_other_sites_may_link_here_but_not_ask(web: httpx.Client) -> None:
    asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for response in (
        web.get("/api/watch/classic:6x10", headers=asked),
        web.post("/api/count", content=b"{}", headers=asked),
    ):
        assert response.status_code == 403
        assert "other sites" in response.json()["error"]["message"]
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert web.get("/", headers=followed).status_code == 200
    assert web.get("/api/gallery", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_page_names_no_other_host() -> None:
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", text))
        assert hosts <= {"www.w3.org"}, path.name


def test_the_page_and_its_modules_are_served(web: httpx.Client) -> None:
    page = web.get("/").text
    assert "tilewright" in page
    for path in STATIC.iterdir():
        response = web.get(f"/static/{path.name}")
        assert response.status_code == 200
        for module in re.findall(r'from "\./([\w.]+)"', response.text):
            assert (STATIC / module).exists(), (path.name, module)


def test_the_interface_is_described(web: httpx.Client) -> None:
    description = ok(web.get("/openapi.json"))
    assert len(description["paths"]) >= 11
    for path, methods in description["paths"].items():
        for details in methods.values():
            assert details["description"], path
            assert {"413", "422", "429"} <= set(details["responses"])


def test_without_the_extra_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastapi", None)
    with pytest.raises(RequestError, match=r"pip install 'tilewright\[web\]'"):
        tilewright.web.create_app()
