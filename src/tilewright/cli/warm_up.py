"""``tilewright warm-up``: compile all kernels at once."""

from __future__ import annotations

import time

from tilewright.cli.answers import give
from tilewright.cli.limits import ProgressLine, duration
from tilewright.cli.options import Show

__all__ = ["warm_up"]


def warm_up(*, show: Show = Show()) -> int:
    """Compile everything now, so that later commands start faster.

    Each engine is compiled when it is first used, which takes from seconds to a
    minute, and saved on disk. Engines that are compiled already are skipped.

    For example:

      tilewright warm-up

    """
    from tilewright.progress import Progress
    from tilewright.warming import warm_up as compile_all

    took: dict[str, float] = {}
    began = time.perf_counter()
    with ProgressLine(not show.json and not show.quiet) as line:

        def progress(far: Progress) -> None:
            part, done, total = far.phase, far.done, far.total
            now = time.perf_counter() - began
            if took:
                last = next(reversed(took))
                took[last] = now - took[last]
            if part:
                took[part] = now
                bar = "#" * (20 * done // total) + "." * (20 - 20 * done // total)
                line.show(f"[{bar}] {done} of {total}: {part}", now=True)

        compile_all(progress=progress)
    seconds = time.perf_counter() - began
    parts = {part: round(each, 6) for part, each in took.items()}
    lines = [f"{part:<14}{duration(each):>10}" for part, each in took.items()]
    lines.append(f"Everything is compiled ({duration(seconds)}).")
    return give(
        show,
        lambda: {"parts": parts, "seconds": round(seconds, 6)},
        "" if show.quiet else "\n".join(lines),
    )
