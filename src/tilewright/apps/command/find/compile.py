"""``tilewright compile``: all tilings as one object, saved, restricted and asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import check_out, deliver, digits, note_written, problem_json
from tilewright.apps.command.count.request import CountAnswer, heat_answer, pieces_answer
from tilewright.apps.command.limits import LimitOptions, Watch
from tilewright.apps.command.numbers import assignments
from tilewright.apps.command.options import (
    FIND,
    OutPath,
    PieceWord,
    ProblemWord,
    Rules,
    Show,
    refuse,
)
from tilewright.apps.command.reading import ENDING, read_set
from tilewright.model.placement import Placement
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.counting import TilingSet

_Question = Literal["marginals", "essential", "fixing", "critical", "by-piece", "heat"]


def compile_set(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    without: Annotated[tuple[str, ...], Parameter(metavar="PIECE:CELLS", group=FIND)] = (),
    copies: Annotated[tuple[str, ...], Parameter(metavar="PIECE=N..M", group=FIND)] = (),
    ask: Annotated[_Question | None, Parameter(group=FIND, show_choices=False)] = None,
    out: OutPath = None,
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Compile all tilings into a set that answers many questions.

    Prints the number of tilings, or the answer to --ask. With -o FILE.tw the set is
    saved; compile, sample, nth and rank read such a file in place of a board and
    pieces. --placed, --without, --copies, --tiles and other rules restrict the set.

    For example:

      tilewright compile 6x10 pentominoes -o set.tw
      tilewright compile 6x10 pentominoes --ask fixing
      tilewright compile 4x4 dominoes+ --ask heat

    Parameters
    ----------
    without
        A placement that is not used. Repeat the option for more.
    copies
        Only tilings with N to M copies of a piece, such as L3=2..4. Repeat for more pieces.
    ask
        The number of tilings that use each placement (marginals), or the placements in all tilings
        and in none (essential). The placements that leave exactly one tiling (fixing), or the
        fewest that do so together (critical). The copies of each piece (by-piece), or how often
        each edge is a boundary (heat).
    out
        Save the set (.tw), or the picture of --ask heat (.svg .png .pdf .txt).
    """
    saved = out is not None and out.suffix.lower() == ENDING
    if not saved:
        refuse((out is not None and ask != "heat", "save the set as FILE.tw", "-o"))
        check_out(out, show)
    refuse((saved and ask is not None, "asks; save the set by another command", "--ask"))
    with Watch(limits.checked(), not show.json) as watch:
        tilings = read_set(board, pieces, rules, limits, watch)
        bounds = assignments(tilings.problem, copies, "--copies")
        if without or bounds:
            tilings = tilings.where(without=without, copies=bounds)
        answer = _answer_question(tilings, ask, show)
        if saved and out is not None:
            tilings.save(out)
    if saved and out is not None:
        note_written(out, "set", show)
    picture = answer.picture
    return deliver(
        show,
        lambda: {**problem_json(tilings.problem), "count": digits(answer.value), **answer.keys},
        "\n".join(answer.lines),
        picture=None if picture is None else lambda: picture,
        out=None if saved else out,
        code=0 if answer.value else 1,
    )


def _answer_question(tilings: TilingSet, ask: _Question | None, show: Show) -> CountAnswer:
    """Return the answer to a question."""
    number = tilings.count
    if ask is None or not number:
        return CountAnswer(number, [digits(number)], {})
    if ask == "marginals":
        marginals = tilings.marginals()
        rows = sorted(
            ((uses, placement.word()) for placement, uses in marginals.items()),
            key=lambda row: (-row[0], row[1]),
        )
        keys: dict[str, Any] = {"marginals": {word: digits(uses) for uses, word in rows}}
        if marginals.empty:
            keys["empty"] = {
                ",".join(map(str, cell)): digits(uses) for cell, uses in marginals.empty.items()
            }
        width = max((len(word) for _, word in rows), default=0)
        return CountAnswer(number, [f"{word:{width}}  {digits(uses)}" for uses, word in rows], keys)
    if ask == "essential":
        always, never = tilings.essential()
        keys = {"always": _placement_words(always), "never": _placement_words(never)}
        lines = [
            f"in all {counted(number, 'tiling')}: {' '.join(keys['always']) or 'no placement'}",
            f"in none: {counted(len(never), 'placement')}",
        ]
        return CountAnswer(number, lines, keys)
    if ask in ("fixing", "critical"):
        words = _placement_words(tilings.fixing() if ask == "fixing" else tilings.critical())
        return CountAnswer(number, words or ["no placement"], {ask: words})
    if ask == "by-piece":
        return pieces_answer(tilings.by_piece())
    return heat_answer(tilings.problem, tilings.heat(), show)


def _placement_words(placements: Sequence[Placement]) -> list[str]:
    return [placement.word() for placement in placements]
