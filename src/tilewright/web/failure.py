"""Failure: an error of the request, as it travels from a worker to the server."""

from __future__ import annotations

__all__ = ["Failure"]


class Failure(Exception):
    """What was wrong with a request."""

    def __init__(self, kind: str, message: str, where: str | None) -> None:
        super().__init__(kind, message, where)
        self.kind, self.message, self.where = kind, message, where
