"""Codes that a phone scans to open a puzzle. The package is an extra: ``pip install "tilewright[print]"``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_text
from tilewright.errors import EngineError, RequestError, quoted

__all__ = ["puzzle_link", "scanned"]


def puzzle_link(base: str, name: str) -> str:
    """Return the address at which a page plays a puzzle.

    Examples
    --------
    >>> puzzle_link("https://example.org/tiles/", "talos:hub-gates-1")
    'https://example.org/tiles/#/p/talos:hub-gates-1'
    """
    check_text(base, "a link")
    if not base.startswith(("http://", "https://")) or any(letter.isspace() for letter in base):
        raise RequestError(
            f"a link is an address such as https://example.org, not {quoted(base)}", where="--link"
        )
    return f"{base.rstrip('/')}/#/p/{name}"


def scanned(words: str) -> NDArray[np.bool_]:
    """Return the QR code of a text, (n, n), True where it is black, without the white border of four squares that it needs.

    ISO/IEC 18004 as the package segno writes it, of the error correction M or better.
    """
    try:
        import segno
    except ImportError:
        raise EngineError(
            "QR codes need the package segno: pip install 'tilewright[print]'", where="--link"
        ) from None
    try:
        code = segno.make_qr(words, error="m")
    except segno.DataOverflowError:
        raise RequestError(
            f"a link of {len(words)} characters is too long for a QR code", where="--link"
        ) from None
    return np.array([list(line) for line in code.matrix], dtype=np.bool_)
