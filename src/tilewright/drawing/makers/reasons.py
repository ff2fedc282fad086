"""A picture of a board under the words that it has no tiling, and why."""

from __future__ import annotations

from dataclasses import replace

from tilewright.drawing.model.picture import Picture

__all__ = ["with_reason"]


def with_reason(picture: Picture, board: str, reason: str) -> Picture:
    """Return a picture of a board under the words that it has no tiling, and why.

    Parameters
    ----------
    picture : Picture
    board : str
        What the board is called, with an article.
    reason : str
        A sentence, without a full stop.

    Examples
    --------
    >>> from tilewright.drawing import draw_board
    >>> with_reason(draw_board("1x3"), "a 1x3 board", "a domino covers two cells").lead
    'A domino covers two cells.'
    """
    return replace(
        picture,
        heading="There is no tiling",
        lead=f"{reason[0].upper()}{reason[1:]}.",
        title=f"Why {board} has no tiling",
        description=reason,
    )
