"""Run HiGHS, which solves linear and integer programs."""

from __future__ import annotations

from typing import Any


def run_highs(program: Any, seconds: float) -> tuple[Any, bool]:
    """Run the solver on a `highspy.HighsLp` for some seconds; return it, and whether it found an
    optimum.
    """
    import highspy

    # The class behind `highspy.Highs`, which adds callbacks; to add them prints a banner before
    # options are taken.
    solver: Any = highspy.Highs.__base__()  # type: ignore[misc]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("time_limit", max(seconds, 0.0))
    solver.passModel(program)
    solver.run()
    return solver, solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
