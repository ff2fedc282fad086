"""``tilewright verify``: verify certificates, tilings and tables."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.apps.command.answers import note, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    LimitOptions,
    Rules,
    ShowReasons,
    Word,
    refuse,
)
from tilewright.apps.command.reading import read_problem
from tilewright.errors import FormatError
from tilewright.model.claims import Claim
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import report
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import INTERRUPTED
from tilewright.verification import open_claims

#: Faulty tilings that are listed.
_LISTED = 20
#: How many times the states a second attempt may need.
_MORE = 25


def verify(
    file: Word,
    /,
    *problem: str,
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: ShowReasons = ShowReasons(),
) -> int:
    """Verify a certificate, a tiling or a table of tilings.

    FILE is a certificate from plane or rectangles (-o FILE.jsonl or --json), a file of tilings in
    any format, a table (.parquet), or the folder of a run. If `solve --json` found that there is no
    tiling, its proof is verified. For a set of the atlas (facts/SET.jsonl), the certificates and
    tilings are verified. The code that verifies a certificate is independent of the code that found
    it. Tilings are checked against the problem in the file, or against the board and pieces after
    FILE and any rules given as options. Exits with 1 if anything is wrong, and with 3 if something
    could not be verified, such as a drawing without a problem.

    For example:

      tilewright verify primes.jsonl
      tilewright verify verdicts.jsonl -v
      tilewright verify tiling.txt 6x10 pentominoes
      tilewright verify tiling.txt 5x5 L3+ --empty 1
      tilewright verify tilings.parquet

    Parameters
    ----------
    file
        The file to verify, the folder of a run, or - for standard input.
    problem
        The board and pieces of the tilings, or a named puzzle.
    """
    refuse(
        (
            rules != Rules() and not problem,
            "rules require a problem; give one, as in `verify FILE BOARD PIECES --empty 1`",
            None,
        )
    )
    with CommandWork(show, **vars(limits)) as work:
        tiling_problem = read_problem(problem[0], problem[1:], rules) if problem else None
        what, source, claims = open_claims(file, tiling_problem)
        # Tables have millions of tilings; certificates have few claims.
        tilings = what == "tilings"
        checking = _Checking(claims, tilings, show.verbose)
        report, total, wrong, unverified, not_checked = work.ask(checking)
    stopped = work.why
    if not total and not stopped:
        raise FormatError("the file contains neither claims nor tilings", where=source)
    if show.json:
        print_json(
            {
                "what": what,
                "claims": [claim.to_json() for claim in report],
                "total": total,
                "wrong": wrong,
                "unchecked": unverified,
                "stopped": stopped or None,
            }
        )
    else:
        for claim in report:
            if show.verbose or not claim.holds:
                print(claim)
        print(
            _summary(
                "tiling" if tilings else "claim", total, wrong, unverified, partial=bool(stopped)
            )
        )
        if any(claim.limited for claim in report):
            from tilewright.shapes.rectangles.checker import MOST_STATES

            note(
                f"in Python, tilewright.verify({file!r}, max_states={_MORE * MOST_STATES}) also "
                "verifies claims with more states"
            )
    if not_checked:
        note(f"not checked: {', '.join(not_checked)}")
    if stopped:
        note(f"stopped: {stopped}; the remaining claims were not verified")
    if work.stopped == INTERRUPTED:
        return work.code
    return 1 if wrong else 3 if unverified or stopped else 0


_Checked = tuple[list[Claim], int, int, int, dict[str, None]]


class _Checking:
    """The question whether claims hold: those to report, and how many are wrong or unverified."""

    def __init__(self, claims: Iterable[Claim], tilings: bool, verbose: bool) -> None:
        self._claims, self._tilings, self._verbose = claims, tilings, verbose
        self._report: list[Claim] = []
        self._total = self._wrong = self._unverified = 0
        self._not_checked: dict[str, None] = {}

    def run(self) -> None:
        for claim in self._claims:
            self._total += 1
            self._wrong += claim.holds is False
            self._unverified += claim.holds is None
            self._not_checked.update(dict.fromkeys(claim.not_checked))
            told = (self._verbose or not claim.holds) and len(self._report) < _LISTED
            if told or not self._tilings:
                self._report.append(claim)
            report(Progress(phase=f"{self._total:,} verified"))

    def answer(self, stopped: str = "") -> _Checked:
        return self._report, self._total, self._wrong, self._unverified, self._not_checked


def _summary(noun: str, total: int, wrong: int, unverified: int, *, partial: bool) -> str:
    """Return how many claims hold, in a line; `partial` if there are more in the file."""
    good = total - wrong - unverified
    if partial:
        return (
            f"Verification stopped early. So far, {counted(good, noun)} verified, {wrong:,} wrong "
            f"and {unverified:,} undecided."
        )
    if total == 1:
        word = "holds" if good else "is wrong" if wrong else "was not verified"
        return f"The {noun} {word}."
    if good == total:
        return f"All {total:,} {noun}s hold."
    counts = [f"{good:,} of {total:,} {noun}s hold"]
    counts += [f"{wrong:,} {'is' if wrong == 1 else 'are'} wrong"] if wrong else []
    counts += (
        [f"{unverified:,} {'was' if unverified == 1 else 'were'} not verified"]
        if unverified
        else []
    )
    return f"{', '.join(counts)}."
