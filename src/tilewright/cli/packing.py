"""``tilewright solve --most``: the best packing found, and the proven bound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.answers import (
    give,
    none_text,
    none_words,
    print_json,
    problem_json,
    save_sheet,
    say,
    say_unwritten,
    tiling_picture,
)
from tilewright.cli.limits import ProgressLine, TimeLimit
from tilewright.cli.options import PictureColors, Show
from tilewright.packing import Packer, Packing
from tilewright.proof import Reasons
from tilewright.values.problem import Problem
from tilewright.values.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.drawing import Picture


def find_most(
    given: Problem,
    *,
    threads: int | None,
    seed: int | None,
    limit: TimeLimit,
    show: Show,
    out: Path | None,
    letters: bool,
    inks: PictureColors,
) -> int:
    """Search for the best packing until it is proven, a time limit, or Ctrl-C; answer and return
    the exit code.
    """
    interrupted = False
    packer = Packer(given, threads=threads, seed=seed)
    # From here on the search itself watches the time and keeps what it found.
    limit.end()
    with ProgressLine(not show.json) as line, limit.deadline.holds():
        try:
            for found in packer.improve():
                line.show(found.text(), now=True)
        except KeyboardInterrupt:
            interrupted = True
    answer = packer.answer
    if answer is None:
        return _none(packer, show, out, interrupted)

    def picture(tiling: Tiling, lines: bool) -> Picture:
        return tiling_picture(tiling, answer.problem, lines=lines, letters=letters, inks=inks)

    if out is not None:
        save_sheet(out, [answer.tiling], picture, tilings=[answer.tiling], show=show)
    code = give(
        show,
        lambda: {**answer.to_json(), **problem_json(answer.problem)},
        lambda: str(len(answer)) if show.quiet else "\n".join(_words(answer)),
        picture=None if out is not None else lambda: picture(answer.tiling, True),
    )
    if answer.proven:
        return code
    say(
        "the best packing so far; there may be a better one: "
        + ("interrupted" if interrupted else "the time limit was reached")
    )
    return 130 if interrupted else 3


def _words(answer: Packing) -> list[str]:
    """Return the lines below the picture: the numbers, and why there is no better packing."""
    text = answer.text()
    if not answer.empty or not answer.reasons:
        return [text]
    table = none_words(answer.reasons, answer.certificate)[1:]
    return [f"{text}: {'; '.join(answer.reasons)}", *table]


def _why_none(problem: Problem) -> dict[str, Any]:
    """Return why there is no packing, as `tilewright verify` reads it."""
    reasons = Reasons(problem)
    reasons.weigh()
    proof = reasons.weighting or reasons.barrier
    return {"reasons": reasons.listed, **({} if proof is None else {proof.kind: proof.to_json()})}


def _none(packer: Packer, show: Show, out: Path | None, interrupted: bool) -> int:
    """Say that there is no packing, or that none was found."""
    if out is not None:
        say_unwritten(out, "no packing was found")
    if show.json:
        print_json(
            {
                **problem_json(packer.problem),
                "tilings": [],
                "most": None,
                "complete": packer.impossible,
                "count": "0",
                **(_why_none(packer.problem) if packer.impossible else {}),
            }
        )
    if not packer.impossible:
        say(
            "no packing was found: "
            + ("interrupted" if interrupted else "the time limit was reached")
        )
        return 130 if interrupted else 3
    if not show.json:
        print(none_text(packer.problem, quiet=show.quiet))
    return 1
