"""Serve the page on this computer: the files of a site from memory, and commands for what is too
large for a browser.

Other sites' pages can make a browser send requests here. Browsers say which page asks (``Origin``,
``Sec-Fetch-Site``) and under which name (``Host``). Another site's name could resolve to this
computer, so only known names are answered. A command is run only for a request with a token that is
in a file of this page.

A server that others on the network can reach may require a key. The link contains it, and the
browser keeps it as a cookie.
"""

from __future__ import annotations

import contextlib
import errno
import gzip
import hashlib
import io
import ipaddress
import json
import mimetypes
import os
import re
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import Message
from functools import partial
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any

from tilewright.apps.page.shipped import day_files, json_text
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.site.shell import HEADERS, add_answers, add_offline, add_shell, add_start
from tilewright.errors import RequestError
from tilewright.model.puzzle.days import days
from tilewright.system.platform.machine import cores
from tilewright.system.platform.quota import raise_open_files

#: The commands that the page may run, and the options that it may give them.
COMMANDS: dict[str, frozenset[str]] = {
    "count": frozenset({"--turn", "--empty", "--unique"}),
    "figure": frozenset({"--symmetry", "--copies", "--different", "--all", "--limit"}),
    "grade": frozenset(),
    "make": frozenset({"--turn", "--seed", "--level", "--minimal", "--date"}),
    "sample": frozenset({"--seed", "--weight"}),
    "solve": frozenset({"--turn", "--empty"}),
}
#: Browsers keep games by address and port, so another port would hide them.
USUAL_PORT = 8453
#: The parameter with the key, and the beginning of the cookie's name.
KEY = "key"
_COOKIE = "tilewright-key"
_TOKEN = "X-Tilewright-Token"
_NO_KEY = "the key is missing or wrong. Use the whole link that 'tilewright play' printed."
_JSON = "application/json"
_TYPES = {
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
#: Shorter files are not compressed: they fit into one packet.
_SHORT = 1000
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]{1,80}){1,8}")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
#: What runs a command line: with limited memory, without files, and no longer than the server.
_PROGRAM = "from tilewright.apps.command.app import run_confined; run_confined()"


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """The limits of a server.

    Parameters
    ----------
    seconds : float
        How long a command may take. It says what it has found by then.
    margin : float
        Seconds after which a command that has not ended by itself is killed.
    memory : int
        Bytes that a command may use.
    commands : int
        Commands that run at the same time.
    patience : float
        Seconds in which a request must arrive.
    connections : int
        Connections at the same time; three quarters of them may come from one address.
    body, words, answer : int
        The most bytes of a request's body, words of a command line, and bytes of its answer.
    """

    seconds: float = 30.0
    margin: float = 10.0
    memory: int = 4 << 30
    commands: int = field(default_factory=lambda: cores() + 1)
    patience: float = 10.0
    connections: int = 200
    body: int = 1 << 16
    words: int = 500
    answer: int = 16 << 20


def page_files(
    first: str = "", title: str = "", whole: str = "", token: str = ""
) -> dict[str, bytes]:
    """Return the files of the page by their paths: those of a site, with the days that come with
    tilewright.

    The page opens the puzzle with the ID `first`; `whole` is the ID that describes it without the
    generator. It must send the token with a command.
    """
    files = SiteFiles()
    known = sorted(days().items())
    add_answers(files)
    for path, text in day_files({day: entry["puzzles"] for day, entry in known}).items():
        files.add(path, text)
    add_shell(files, ["server"])
    add_start(files, [day for day, _ in known])
    add_offline(files)
    # Another one each time: the service worker does not know it.
    files.add_json("here.json", {"first": first, "title": title, "whole": whole, "token": token})
    return files.contents


@dataclass(frozen=True, slots=True)
class _CompressedFile:
    """Something to send that is the same for everyone, plain and as gzip (RFC 9110, section 8.4).

    `gzipped` is None if compression does not help, and `kind` is the media type. A client that
    already has the entity `tag` is answered with 304 (section 13.1.2), so after the first visit
    each file of the page costs one short request.
    """

    body: bytes
    gzipped: bytes | None
    tag: str
    kind: str

    @classmethod
    def of(cls, path: str, body: bytes) -> _CompressedFile:
        """Return a file compressed; equal bytes have equal tags."""
        suffix = Path(path).suffix
        kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        # No time stamp, so the result is the same on every machine.
        gzipped = gzip.compress(body, 6, mtime=0) if len(body) >= _SHORT else body
        tag = f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzipped if len(gzipped) < len(body) * 9 // 10 else None, tag, kind)


class Server(ThreadingHTTPServer):
    """A server of the page, for the address and port in `bound`.

    Parameters
    ----------
    bound : tuple of str and int
        The address and the port.
    first, title, whole : str
        See `page_files`.
    key : str
        A key that the link to the page must contain (``/?key=…``). If it is empty, everyone has
        access.
    limits : ServerLimits

    Attributes
    ----------
    files : dict
        The files by their paths.
    names : frozenset of str or None
        The host names that it answers to, which prevents DNS rebinding; None means any.
    token : str
        What a request for a command must have.
    running : set of Popen
        The commands that run.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 100

    def __init__(
        self,
        bound: tuple[str, int],
        *,
        first: str = "",
        title: str = "",
        whole: str = "",
        key: str = "",
        limits: ServerLimits | None = None,
    ) -> None:
        self.key, self.limits = key, limits or ServerLimits()
        self.names = names_of(bound[0])
        self.token = secrets.token_urlsafe(18)
        self.running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._connected: Counter[str] = Counter()
        self._free = threading.BoundedSemaphore(self.limits.commands)
        self._closed = False
        self._compressed: dict[str, _CompressedFile] = {}
        #: Where commands run.
        self._folder = tempfile.TemporaryDirectory(prefix="tilewright-play-")
        self.address_family = socket.AF_INET6 if ":" in bound[0] else socket.AF_INET
        super().__init__(bound, _Handler)
        # They take a second, and the address is known to be free now.
        try:
            self.files = page_files(first, title, whole, self.token)
        except BaseException:
            self.server_close()
            raise

    @property
    def link(self) -> str:
        """The address of the page, without the key."""
        host, port = self.server_address[:2]
        # A wildcard address cannot be opened.
        shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(str(host), str(host))
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"

    def file(self, path: str) -> _CompressedFile | None:
        """Return a file of the page, or None."""
        if path not in self._compressed and path in self.files:
            self._compressed[path] = _CompressedFile.of(path, self.files[path])
        return self._compressed.get(path)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Return whether there is room for another connection, in all and from its address."""
        most = self.limits.connections
        with self._lock:
            same, every = self._connected[client_address[0]], self._connected.total()
            if every >= most or same >= most * 3 // 4:
                return False
            self._connected[client_address[0]] += 1
        return True

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the requests of a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connected[client_address[0]] -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a defect; a client that has gone is none."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def server_bind(self) -> None:
        """Bind the address, without asking a name server for the name of this computer."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(sys.platform != "win32"))
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = (
            str(self.server_address[0]),
            int(self.server_address[1]),
        )

    def server_close(self) -> None:
        """Close the server, and end the commands that run."""
        super().server_close()
        with self._lock:
            self._closed = True
            running = list(self.running)
        for process in running:
            _end_process(process)
        self._folder.cleanup()

    def run(self, words: Sequence[str], wanted: Callable[[], bool]) -> tuple[int, bytes]:
        """Run a command line, as long as its answer is `wanted`, and return a status of HTTP and
        JSON.
        """
        if fault := self.fault(words):
            return 422, _error_json("request", fault)
        if not self._free.acquire(timeout=2.0):
            return 429, _error_json("busy", "too many players at once; try again in a moment")
        try:
            return self._run_command(words, wanted)
        finally:
            self._free.release()

    def fault(self, words: Sequence[str]) -> str:
        """Return why a command line is not run; empty if it is."""
        if not words or words[0] not in COMMANDS:
            return f"the page can run only {', '.join(sorted(COMMANDS))}"
        for word in words[1:]:
            if word.startswith("-") and word not in COMMANDS[words[0]]:
                return f"the page cannot use '{word[:80]}' with {words[0]}"
            if "\0" in word or any("\ud800" <= letter <= "\udfff" for letter in word):
                return "the page does not accept invalid characters"
        return ""

    def _run_command(self, words: Sequence[str], wanted: Callable[[], bool]) -> tuple[int, bytes]:
        limits = self.limits
        command = [
            *(sys.executable, "-P", "-c", _PROGRAM, str(limits.memory), words[0], "--json"),
            *("--timeout", f"{limits.seconds:g}", *words[1:]),
        ]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            with self._lock:
                if self._closed:
                    return 503, _error_json("down", "the server is shutting down")
                process = subprocess.Popen(
                    command,
                    cwd=self._folder.name,
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=errors,
                    start_new_session=True,
                )
                self.running.add(process)
            end = time.monotonic() + limits.seconds + limits.margin
            try:
                while process.poll() is None and wanted() and time.monotonic() < end:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(0.05)
            finally:
                _end_process(process)
                with self._lock:
                    self.running.discard(process)
            printed = [_read_last_line(file, limits.answer) for file in (out, errors)]
        if self._closed:
            return 503, _error_json("down", "the server is shutting down")
        for text, status in zip(printed, (200, 422), strict=True):
            with contextlib.suppress(ValueError):
                json.loads(text)
                return status, text
        return 422, _error_json("limit", "the request reached its time or memory limit")


def _read_last_line(file: IO[bytes], most: int) -> bytes:
    """Return what was printed to a file: its last line, if it is not too long."""
    file.seek(0)
    return file.read(most + 1).rstrip().rpartition(b"\n")[2]


def _end_process(process: subprocess.Popen[bytes]) -> None:
    """End a process, if it has not ended."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _error_json(kind: str, message: str) -> bytes:
    return json_text({"error": {"kind": kind, "message": message, "where": None}}).encode()


class _TimedStream(io.RawIOBase):
    """The bytes of a connection; those of a request must arrive before `end`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.end: float | None = None

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has arrived, and wait for it until the end."""
        left = None if self.end is None else self.end - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(None)


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of a connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "tilewright", ""
    disable_nagle_algorithm = True
    server: Server

    def setup(self) -> None:
        """Limit how long a request may take to arrive."""
        super().setup()
        self._arriving = _TimedStream(self.connection)
        self.rfile = io.BufferedReader(self._arriving, 1 << 16)

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self._arriving.end = time.monotonic() + self.server.limits.patience
        try:
            super().handle_one_request()
        except TimeoutError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a request that cannot be read."""
        self.close_connection = True
        self._send(code, _error_json("request", message or HTTPStatus(code).phrase))

    def do_GET(self) -> None:
        """Answer with a file."""
        path = self._path()
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            # What follows is no request.
            self.close_connection = True
        if self._refuse_other_sites(path):
            return
        query = self.path.partition("?")[2]
        if self.server.key and _equals_secret(
            urllib.parse.parse_qs(query).get(KEY, [""])[0], self.server.key
        ):
            # Give the browser the key as a cookie, and lead it to the address without it.
            cookie = (
                f"{_cookie_of(self._host())}={self.server.key}; Path=/; HttpOnly; SameSite=Lax; "
                "Max-Age=31536000"
            )
            self._send(303, b"", **{"Location": "./", "Set-Cookie": cookie})
            return
        if self._refuse_without_key():
            return
        file = self.server.file(path or "index.html")
        if file is None:
            self._send(404, _error_json("request", f"there is no file '{path[:80]}'"))
            return
        tagged = {"ETag": file.tag, "Vary": "Accept-Encoding"}
        known = {tag.strip() for tag in self.headers.get("If-None-Match", "").split(",")}
        if known & {file.tag, file.tag.removeprefix("W/"), "*"}:
            self._send(304, None, **tagged)
        elif file.gzipped is not None and _takes_gzip(self.headers.get("Accept-Encoding", "")):
            self._send(200, file.gzipped, file.kind, **tagged, **{"Content-Encoding": "gzip"})
        else:
            self._send(200, file.body, file.kind, **tagged)

    def do_HEAD(self) -> None:
        """Answer with the headers of a file."""
        self.do_GET()

    def do_POST(self) -> None:
        """Run a command for the page."""
        path = self._path()
        length = self.headers.get("Content-Length", "")
        most = self.server.limits.body
        if not length.isdecimal() or int(length) > most or "Transfer-Encoding" in self.headers:
            self.send_error(413, f"a request's body must have at most {most} bytes")
            return
        body = self.rfile.read(int(length))
        if self._refuse_other_sites(path) or self._refuse_without_key():
            return
        if path != "run":
            self._send(404, _error_json("request", f"nothing found at '{path[:80]}'"))
        elif not _equals_secret(self.headers.get(_TOKEN, ""), self.server.token):
            self._send(
                403, _error_json("request", "this page did not come from this server; reload it")
            )
        elif (words := _read_words(body, self.server.limits.words)) is None:
            self._send(
                422, _error_json("request", 'the body must be JSON: {"words": ["count", …]}')
            )
        else:
            self._arriving.end = None
            self._send(*self.server.run(words, self._client_waits))

    def _client_waits(self) -> bool:
        """Return False if the client has closed its connection."""
        try:
            ready, _, _ = select.select([self.connection], [], [], 0)
            return not ready or self.connection.recv(1, socket.MSG_PEEK) != b""
        except (OSError, ValueError):
            return False

    def _send(self, status: int, body: bytes | None, kind: str = _JSON, **also: str) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, **also}.items():
            self.send_header(name, value)
        if status == 429:
            self.send_header("Retry-After", "2")
        if body is not None:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if body and self.command != "HEAD":
            self.wfile.write(body)

    def _host(self) -> str:
        return str(self.headers.get("Host", "")).lower()

    def _path(self) -> str:
        """Return the path that is asked for, without a proxy's prefix and its first slash."""
        path = urllib.parse.unquote(self.path.partition("?")[0])
        prefix = str(self.headers.get("X-Forwarded-Prefix", "")).rstrip("/")
        if _PREFIX.fullmatch(prefix) and path.startswith(f"{prefix}/"):
            path = path.removeprefix(prefix)
        return path.removeprefix("/")

    def _refuse_other_sites(self, path: str) -> bool:
        """Refuse a request for another host, and one from a page of another site."""
        names, host = self.server.names, self._host()
        name = re.sub(r":\d*$", "", host).removeprefix("[").removesuffix("]")
        if names is not None and name not in names:
            shown = ", ".join(sorted(names))
            text = (
                f"the host must be one of {shown}, got {name[:80] or 'no name'}. Set it with "
                "--host."
            )
            self._send(421, _error_json("request", text))
            return True
        if _is_foreign(self.headers, host, path):
            self._send(403, _error_json("request", "requests from other sites are not allowed"))
            return True
        return False

    def _refuse_without_key(self) -> bool:
        """Refuse a request without the key."""
        key = self.server.key
        if not key:
            return False
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get(_cookie_of(self._host()))
        except CookieError:
            cookie = None
        if cookie is not None and _equals_secret(cookie.value, key):
            return False
        self._send(403, _error_json("request", _NO_KEY))
        return True


def _equals_secret(text: str, secret: str) -> bool:
    return secrets.compare_digest(text.encode(), secret.encode())


def _read_words(body: bytes, most: int) -> list[str] | None:
    """Return the words of a command line in a request; None if there are none."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        return None
    words = (
        request.get("words") if isinstance(request, dict) and set(request) == {"words"} else None
    )
    if (
        not isinstance(words, list)
        or len(words) > most
        or not all(isinstance(word, str) for word in words)
    ):
        return None
    return words


def _is_foreign(headers: Message, host: str, path: str) -> bool:
    """Return True if another site's page made a request that is more than a link to the page."""
    origin = headers.get("Origin")
    # A proxy reports the name it was asked for; pages of other sites cannot set that header.
    names = {host, headers.get("X-Forwarded-Host", host).lower()}
    if origin is not None and origin.lower().partition("://")[2] not in names - {""}:
        return True
    if headers.get("Sec-Fetch-Site") not in {"cross-site", "same-site"}:
        return False
    return headers.get("Sec-Fetch-Mode") != "navigate" or path != ""


def _cookie_of(host: str) -> str:
    """Return the name of the key's cookie; browsers share cookies between the ports of a host."""
    port = re.search(r":(\d+)$", host)
    return f"{_COOKIE}-{port[1]}" if port else _COOKIE


def _takes_gzip(accepted: str) -> bool:
    """Return True if an ``Accept-Encoding`` header allows gzip, with a weight above 0."""
    weights = {}
    for part in accepted.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weight = next((word[2:] for word in parameters if word.startswith("q=")), "1")
        weights[name] = weight.strip("0.") != ""
    return weights.get("gzip", weights.get("*", False))


def names_of(host: str) -> frozenset[str] | None:
    """Return the names under which a server on a host may be asked; None if any will do."""
    name = host.lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        if name == "":
            return None
        return _LOOPBACK if name == "localhost" else frozenset({name})
    if address.is_unspecified:
        return None
    return frozenset({name}) | (_LOOPBACK if address.is_loopback else frozenset())


def is_private(host: str) -> bool:
    """Return True if only this computer can reach a server that listens on `host`."""
    names = names_of(host)
    return names is not None and not names.isdisjoint(_LOOPBACK)


def with_key(address: str, key: str) -> str:
    """Return the link that opens the page, with the key if the server requires one."""
    return f"{address}?{KEY}={key}" if key else address


def serve(
    host: str,
    port: int,
    started: Callable[[str], None] | None = None,
    *,
    first: str = "",
    title: str = "",
    whole: str = "",
    key: str = "",
) -> None:
    """Serve the page until interrupted.

    Port 0 takes `USUAL_PORT` if it is free, so that the browser finds its games, or else any free
    port. `started` is called with the address once the page can be opened.
    """
    if not 0 <= port <= 65535:
        raise RequestError(f"must be from 0 to 65535, got {port}", where="--port")
    raise_open_files(4096)
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(
            _open_server(
                host, port, partial(Server, first=first, title=title, whole=whole, key=key)
            )
        )
        if started is not None:
            started(server.link)
        server.serve_forever()


def _open_server(host: str, port: int, make: Callable[[tuple[str, int]], Server]) -> Server:
    """Return a server that listens, on the usual port if any port will do and it is free."""
    if port == 0:
        with contextlib.suppress(OSError):
            return make((host, USUAL_PORT))
    try:
        return make((host, port))
    except OSError as error:
        if error.errno in {errno.EADDRINUSE, errno.EACCES}:
            reason = f"port {port} is in use or not allowed; use --port 0 for a free one"
            raise RequestError(reason, where="--port") from None
        if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
            raise RequestError(
                f"'{host}' is not an address of this machine", where="--host"
            ) from None
        raise
