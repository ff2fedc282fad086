"""Run HiGHS, which solves linear and integer programs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.system.work.deadline import current_deadline

#: Seconds between two looks at the clock and at Ctrl-C, and how late the solver may end by itself.
_BEAT, _LATE = 0.02, 0.5


def linear_program(
    cost: NDArray[np.float64],
    columns: tuple[NDArray[np.float64], NDArray[np.float64]],
    rows: tuple[NDArray[np.float64], NDArray[np.float64]],
    entries: tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.float64]],
    *,
    least: bool = False,
) -> Any:
    """Return a `highspy.HighsLp` for the maximum cost, or the minimum with `least`.

    `columns` and `rows` are lower and upper bounds. `entries` are rows, columns and values, and
    values at the same position are added.
    """
    import highspy

    program: Any = highspy.HighsLp()
    row, column, value = entries
    width, height = len(cost), len(rows[0])
    program.num_col_, program.num_row_ = width, height
    program.col_cost_ = cost
    program.col_lower_, program.col_upper_ = columns
    program.row_lower_, program.row_upper_ = rows
    key, entry = np.unique(row.astype(np.int64) * width + column, return_inverse=True)
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.searchsorted(key // width, np.arange(height + 1))
    program.a_matrix_.index_ = key % width
    program.a_matrix_.value_ = np.bincount(entry.ravel(), weights=value)
    program.sense_ = highspy.ObjSense.kMinimize if least else highspy.ObjSense.kMaximize
    return program


def run_highs(
    program: Any,
    seconds: float,
    report: Callable[[Any], object] | None = None,
    *,
    nodes: int | None = None,
) -> tuple[Any, bool]:
    """Run the solver on a `highspy.HighsLp` for a number of seconds. Return the solver, and whether
    it found an optimum. `nodes` limits the nodes of the search for an integer solution.

    It runs in a separate thread, so that Ctrl-C is handled. The solver then ends at its next step.
    `report` is called with the values of each better solution of an integer program.

    Raises
    ------
    TimeLimitError
        If the current deadline passes before the solver ends.
    """
    import highspy

    # The class behind `highspy.Highs`, which adds callbacks; to add them prints a banner before
    # options are taken.
    solver: Any = highspy.Highs.__base__()  # type: ignore[misc]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("time_limit", max(seconds, 0.0))
    if nodes is not None:
        solver.setOptionValue("mip_max_nodes", nodes)
    solver.passModel(program)
    kinds = highspy.cb.HighsCallbackType
    better: list[Any] = []
    stop = threading.Event()

    def hear(kind: Any, message: str, values: Any, answer: Any, data: object) -> None:
        if kind == kinds.kCallbackMipImprovingSolution:
            better.append(values.mip_solution.copy())
        elif stop.is_set():
            answer.user_interrupt = True

    solver.setCallback(hear, None)
    for kind in (
        kinds.kCallbackSimplexInterrupt,
        kinds.kCallbackIpmInterrupt,
        kinds.kCallbackMipInterrupt,
        *([] if report is None else [kinds.kCallbackMipImprovingSolution]),
    ):
        solver.startCallback(kind)
    thread = threading.Thread(target=solver.run, name="tilewright HiGHS")
    thread.start()
    deadline = current_deadline()
    try:
        while thread.is_alive():
            thread.join(_BEAT)
            while better and report is not None:
                report(better.pop(0))
            if thread.is_alive() and (
                deadline.left < -_LATE or (deadline.left > 0 and deadline.passed)
            ):
                raise deadline.error()
    finally:
        stop.set()
    return solver, solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
