"""The page in another application, and behind a reverse proxy."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from serving import PATIENT, ok, proxy, serving
from tilewright.web import create_app
from waiting import NEVER, until

GAME = {"id": "talos:hub-gates-1", "state": {"placed": ["J4:0,0-0,1-1,0-2,0"]}}


def mounted(*, lifespan: bool) -> FastAPI:
    """Another application with the page at /tw."""
    tiles = create_app(workers=2, limits=PATIENT)
    site = FastAPI(lifespan=tiles.router.lifespan_context if lifespan else None)

    @site.get("/")
    def root() -> str:
        return "another page"

    site.mount("/tw", tiles)
    return site


@pytest.fixture(scope="module")
def served() -> Iterator[Callable[..., str]]:
    """The address of an application that is served to the end of the module: once, whoever asks for one that is made like that."""
    with contextlib.ExitStack() as stack:

        @cache
        def once(make: Callable[..., FastAPI], **options: Any) -> str:
            return stack.enter_context(serving(make(**options)))

        yield once


def plain(**options: Any) -> FastAPI:
    """An application with the page and nothing else."""
    return create_app(workers=2, limits=PATIENT, **options)


@contextlib.contextmanager
def place(name: str, served: Callable[..., str]) -> Iterator[str]:
    """The address of a page in one of the ways in which it may be embedded."""
    if name.startswith("mounted"):
        address = served(mounted, lifespan=name == "mounted, with its lifespan")
        if not name.endswith("behind a proxy"):
            yield f"{address}/tw"
            return
        with serving(proxy(address, "/outer", cut=True, x_forwarded_prefix="/outer")) as outside:
            yield f"{outside}/outer/tw"
        return
    inside = served(plain, root_path="/tw") if name == "not cut off, root_path" else served(plain)
    front = {
        "cut off": proxy(inside, "/tw", cut=True),
        "cut off, and said": proxy(inside, "/tw", cut=True, x_forwarded_prefix="/tw"),
        "not cut off, but said": proxy(inside, "/tw", cut=False, x_forwarded_prefix="/tw"),
        "not cut off, root_path": proxy(inside, "/tw", cut=False),
    }[name]
    with serving(front) as outside:
        yield f"{outside}/tw"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [
        "mounted",
        "mounted, with its lifespan",
        "mounted, behind a proxy",
        "cut off",
        "cut off, and said",
        "not cut off, but said",
        "not cut off, root_path",
    ],
)
def test_everything_is_there_below_a_prefix(name: str, served: Callable[..., str]) -> None:
    with place(name, served) as address, httpx.Client(timeout=NEVER) as client:
        page = client.get(f"{address}/").text
        assert "/static/page.js" not in page.replace('"static/page.js"', "")
        for path in ("/static/page.js", "/static/style.css", "/docs", "/openapi.json", "/start.json"):
            assert client.get(f"{address}{path}").status_code == 200, path
        assert client.get(f"{address}/static/none.js").status_code == 404
        origin = {"Origin": "/".join(address.split("/")[:3])}
        assert ok(client.post(f"{address}/api/ways", json=GAME, headers=origin))["count"] == "1"
        assert ok(client.get(f"{address}/api/puzzle/talos:hub-gates-1"))["rows"] == 3
        with client.stream("GET", f"{address}/api/watch/talos:hub-gates-1") as lines:
            assert len(list(lines.iter_lines())) >= 3
        # Other sites are kept out here, too.
        foreign = {"Origin": "http://evil.example"}
        assert client.post(f"{address}/api/ways", json=GAME, headers=foreign).status_code == 403
        linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        assert client.get(f"{address}/", headers=linked).status_code == 200
        assert client.get(f"{address}/api/gallery", headers=linked).status_code == 403


def test_a_mount_without_its_slash_leads_to_it(served: Callable[..., str]) -> None:
    address = served(mounted, lifespan=False)
    answer = httpx.get(f"{address}/tw", follow_redirects=True)
    assert (answer.status_code, str(answer.url)) == (200, f"{address}/tw/")
    assert httpx.get(f"{address}/").json() == "another page"


def test_a_proxy_that_asks_by_another_name_says_which_it_was_asked_for(served: Callable[..., str]) -> None:
    inside = served(plain)
    silent = proxy(inside, "/tw", cut=True, keep_host=False)
    saying = proxy(inside, "/tw", cut=True, keep_host=False, x_forwarded_host="tiles.example")
    for front, status in ((silent, 403), (saying, 200)):
        with serving(front) as address:
            headers = {"Origin": "https://tiles.example"}
            answer = httpx.post(f"{address}/tw/api/ways", json=GAME, headers=headers, timeout=NEVER)
            assert answer.status_code == status
    # A name in place of the one that was asked is not believed.
    for said in ({"Host": "evil.example", "X-Forwarded-Host": "localhost"}, {"Host": "evil.example"}):
        assert httpx.get(f"{inside}/api/gallery", headers=said).status_code == 421


def test_the_names_that_are_answered_can_be_said() -> None:
    with serving(create_app(workers=2, limits=PATIENT, host=["tiles.example", "127.0.0.1"])) as address:
        for host, status in (("tiles.example:8000", 200), ("localhost", 200), ("evil.example", 421)):
            assert httpx.get(f"{address}/start.json", headers={"Host": host}).status_code == status
    with serving(create_app(workers=2, limits=PATIENT, host=["tiles.example"])) as address:
        refused = httpx.get(f"{address}/start.json")
        assert refused.status_code == 421
        assert "the host must be one of tiles.example, got 127.0.0.1" in refused.text


@pytest.mark.parametrize("prefix", ["tw", "/../tw", "//evil.example", "/tw/%2e", "/" + "a" * 200, '/tw"x'])
def test_a_prefix_that_is_none_changes_nothing(prefix: str, served: Callable[..., str]) -> None:
    headers = {"X-Forwarded-Prefix": prefix}
    assert httpx.get(f"{served(plain)}/start.json", headers=headers).status_code == 200


def test_an_application_is_asked_in_one_event_loop_after_the_other() -> None:
    """As tests of an application do that embeds it, without any server."""
    app = create_app(workers=2, limits=PATIENT)

    async def asked() -> Any:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", timeout=NEVER
        ) as client:
            answer = ok(await client.post("/api/ways", json=GAME))
        await app.state.pool.stop()
        return answer

    assert asyncio.run(asked()) == asyncio.run(asked())


def test_processes_of_a_loop_that_is_over_are_left_behind() -> None:
    app = create_app(workers=2, limits=PATIENT)

    async def asked(end: bool) -> Any:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", timeout=NEVER
        ) as client:
            answer = ok(await client.post("/api/ways", json=GAME))
        if end:
            await app.state.pool.stop()
        return answer

    assert asyncio.run(asked(False)) == asyncio.run(asked(True))


SCRIPT = """
import sys, threading
import uvicorn
from fastapi import FastAPI
from tilewright.web.http.app import create_app

with open("runs", "a") as runs:
    runs.write("once\\n")
app = FastAPI()
app.mount("/tw", create_app(workers=1))
"""
SERVE = 'uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")'
LEAVE = """
server = uvicorn.Server(uvicorn.Config(app, port=int(sys.argv[1]), log_level="warning"))
threading.Thread(target=server.run, daemon=True).start()
sys.stdin.readline()
raise RuntimeError("the script is over")
"""


@pytest.mark.parametrize(
    "end",
    [SERVE, pytest.param(LEAVE, marks=pytest.mark.slow)],
    ids=["served until it is stopped", "ended by an error"],
)
def test_a_script_that_is_no_module_can_embed_it(end: str, tmp_path: Path) -> None:
    """Without ``if __name__ == "__main__"``: the processes that work do not run the script once more."""
    (tmp_path / "embedding.py").write_text(SCRIPT + end)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = tmp_path / "said"
    with said.open("w") as errors:
        script = subprocess.Popen(
            [sys.executable, "embedding.py", str(port)],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    try:
        address = f"http://127.0.0.1:{port}/tw"

        def there() -> bool:
            assert script.poll() is None, said.read_text()
            with contextlib.suppress(httpx.TransportError):
                return httpx.get(f"{address}/start.json").status_code == 200
            return False

        until(there, "the server starts")
        ok(httpx.post(f"{address}/api/ways", json=GAME, timeout=NEVER))
        if end == SERVE:
            script.send_signal(signal.SIGINT)
        script.communicate(b"\n", timeout=NEVER)

        def alone() -> bool:
            try:
                os.killpg(script.pid, 0)
            except ProcessLookupError:
                return True
            return False

        until(alone, "its processes end")
        assert (tmp_path / "runs").read_text() == "once\n"
        assert "worker died during" not in said.read_text()
        if end == LEAVE:
            assert said.read_text().count("Traceback") == 1
            assert said.read_text().endswith("RuntimeError: the script is over\n")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(script.pid, signal.SIGKILL)
        script.wait()
