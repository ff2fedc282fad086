"""The server of the page: its files, other sites and other hosts, connections, and the commands
that the page has it run.
"""

from __future__ import annotations

import gzip
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import tilewright.apps.page
from serving import PATIENT, serving
from tilewright.apps.site.serving import (
    COMMANDS,
    Server,
    ServerLimits,
    is_private,
    names_of,
    page_files,
)
from waiting import NEVER, until

STATIC = Path(tilewright.apps.page.__file__).with_name("static")
FILES = [
    path
    for path in STATIC.rglob("*.*")
    if path.is_file() and path.suffix not in (".wasm", ".woff2")
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def web(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.link, timeout=NEVER) as client:
        yield client


def run(web: httpx.Client, *words: str, **headers: str) -> httpx.Response:
    """Have the server run a command as the page does."""
    token = web.get("here.json").json()["token"]
    return web.post("run", json={"words": words}, headers={"X-Tilewright-Token": token, **headers})


def message(response: httpx.Response) -> str:
    """What is wrong with a request."""
    return str(response.json()["error"]["message"])


# Files.


def test_the_files_are_those_of_a_site(web: httpx.Client) -> None:
    files = page_files()
    assert len(files) > 100
    for path, content in files.items():
        if path == "here.json":
            continue
        response = web.get(path)
        assert response.status_code == 200, path
        assert response.content == content, path
    assert web.get("/").content == files["index.html"]
    assert 'data-site="server"' in web.get("/").text
    types = {
        "static/engine/kernels.wasm": "application/wasm",
        "static/fonts/figtree.woff2": "font/woff2",
    }
    types |= {
        "offline.js": "text/javascript",
        "static/tilewright.webmanifest": "application/manifest+json",
    }
    for path, kind in types.items():
        assert web.get(path).headers["content-type"] == kind


def test_only_files_of_the_page_are_served(web: httpx.Client) -> None:
    for path in (
        "nothing.js",
        "static/..%2fserving.py",
        "%2e%2e/app.py",
        "static/",
        "static/app.js",
        "docs",
    ):
        assert web.get(path).status_code == 404, path


def test_what_is_opened_is_said_apart_from_the_files() -> None:
    with serving(first="id:3JEJ-P84B", title="For Anna") as running:
        here = httpx.get(f"{running.link}here.json", timeout=NEVER).json()
        assert here == {
            "first": "id:3JEJ-P84B",
            "title": "For Anna",
            "whole": "",
            "token": running.token,
        }
        worker = httpx.get(f"{running.link}offline.js", timeout=NEVER).text
    assert "here.json" not in worker
    # The service worker of another start is the same one.
    assert worker.encode() == page_files()["offline.js"]


def test_pages_may_be_asked_for_their_heads(web: httpx.Client) -> None:
    for path in ("", "static/views/app.js"):
        head = web.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == web.get(path).headers["content-length"]


def test_the_page_is_light_on_the_wire(web: httpx.Client) -> None:
    """What a first visit of every view costs, as it is sent, packed: all of the page but what is
    drawn.
    """
    sent, whole = 0, 0
    shell = [
        "",
        "offline.js",
        *(
            path
            for path in page_files()
            # A page in another language loads its scripts in place of those in `static`.
            if path.endswith((".js", ".css", ".webmanifest")) and path.startswith("static/")
        ),
    ]
    for path in shell:
        with web.stream("GET", path) as response:
            raw = b"".join(response.iter_raw())
        assert len(raw) == int(response.headers["content-length"])
        packed = response.headers.get("content-encoding") == "gzip"
        plain = gzip.decompress(raw) if packed else raw
        assert packed or len(raw) < 1000, path
        assert web.get(path, headers={"Accept-Encoding": "identity"}).content == plain
        sent, whole = sent + len(raw), whole + len(plain)
    assert sent < 236_500
    assert whole < 636_000


def test_what_one_has_is_not_sent_again(web: httpx.Client) -> None:
    for path in ("", "static/views/app.js", "static/style.css", "api/gallery.json"):
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
    response = web.get("static/style.css", headers={"Accept-Encoding": accepted})
    assert (response.headers.get("content-encoding") == "gzip") == packed


def test_the_page_names_no_other_host() -> None:
    for path in FILES:
        text = path.read_bytes().decode("utf-8", errors="replace")
        hosts = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", text))
        # Links to the last two are read and written; nothing is asked of them.
        known = {"www.w3.org", "puzz.link", "swaroopg92.github.io"}
        assert hosts <= known or path.name == "OFL.txt", path.name


def test_the_html_says_what_the_table_of_texts_says() -> None:
    page, texts = ((STATIC / name).read_text("utf-8") for name in ("index.html", "texts/en.js"))
    block = re.search(r"  html: \{\n(.*?)\n  \}", texts, re.DOTALL)
    assert block is not None
    said = {}
    for tag, name, text in re.findall(r'(<[^>]*data-text="(\w+)"[^>]*>)([^<]*)', page):
        label = re.search(r' aria-label="([^"]*)"', tag)
        said[name] = label[1] if label else text
    assert said == dict(re.findall(r'(\w+): "([^"]*)"', block[1]))


# Other sites, other hosts, and the key.


def test_every_answer_has_the_headers_that_keep_the_page_to_itself(web: httpx.Client) -> None:
    answers = [web.get(path) for path in ("", "static/views/app.js", "api/gallery.json", "nothing")]
    for response in [
        *answers,
        web.post("run"),
        web.request("PUT", "run"),
        run(web, "count", "2x2", "dominoes+"),
    ]:
        headers = response.headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        # WebAssembly may be compiled, but no text may become a script, except the known loader.
        assert policy.count("unsafe") == policy.count("'wasm-unsafe-eval'") == 1
        assert (
            len(re.findall(r"script-src 'self' 'wasm-unsafe-eval' 'sha256-[^' ]+';", policy)) == 1
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_of_other_sites_may_link_here_but_not_ask(web: httpx.Client) -> None:
    asked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for response in (
        web.get("here.json", headers=asked),
        web.get("static/views/app.js", headers=asked),
        run(web, "count", "2x2", "dominoes+", **asked),
    ):
        assert response.status_code == 403
        assert "other sites" in message(response)
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert web.get("", headers=followed).status_code == 200
    assert web.get("here.json", headers=followed).status_code == 403
    assert web.get("here.json", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://localhost.evil.example",
        "null",
        "",
        "http://",
        "http://127.0.0.1:1",
    ],
)
def test_an_origin_that_is_not_the_host_asked_is_refused(web: httpx.Client, origin: str) -> None:
    response = run(web, "count", "2x2", "dominoes+", Origin=origin)
    assert response.status_code == 403
    assert "other sites" in message(response)
    own = str(web.base_url).rstrip("/")
    assert run(web, "count", "2x2", "dominoes+", Origin=own).json()["count"] == "2"


def test_a_name_of_another_site_that_leads_here_is_refused(web: httpx.Client) -> None:
    port = web.base_url.port
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "[::2]:80",
    ):
        for path in ("", "here.json"):
            response = web.get(path, headers={"Host": host, "Origin": f"http://{host}"})
            assert response.status_code == 421, host
            assert "localhost" in message(response)
        assert run(web, "count", "2x2", "dominoes+", Host=host).status_code == 421
    for host in (
        "localhost",
        f"LOCALHOST:{port}",
        "127.0.0.1",
        "[::1]",
        "[::1]:8000",
        "localhost:9",
    ):
        assert web.get("here.json", headers={"Host": host}).status_code == 200, host


def test_which_names_are_answered() -> None:
    loopback = frozenset({"localhost", "127.0.0.1", "::1"})
    assert names_of("127.0.0.1") == names_of("localhost") == names_of("::1") == loopback
    assert names_of("127.0.0.2") == loopback | {"127.0.0.2"}
    assert names_of("192.168.1.5") == {"192.168.1.5"}
    assert names_of("Tiles.local") == {"tiles.local"}
    assert names_of("0.0.0.0") is names_of("::") is names_of("") is None
    assert all(map(is_private, ("127.0.0.1", "localhost", "::1", "127.0.0.2")))
    assert not any(map(is_private, ("0.0.0.0", "::", "", "192.168.1.5", "example.org")))


def test_a_shared_page_asks_for_its_key() -> None:
    with (
        serving(key="a-long_Key1") as running,
        httpx.Client(base_url=running.link, timeout=NEVER) as web,
    ):
        running.names = None
        port = web.base_url.port
        for path in (
            "",
            "static/views/app.js",
            "here.json",
            "?key=",
            "?key=wrong",
            "start.json?KEY=a-long_Key1",
        ):
            refused = web.get(path)
            assert refused.status_code == 403, path
            assert "whole link" in message(refused)
        asked = {"X-Tilewright-Token": running.token}
        assert "whole link" in message(web.post("run", json={"words": ["count"]}, headers=asked))
        let_in = web.get("?key=a-long_Key1")
        assert (let_in.status_code, let_in.headers["location"]) == (303, "./")
        cookie = let_in.headers["set-cookie"]
        assert cookie.startswith(f"tilewright-key-{port}=a-long_Key1; ")
        assert {"HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
        # The browser keeps it, and the key is no longer in the address.
        assert web.get("").status_code == 200
        assert run(web, "count", "2x2", "dominoes+").json()["count"] == "2"
        web.cookies.clear()
        assert web.get("", headers={"Cookie": f"tilewright-key-{port}=wrong"}).status_code == 403
        assert web.get("", headers={"Cookie": "\x01=;;"}).status_code == 403
        # Another site's page is refused before the key is looked at.
        other = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
        assert "other sites" in message(web.get("?key=a-long_Key1", headers=other))


def test_behind_a_proxy(web: httpx.Client) -> None:
    said = {
        "X-Forwarded-Prefix": "/tiles",
        "X-Forwarded-Host": "www.example.org",
        "Origin": "https://www.example.org",
    }
    assert web.get("/tiles/", headers=said).text == web.get("/").text
    assert web.get("/tiles/here.json", headers=said).status_code == 200
    assert web.get("/here.json", headers=said).status_code == 200
    assert (
        web.get("/tiles/here.json", headers={**said, "X-Forwarded-Prefix": "/../tiles"}).status_code
        == 404
    )


# Commands.


def test_commands_answer_as_on_the_command_line(web: httpx.Client) -> None:
    assert run(web, "count", "6x10", "pentominoes").json()["count"] == "9356"
    assert run(web, "count", "6x10", "pentominoes", "--unique").json()["count"] == "2339"
    none = run(web, "solve", "4x4-0,0-3,3", "dominoes+").json()
    assert none["count"] == "0" and "chessboard" in none["reasons"][0]
    (made,) = run(web, "make", "given", "4x5", "--seed", "1").json()["puzzles"]
    assert made["id"] == "id:3JEJ-P84B" and made["whole_id"].startswith("id:")
    (drawn,) = run(web, "sample", "4x4", "dominoes+", "--seed", "1").json()["tilings"]
    assert len(drawn["labels"]) == 4
    wrong = run(web, "count", "6x10", "pentomines")
    assert wrong.status_code == 422 and "did you mean pentominoes" in message(wrong)


def test_only_some_commands_and_options(web: httpx.Client, tmp_path: Path) -> None:
    refused = [
        [],
        ["play"],
        ["site", "x"],
        ["count", "2x2", "dominoes+", "--out", "x.txt"],
        ["count", "2x2", "dominoes+", "--out=x.txt"],
        ["count", "2x2", "dominoes+", "-o", "x.txt"],
        ["count", "2x2", "dominoes+", "--checkpoint", "x"],
        ["count", "2x2", "dominoes+", "--timeout", "1000"],
        ["count", "2x2", "dominoes+", "--max-memory", "99G"],
        ["count", "-", "dominoes+"],
        ["count", "--", "2x2", "dominoes+"],
    ]
    for words in refused:
        response = run(web, *words)
        assert response.status_code == 422, words
        assert message(response).startswith("the page can"), words
    known = {option for options in COMMANDS.values() for option in options}
    assert not known & {
        "--out",
        "--run",
        "--checkpoint",
        "--timeout",
        "--max-memory",
        "--bfile",
    }


def test_commands_read_no_files(web: httpx.Client, tmp_path: Path) -> None:
    """However a word names a file: what stands in it is not said, and what it means is not
    counted."""
    board, secret = tmp_path / "board.txt", tmp_path / "secret.txt"
    board.write_text("####\n####\n", encoding="utf-8")
    secret.write_text("hunter2\n", encoding="utf-8")
    for file in (board, secret):
        for ending in ("", "+", "=2", "#1", "@fixed", "=0..1"):
            for words in (["4x2", f"{file}{ending}"], [f"{file}{ending}", "dominoes+"]):
                response = run(web, "count", *words)
                assert response.status_code == 422, words
                assert "hunter2" not in response.text, words
    for words in (
        ["grade", str(secret)],
        ["solve", "2x2", "/etc/passwd+"],
        ["make", "given", str(board)],
        ["make", "given", "4x4", str(secret)],
        ["solve", "../../../../etc/passwd", "dominoes+"],
        ["solve", "/proc/self/environ", "dominoes+"],
        ["solve", ".", "dominoes+"],
        ["count", "a\0b", "dominoes+"],
        ["count", "x" * 5000, "dominoes+"],
    ):
        response = run(web, *words)
        assert response.status_code == 422, words
        assert not {"hunter2", "root:", "PATH="} & set(
            re.findall(r"hunter2|root:|PATH=", response.text)
        ), words


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"words": "count"}',
        b'{"words": [1]}',
        b'{"words": [], "x": 1}',
        b"[" * 60000,
        b'{"words": ["count", "2x2", "\\ud800"]}',
    ],
)
def test_bodies_that_nobody_means(server: Server, web: httpx.Client, body: bytes) -> None:
    response = web.post("run", content=body, headers={"X-Tilewright-Token": server.token})
    assert response.status_code == 422
    assert message(response)
    many = json.dumps({"words": ["count"] * 501})
    assert (
        web.post("run", content=many, headers={"X-Tilewright-Token": server.token}).status_code
        == 422
    )


def test_a_command_needs_the_token_of_this_page(server: Server, web: httpx.Client) -> None:
    asked = {"words": ["count", "2x2", "dominoes+"]}
    for token in ("", "wrong", server.token[:-1], server.token + "x"):
        response = web.post("run", json=asked, headers={"X-Tilewright-Token": token})
        assert response.status_code == 403
        assert "reload it" in message(response)
    assert web.post("run", json=asked).status_code == 403
    assert (
        web.post("nothing", json=asked, headers={"X-Tilewright-Token": server.token}).status_code
        == 404
    )


def test_large_bodies_are_refused(server: Server, web: httpx.Client) -> None:
    headers = {"X-Tilewright-Token": server.token}
    assert web.post("run", content=b" " * (PATIENT.body + 1), headers=headers).status_code == 413
    chunked = b"Transfer-Encoding: chunked"
    for said in (
        b"Content-Length: x",
        b"Content-Length: -1",
        chunked,
        b"Content-Length: 2\r\n" + chunked,
    ):
        with connected(server) as connection:
            connection.sendall(b"POST /run HTTP/1.1\r\nHost: localhost\r\n" + said + b"\r\n\r\n")
            assert b" 413 " in connection.recv(1000)


#: A count that takes far longer than any test.
#: A command that does not end by itself, and one that is refused because it needs too much memory.
ENDLESS = ["count", "14x14", "tetrominoes+"]
TOO_LARGE = ["count", "20x20", "pentominoes+"]


def running(server: Server) -> list[subprocess.Popen[bytes]]:
    """The commands that a server runs."""
    return list(server.running)


def test_a_command_ends_when_nobody_waits(server: Server) -> None:
    body = json.dumps({"words": ENDLESS}).encode()
    with connected(server) as connection:
        head = f"POST /run HTTP/1.1\r\nHost: localhost\r\nX-Tilewright-Token: {server.token}\r\n"
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        until(lambda: bool(running(server)), "the command runs")
        (process,) = running(server)
        assert process.poll() is None
    until(lambda: not running(server), "the command ends")
    assert process.returncode != 0


def test_the_server_takes_its_commands_with_it() -> None:
    answers: list[httpx.Response] = []
    with serving() as own:
        headers = {"X-Tilewright-Token": own.token}
        asked = threading.Thread(
            target=lambda: answers.append(
                httpx.post(
                    f"{own.link}run", json={"words": ENDLESS}, headers=headers, timeout=NEVER
                )
            )
        )
        asked.start()
        until(lambda: bool(running(own)), "the command runs")
        (process,) = running(own)
        folder = Path(own._folder.name)
        assert folder.is_dir()
    asked.join(NEVER)
    assert process.returncode is not None
    assert answers[0].status_code == 503
    assert not folder.exists()


def test_a_command_ends_with_a_server_that_is_killed() -> None:
    program = (
        "import threading, httpx, time\n"
        "from tilewright.apps.site.serving import Server\n"
        "server = Server(('127.0.0.1', 0))\n"
        "threading.Thread(target=server.serve_forever, daemon=True).start()\n"
        f"asked = dict(json={{'words': {ENDLESS}}}, headers={{'X-Tilewright-Token': "
        f"server.token}}, timeout=1000)\n"
        "threading.Thread(target=lambda: httpx.post(server.link + 'run', **asked), "
        "daemon=True).start()\n"
        "while not server.running: time.sleep(0.01)\n"
        "print([process.pid for process in server.running][0], flush=True)\n"
        "time.sleep(1000)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    until(lambda: not alive(child), "the command ends")


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except OSError:
        return False


def test_limits_of_time_and_memory() -> None:
    with (
        serving(limits=ServerLimits(seconds=0.5, margin=NEVER)) as own,
        httpx.Client(base_url=own.link, timeout=NEVER) as web,
    ):
        answer = run(web, *ENDLESS)
        assert answer.status_code == 422 or answer.json()["complete"] is False
    with (
        serving(limits=ServerLimits(seconds=NEVER, margin=0.5 - NEVER)) as own,
        httpx.Client(base_url=own.link, timeout=NEVER) as web,
    ):
        # It does not end by itself, and is killed.
        answer = run(web, *ENDLESS)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "limit")
    with (
        serving(limits=ServerLimits(seconds=NEVER, memory=1 << 30)) as own,
        httpx.Client(base_url=own.link, timeout=NEVER) as web,
    ):
        answer = run(web, "count", "2x2", "dominoes+")
        assert answer.json().get("count") == "2", answer.text
        assert run(web, *TOO_LARGE).status_code == 422


def test_when_there_is_too_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        serving(limits=ServerLimits(seconds=NEVER, commands=1)) as own,
        httpx.Client(base_url=own.link, timeout=NEVER) as web,
    ):
        monkeypatch.setattr(own._free, "acquire", lambda timeout: False)
        answer = run(web, "count", "2x2", "dominoes+")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")


# Connections.


def connected(server: Server) -> socket.socket:
    """A connection to a server."""
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=NEVER)


def closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection without an answer."""
    try:
        return connection.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_request_that_does_not_arrive_is_given_up(said: bytes) -> None:
    with serving(limits=ServerLimits(patience=0.2)) as own:
        with connected(own) as connection:
            connection.sendall(said)
            assert closed(connection)
        # Bytes one by one win no time.
        with connected(own) as connection:
            connection.sendall(said)
            with pytest.raises(OSError):
                for _ in range(int(1000 * NEVER)):
                    connection.sendall(b"x")
                    threading.Event().wait(0.01)


def test_there_are_not_too_many_connections() -> None:
    with serving(limits=ServerLimits(patience=NEVER, connections=8)) as own:
        kept = [connected(own) for _ in range(6)]
        until(lambda: own._connected.total() == 6, "they are there")
        # Others from this address are closed at once.
        with connected(own) as seventh:
            assert closed(seventh)
        for each in kept:
            each.close()
        until(lambda: own._connected.total() == 0, "they are gone")
        assert httpx.get(own.link, timeout=NEVER).status_code == 200


def test_several_requests_in_one_connection(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(b"GET /here.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
        seen = b""
        while seen.count(server.token.encode()) < 3:
            seen += connection.recv(10000)


def test_a_body_that_nobody_asked_for_is_no_request(server: Server) -> None:
    hidden = b"GET /here.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(server) as connection:
        head = b"GET /start.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(
            hidden
        )
        connection.sendall(head + hidden)
        seen = b""
        while part := connection.recv(10000):
            seen += part
    assert seen.count(b"HTTP/1.1 200") == 1
    assert server.token.encode() not in seen


def test_the_files_are_not_made_for_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(
        "tilewright.apps.site.serving.page_files", lambda *words: made.append(words)
    )
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        Server(("127.0.0.1", taken.getsockname()[1]))
    assert made == []


@pytest.mark.parametrize(
    "said",
    [
        b"\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"BREW / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_is_no_request(server: Server, said: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with connected(server) as connection:
        connection.sendall(said)
        connection.shutdown(socket.SHUT_WR)
        answer: Any = b""
        while part := connection.recv(10000):
            answer += part
    assert not answer or b'{"error":' in answer or b" 400 " in answer
    assert httpx.get(server.link, timeout=NEVER).status_code == 200
    assert "Traceback" not in capfd.readouterr().err
