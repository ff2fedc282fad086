"""The page and the description of the HTTP interface: headers, other sites, other hosts, modules."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest

import tilewright.web
from serving import ok, serving
from tilewright.errors import RequestError
from tilewright.web import create_app
from tilewright.web.http.guard import is_private, names_of
from waiting import NEVER

STATIC = Path(tilewright.web.__file__).with_name("static")
#: The WebAssembly module is there only where it was built.
FILES = [
    path
    for path in STATIC.rglob("*.*")
    if path.is_file() and path.parent.name != "fonts" and path.suffix != ".wasm"
]


def test_every_answer_has_the_headers_that_keep_the_page_to_itself(web: httpx.Client) -> None:
    for path in ("/", "/docs", "/static/page.js", "/api/gallery", "/nothing", "/openapi.json"):
        headers = web.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        # WebAssembly may be compiled, but no text may become a script.
        assert policy.count("unsafe") == policy.count("script-src 'self' 'wasm-unsafe-eval';") == 1
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
    assert web.get("/api/gallery", headers=followed).status_code == 403
    assert web.get("/api/gallery", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "null", "http://127.0.0.1:1"]
)
def test_an_origin_that_is_not_the_host_asked_is_refused(web: httpx.Client, origin: str) -> None:
    puzzle = {"id": "talos:hub-gates-1"}
    response = web.post("/api/ways", json=puzzle, headers={"Origin": origin})
    assert response.status_code == 403
    assert "other sites" in response.json()["error"]["message"]
    form = {"Origin": origin, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert web.post("/api/ways", json=puzzle, headers=form).status_code == 403
    assert (
        web.post("/api/ways", json=puzzle, headers={"Origin": str(web.base_url).rstrip("/")}).status_code
        == 200
    )


def test_a_name_of_another_site_that_leads_here_is_refused(web: httpx.Client) -> None:
    port = web.base_url.port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "0.0.0.0", "[::2]:80"):
        for path in ("/", "/api/gallery"):
            response = web.get(path, headers={"Host": host, "Origin": f"http://{host}"})
            assert response.status_code == 421, host
            assert "localhost" in response.json()["error"]["message"]
    for host in ("localhost", f"LOCALHOST:{port}", "127.0.0.1", "[::1]", "[::1]:8000", "localhost:9"):
        assert web.get("/api/gallery", headers={"Host": host}).status_code == 200, host


def test_which_names_are_answered() -> None:
    loopback = frozenset({"localhost", "127.0.0.1", "::1"})
    assert names_of("127.0.0.1") == names_of("localhost") == names_of("::1") == loopback
    assert names_of("127.0.0.2") == loopback | {"127.0.0.2"}
    assert names_of("192.168.1.5") == frozenset({"192.168.1.5"})
    assert names_of("Tiles.local") == frozenset({"tiles.local"})
    assert names_of("0.0.0.0") is names_of("::") is names_of("") is None


def test_a_shared_page_asks_for_its_key() -> None:
    with (
        serving(create_app(workers=1, host="", key="a-long_Key1")) as address,
        httpx.Client(base_url=address, timeout=NEVER) as web,
    ):
        port = web.base_url.port
        for path in (
            "/",
            "/static/app.js",
            "/api/gallery",
            "/?key=",
            "/?key=wrong",
            "/start.json?KEY=a-long_Key1",
        ):
            refused = web.get(path)
            assert refused.status_code == 403, path
            assert "whole link" in refused.json()["error"]["message"]
        let_in = web.get("/?key=a-long_Key1")
        assert (let_in.status_code, let_in.headers["location"]) == (303, "/")
        cookie = let_in.headers["set-cookie"]
        assert cookie.startswith(f"tilewright-key-{port}=a-long_Key1; ")
        assert {"HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
        # The browser keeps it, and the key is no longer in the address.
        assert web.get("/").status_code == 200
        assert web.get("/api/gallery").status_code == 200
        web.cookies.clear()
        assert web.get("/", headers={"Cookie": f"tilewright-key-{port}=wrong"}).status_code == 403
        # It leads to no other host.
        assert web.get(f"{address}//evil.example/?key=a-long_Key1").headers["location"] == "/evil.example/"
        # A name that is no longer asked under, or another site's page, is refused before the key is looked at.
        asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
        assert "other sites" in web.get("/?key=a-long_Key1", headers=asked).json()["error"]["message"]


def test_which_hosts_are_private() -> None:
    assert all(map(is_private, ("127.0.0.1", "localhost", "::1", "127.0.0.2")))
    assert not any(map(is_private, ("0.0.0.0", "::", "", "192.168.1.5", "example.org")))


def test_the_page_can_be_installed(web: httpx.Client) -> None:
    page = web.get("/").text
    assert '<link rel="manifest" href="static/tilewright.webmanifest"' in page
    response = web.get("/static/tilewright.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert {"name", "start_url", "display", "icons"} <= set(manifest)
    for icon in manifest["icons"]:
        assert web.get(f"/static/{icon['src']}").headers["content-type"] == icon["type"]
    worker = web.get("/offline.js")
    assert worker.headers["content-type"].startswith("text/javascript")


def test_the_page_brings_its_font_and_the_license_of_it(web: httpx.Client) -> None:
    font = web.get("/static/fonts/figtree.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert font.content[:4] == b"wOF2"
    assert "font-src 'self'" in font.headers["content-security-policy"]
    assert 'url("fonts/figtree.woff2")' in web.get("/static/tokens.css").text
    assert "SIL Open Font License, Version 1.1" in web.get("/static/fonts/OFL.txt").text


def test_the_page_names_no_other_host() -> None:
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", text))
        assert hosts <= {"www.w3.org"}, path.name


def test_the_page_and_its_modules_are_served(web: httpx.Client) -> None:
    page = web.get("/").text
    assert "tilewright" in page
    for path in FILES:
        response = web.get(f"/static/{path.relative_to(STATIC).as_posix()}")
        assert response.status_code == 200
        for module in re.findall(r'(?:from |import\()"(\.[\w./]+\.js)"', response.text):
            assert (path.parent / module).exists(), (path.name, module)


def test_pages_may_be_asked_for_their_heads(web: httpx.Client) -> None:
    for path in ("/", "/docs", "/static/page.js"):
        head = web.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == web.get(path).headers["content-length"]


def test_the_page_is_light_on_the_wire(web: httpx.Client) -> None:
    """What a first visit of every view costs, as it is sent, packed: all of the page but what is drawn."""
    sent, whole = 0, 0
    others = [path for path in FILES if path.suffix != ".js" or path.name == "docs.js"]
    for path in [
        *("/", "/docs", "/offline.js", "/static/page.js"),
        *(f"/static/{path.relative_to(STATIC).as_posix()}" for path in others),
    ]:
        with web.stream("GET", path) as response:
            raw = b"".join(response.iter_raw())
        assert len(raw) == int(response.headers["content-length"])
        packed = response.headers.get("content-encoding") == "gzip"
        plain = gzip.decompress(raw) if packed else raw
        assert packed or len(raw) < 1000 or path.endswith(".png"), path
        assert web.get(path, headers={"Accept-Encoding": "identity"}).content == plain
        sent, whole = sent + len(raw), whole + len(plain)
    assert sent < 165_000
    assert whole < 470_000


def test_the_html_says_what_the_table_of_texts_says() -> None:
    page, texts = ((STATIC / name).read_text("utf-8") for name in ("index.html", "texts/en.js"))
    block = re.search(r"  html: \{\n(.*?)\n  \}", texts, re.DOTALL)
    assert block is not None
    said = {}
    for tag, name, text in re.findall(r'(<[^>]*data-text="(\w+)"[^>]*>)([^<]*)', page):
        label = re.search(r' aria-label="([^"]*)"', tag)
        said[name] = label[1] if label else text
    assert said == dict(re.findall(r'(\w+): "([^"]*)"', block[1]))


def test_what_one_has_is_not_sent_again(web: httpx.Client) -> None:
    for path in ("/", "/static/page.js", "/static/style.css", "/api/gallery"):
        first = web.get(path)
        assert first.headers["cache-control"] == "no-cache"
        assert first.headers["vary"] == "Accept-Encoding"
        tag = first.headers["etag"]
        for known in (tag, f'"other", {tag}', "*"):
            again = web.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
        assert web.get(path, headers={"If-None-Match": '"other"'}).content == first.content


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("gzip;q=0", False),
        ("identity", False),
        ("", False),
    ],
)
def test_only_who_takes_gzip_gets_it(web: httpx.Client, accepted: str, packed: bool) -> None:
    response = web.get("/static/style.css", headers={"Accept-Encoding": accepted})
    assert (response.headers.get("content-encoding") == "gzip") == packed


def test_only_files_of_the_page_are_served(web: httpx.Client) -> None:
    for name in ("nothing.js", "..%2fapp.py", "%2e%2e/app.py", "", "static/app.js"):
        assert web.get(f"/static/{name}").status_code == 404, name


def test_the_interface_is_described(web: httpx.Client) -> None:
    description = ok(web.get("/openapi.json"))
    assert len(description["paths"]) >= 11
    for path, methods in description["paths"].items():
        for details in methods.values():
            assert details["description"], path
            assert {"413", "422", "429"} <= set(details["responses"])


def test_without_fastapi_there_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastapi", None)
    with pytest.raises(
        RequestError, match=r"requires fastapi\. Install it with: pip install --upgrade tilewright"
    ):
        tilewright.web.create_app()
