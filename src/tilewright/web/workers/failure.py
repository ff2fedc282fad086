"""Failure: why there is no answer, as it travels from a worker to the server."""

from __future__ import annotations

__all__ = ["Failure", "Unfinished"]


class Failure(Exception):
    """What was wrong with a request."""

    def __init__(self, kind: str, message: str, where: str | None) -> None:
        super().__init__(kind, message, where)
        self.kind, self.message, self.where = kind, message, where


class Unfinished(Exception):
    """The work was stopped by its limit of time or memory."""
