"""What stands on the pages of a PDF."""

from __future__ import annotations

import io
import re

import pypdf


def pages(data: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def cells(data: bytes) -> list[list[float]]:
    """The points of a cell of each picture on each page: how the pictures are scaled."""
    found = []
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        content = page.get_contents()
        assert content is not None
        # Letters stand upright again in cells; they have no scale of their own.
        scaled = re.findall(rb"\n([\d.]+) 0 0 -[\d.]+ [-\d.]+ [-\d.]+ cm", content.get_data())
        found.append([float(scale) for scale in scaled if float(scale) != 1])
    return found
