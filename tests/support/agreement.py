"""Every way to an answer, against the naive twin: searching, counting, ranking, proving, playing,
writing.

As a program it tries many random problems of every lattice, surface and rule. It prints each
disagreement with the smallest problem that shows it, as a command line, and in the end how many
problems there were of each lattice, surface and rule::

    python tests/support/agreement.py FIRST HOWMANY [CHECK …]

With ``--rules`` first, the problems have rules beyond covering.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any

import checks_counting
import checks_finding
import checks_playing
import checks_rectangles
import checks_writing
from cases import RULES, Case, random_case, smaller
from naive_problem import NaiveProblem, TooLarge
from naive_rules import ruled_case
from tilewright.errors import ProblemError, TilewrightError
from trial import Disagreement, Trial

#: Tilings of a problem that is looked at: more are left to problems that are drawn often enough.
MOST = 1500
#: Seconds of work after which a single check is said to hang. The slowest takes two; on a busy
#: machine that may be a minute. What the system does for the process, such as finding memory, is
#: none of its work.
HANGS = 300


class Hanging(Disagreement):
    """There is no answer after a time in which there should be a thousand."""


#: Every check by name; the first looks at any problem, the others at those that make sense.
CHECKS: dict[str, Callable[[Trial], None]] = {
    name.removeprefix("check_"): check
    for module in (
        checks_finding,
        checks_counting,
        checks_playing,
        checks_writing,
        checks_rectangles,
    )
    for name, check in list(vars(module).items())
    if name.startswith("check_")
}
#: The names of these; other modules add checks of their own problems.
USUAL = tuple(CHECKS)


@contextlib.contextmanager
def watched() -> Iterator[None]:
    """Raise if the body does not end: if it has worked for `HANGS` seconds, or waited for far
    longer.
    """
    began, worked = time.monotonic(), os.times().user

    def ring(signal_number: int, frame: FrameType | None) -> None:
        if os.times().user - worked > HANGS or time.monotonic() - began > 12 * HANGS:
            where = "".join(traceback.format_stack(frame)[-4:])
            raise Hanging(f"no answer after {HANGS} seconds of work, at\n{where}")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def judge(
    case: Case, seed: int = 0, names: tuple[str, ...] = tuple(CHECKS)
) -> dict[str, str] | None:
    """Run checks on a case.

    Returns
    -------
    dict or None
        What is wrong, by the check that says so; None if the case is too large for the twin.
    """
    trial = Trial(case, seed)
    try:
        sound = trial.twin.is_sound()
        if sound and len(trial.twin.tilings) > MOST:
            return None
    except TooLarge:
        return None
    wrong = {}
    if sound and case.rules:
        try:
            trial.adopt()
        except Disagreement as error:
            return {"placements": str(error)}
    for name in names:
        if not sound and name != "faults":
            continue
        try:
            with watched():
                CHECKS[name](trial)
        except Hanging as error:
            wrong[name] = f"{case.command('solve')}\n    {error}"
        except Disagreement as error:
            wrong[name] = str(error)
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            if isinstance(error, ProblemError) and "does not support the rule" in str(error):
                continue  # It says so, in one line.
            kind = "refused" if isinstance(error, TilewrightError) else "broke"
            where = "".join(traceback.format_exception(error)[-3:])
            wrong[name] = f"{case.command('solve')}\n    {kind}: {where}"
    return wrong


def smallest(case: Case, name: str, seed: int, patience: float = 60) -> Case:
    """Return a smallest case for which the check says the same, as far as taking away one thing at
    a time goes.
    """
    until = time.monotonic() + patience
    again = True
    while again:
        again = False
        for other in smaller(case):
            if time.monotonic() > until:
                return case
            if judge(other, seed, (name,)):
                case, again = other, True
                break
    return case


def main(
    words: list[str],
    draw: Callable[[int], Any] = random_case,
    usual: Iterable[str] = (),
    space_of: Callable[[Any], str] = lambda case: f"{case.surface} {case.lattice}",
) -> int:
    """Judge many cases, which `draw` makes of their numbers; return whether any disagree."""
    first, number = int(words[0]), int(words[1])
    names = tuple(words[2:]) or tuple(usual) or tuple(CHECKS)
    disagreements = large = none = unsound = 0
    seen: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    began = time.monotonic()
    for k in range(first, first + number):
        # A kernel that never comes back hears no signal: say which case it was.
        print(f"\r{k}", end="", file=sys.stderr, flush=True)
        faulthandler.dump_traceback_later(20 * HANGS, exit=True)
        case = draw(k)
        wrong = judge(case, k, names)
        if wrong is None:
            large += 1
            continue
        twin = NaiveProblem(case)
        if twin.is_sound():
            none += not twin.tilings
            spaces[space_of(case)] += 1
            rules.update(rule for rule, has in RULES.items() if has(case))
        else:
            unsound += 1
        for name, what in wrong.items():
            disagreements += 1
            seen[name] += 1
            print(f"\rcase {k}, {name}: {what}")
            if seen[name] <= 5 and "no answer after" not in what:
                least = smallest(case, name, k)
                again = judge(least, k, (name,)) or {}
                print(f"  smallest: {again.get(name, 'does not show it again')}", flush=True)
    faulthandler.cancel_dump_traceback_later()
    print(
        f"\r{number} problems from {first}: {disagreements} disagreements {dict(seen)}; {none} "
        "without a tiling, "
        f"{unsound} that make no sense, {large} too large; {time.monotonic() - began:.0f} s"
    )
    for title, counter in (("lattices and surfaces", spaces), ("rules", rules)):
        print(
            f"{title}: " + ", ".join(f"{name} {number}" for name, number in sorted(counter.items()))
        )
    return min(disagreements, 1)


if __name__ == "__main__":
    words = sys.argv[1:]
    ruled = words[:1] == ["--rules"]
    sys.exit(main(words[ruled:], ruled_case if ruled else random_case))
