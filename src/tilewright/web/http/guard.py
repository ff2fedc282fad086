"""Middleware that limits the size of bodies and keeps other sites and strangers out.

Other sites' pages can make a browser send requests here. Browsers say which page asks (``Origin``, ``Sec-Fetch-Site``) and
under which name (``Host``). Another site's name could resolve to this computer, so only known names are answered.

A server that others on the network can reach may require a key. The link contains it, and the browser keeps it as a cookie.
"""

from __future__ import annotations

import ipaddress
import json
import re
import secrets
import urllib.parse
from collections.abc import MutableMapping, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "KEY", "LARGEST_BODY", "Guard", "is_private", "names_of"]

#: The largest body of a request, in bytes.
LARGEST_BODY = 1 << 16
_TOO_LARGE = f"a request's body must have at most {LARGEST_BODY} bytes"

#: Headers of every answer: only files from this server are loaded, run or shown.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


#: The parameter with the key, and the beginning of the cookie's name.
KEY = "key"
_COOKIE = "tilewright-key"
_NO_KEY = "the key is missing or wrong. Use the whole link that 'tilewright play' printed."

_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]{1,80}){1,8}")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def names_of(host: str | Sequence[str]) -> frozenset[str] | None:
    """Return the names under which a server on `host` (or several hosts) may be asked; None if any will do."""
    if not isinstance(host, str):
        several = [names_of(each) for each in host]
        return None if None in several else frozenset().union(*(names for names in several if names))
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


class Guard:
    """Middleware around the whole application.

    `names` are the allowed host names without ports (None for any), `prefix` is the path that a proxy adds, and `key` must be in
    the link unless it is empty.
    """

    def __init__(
        self, app: ASGIApp, names: frozenset[str] | None = None, prefix: str = "", key: str = ""
    ) -> None:
        self.app = app
        self.names = names
        self.key = key
        self.prefix = prefix.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is too large, from another site, or lacks the key."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    *((name.lower().encode(), value.encode()) for name, value in HEADERS.items()),
                ]
            await send(message)

        headers = dict(scope["headers"])
        said = headers.get(b"x-forwarded-prefix", b"").decode("latin-1").rstrip("/")
        _add_prefix(scope, said or self.prefix)
        asked = headers.get(b"host", b"").decode("latin-1").lower()
        if self.names is not None and _without_port(asked) not in self.names:
            shown = ", ".join(sorted(self.names))
            await _refuse(
                guarded,
                421,
                f"the host must be one of {shown}, got {_without_port(asked)[:80] or 'no name'}. Set it with --host or "
                "create_app(host=…).",
            )
            return
        if _foreign(headers, asked, scope["path"].removeprefix(scope.get("root_path", ""))):
            await _refuse(guarded, 403, "requests from pages of other sites are not allowed")
            return
        if self.key and self._brought(scope):
            await self._let_in(guarded, scope, asked)
            return
        if self.key and not self._known(headers, asked):
            await _refuse(guarded, 403, _NO_KEY)
            return
        declared = headers.get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > LARGEST_BODY:
            await _refuse(guarded, 413, _TOO_LARGE)
            return
        received, replied = 0, False

        async def limited() -> Message:
            nonlocal received, replied
            message = await receive()
            received += len(message.get("body", b""))
            if received > LARGEST_BODY and not replied:
                replied = True
                await _refuse(guarded, 413, _TOO_LARGE)
                return {"type": "http.disconnect"}
            return message

        async def once(message: MutableMapping[str, Any]) -> None:
            if not replied:
                await guarded(message)

        await self.app(scope, limited, once)

    def _brought(self, scope: Scope) -> bool:
        """Return True if the key is in the address."""
        said = urllib.parse.parse_qs(scope.get("query_string", b"").decode("latin-1")).get(KEY, [""])
        return secrets.compare_digest(said[0].encode(), self.key.encode())

    def _known(self, headers: dict[bytes, bytes], asked: str) -> bool:
        """Return True if the browser has the key."""
        try:
            found = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(_cookie_of(asked))
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self.key.encode())

    async def _let_in(self, send: Send, scope: Scope, asked: str) -> None:
        """Give the browser the key as a cookie, and redirect to the address without it."""
        cookie = f"{_cookie_of(asked)}={self.key}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
        # Never redirect to another host.
        path = "/" + urllib.parse.quote(scope["path"].lstrip("/\\"))
        headers = [(b"location", path.encode()), (b"set-cookie", cookie.encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _cookie_of(asked: str) -> str:
    """Return the name of the key's cookie; browsers share cookies between the ports of a host."""
    port = re.search(r":(\d+)$", asked)
    return f"{_COOKIE}-{port[1]}" if port else _COOKIE


def _without_port(asked: str) -> str:
    """Return the name in a ``Host`` header: ::1 for [::1]:8453."""
    return re.sub(r":\d*$", "", asked).removeprefix("[").removesuffix("]")


def _foreign(headers: dict[bytes, bytes], asked: str, path: str) -> bool:
    """Return True if another site's page made a request. It may link to the page, but not to the interface."""
    origin = headers.get(b"origin")
    # A proxy reports the name it was asked for; pages of other sites cannot set that header.
    names = {asked, headers.get(b"x-forwarded-host", headers.get(b"host", b"")).decode("latin-1").lower()}
    if origin is not None and (
        b"://" not in origin or origin.decode("latin-1").lower().partition("://")[2] not in names
    ):
        return True
    if headers.get(b"sec-fetch-site") not in {b"cross-site", b"same-site"}:
        return False
    return headers.get(b"sec-fetch-mode") != b"navigate" or path.startswith("/api/")


def _add_prefix(scope: Scope, prefix: str) -> None:
    """Tell a request the prefix that a proxy adds, whether the proxy removed it or not."""
    if not _PREFIX.fullmatch(prefix):
        return
    if scope["path"].startswith(f"{prefix}/"):
        scope["root_path"] = prefix
    else:
        scope["path"] = prefix + scope["path"]
        scope["root_path"] = prefix + scope.get("root_path", "")


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": {"kind": "request", "message": message, "where": None}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
