"""Guard: limits the size of bodies, and keeps the page and the engines to themselves."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["HEADERS", "LARGEST_BODY", "Guard"]

#: The largest body of a request, in bytes.
LARGEST_BODY = 1 << 16
_TOO_LARGE = f"a body has at most {LARGEST_BODY} bytes"

#: What every answer says. Only what is served from here is loaded, run or shown.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
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


class Guard:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless its body is too large or another site's page has made it."""
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
        # A page of another site may link here, but it may not put the engines to work.
        if headers.get(b"sec-fetch-site") == b"cross-site" and headers.get(b"sec-fetch-mode") != b"navigate":
            await _refuse(guarded, 403, "requests from the pages of other sites are not answered")
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


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": {"kind": "request", "message": message, "where": None}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
