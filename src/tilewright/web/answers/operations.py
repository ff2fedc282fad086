"""The table of operations that workers can run. A new one is a function in `work` and an entry here.

An operation with a model of its request gets the address ``/api/NAME`` automatically.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from tilewright.web import schema
from tilewright.web.answers import work
from tilewright.web.answers.randomly import random_tiling
from tilewright.web.answers.work import plane, watch
from tilewright.web.schema import RequestLimits, Size

__all__ = ["OPERATIONS", "Operation"]

#: Whether an answer can be cached, because no time limit had a part in it: a function of request, answer and
#: seconds.
Lasts = Callable[[dict[str, Any], Any, float], bool]


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that a worker can do.

    Parameters
    ----------
    work : callable
        The function, with JSON values as arguments.
    size : {"small", "middle", "large"}
        How much work it may be.
    answers : model, optional
        The model of its answer; None for a stream or a picture.
    lasts : callable
        Whether an answer may be cached.
    engine : str
        The limit (in `RequestLimits`) of each engine it asks, passed as ``seconds``. Empty if there is none.
    engines : int
        How many engines it asks, one after the other.
    limit : str
        Its limit if no engine has one.
    takes : model, optional
        The model of its request; None for operations with an address of their own.
    tag, says : str
        Its section in the description of the interface, and what it does.
    """

    work: Callable[..., Any]
    size: Size
    answers: type[BaseModel] | None
    lasts: Lasts
    engine: str = ""
    engines: int = 1
    limit: str = "short"
    takes: type[BaseModel] | None = None
    tag: Literal["puzzles", "play", "plane"] = "puzzles"
    says: str = ""

    def arguments(self, limits: RequestLimits, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of the function."""
        return {**asked, "seconds": getattr(limits, self.engine)} if self.engine else asked

    def seconds(self, limits: RequestLimits) -> float:
        """Return how many seconds the work may take, once it has begun."""
        if not self.engine:
            return float(getattr(limits, self.limit))
        return float(getattr(limits, self.engine) * self.engines + limits.margin)


def _always(asked: dict[str, Any], answer: Any, took: float) -> bool:
    return True


def _never(asked: dict[str, Any], answer: Any, took: float) -> bool:
    return False


def _in_time(asked: dict[str, Any], answer: Any, took: float) -> bool:
    """Return True if no engine can have reached its limit, since all together took less."""
    return took < float(asked.get("seconds", work.SEEING))


def _graded(asked: dict[str, Any], answer: schema.Sheet, took: float) -> bool:
    return answer.grade is not None or took < work.SEEING


def _finished(asked: dict[str, Any], answer: schema.MakeAnswer, took: float) -> bool:
    return answer.finished


def _decided(asked: dict[str, Any], answer: schema.PlaneAnswer, took: float) -> bool:
    decided = answer.plane is not None and answer.plane.verdict != "not known"
    return decided and took < float(asked["seconds"])


def _exact(asked: dict[str, Any], answer: schema.WaysAnswer, took: float) -> bool:
    return answer.exact


def _counted(asked: dict[str, Any], answer: schema.CountAnswer, took: float) -> bool:
    """Return True for an exact count, unless counting the different tilings ran out of time."""
    return answer.exact and (answer.different is not None or int(answer.count or 0) > work.LISTED)


def _of_game(
    done: Callable[..., Any],
    size: Size,
    answers: type[BaseModel],
    lasts: Lasts,
    says: str,
    engines: int = 1,
    *,
    engine: str = "play",
    takes: type[BaseModel] = schema.Play,
) -> Operation:
    """Return an operation on a game in progress."""
    return Operation(
        done, size, answers, lasts, engine=engine, engines=engines, takes=takes, tag="play", says=says
    )


OPERATIONS: dict[str, Operation] = {
    "puzzle": Operation(work.puzzle, "middle", schema.Sheet, _graded, limit="puzzle"),
    "picture": Operation(
        work.picture,
        "middle",
        None,
        _in_time,
        takes=schema.PictureRequest,
        says="Draw a puzzle as it is printed, with everything placed on the board.",
    ),
    "watch": Operation(watch, "large", None, _never, engine="watch"),
    "make": Operation(
        work.make,
        "large",
        schema.MakeAnswer,
        _finished,
        engine="make",
        takes=schema.MakeRequest,
        says="Make a puzzle with exactly one solution. The same seed makes the same puzzle.",
    ),
    "share": Operation(
        work.share,
        "middle",
        schema.Sheet,
        _always,
        takes=schema.ShareRequest,
        says="Turn a problem into a puzzle with an ID.",
    ),
    "count": Operation(
        work.count,
        "large",
        schema.CountAnswer,
        _counted,
        engine="count",
        takes=schema.CountRequest,
        says="Count the tilings of a problem, exactly if time allows.",
    ),
    "plane": Operation(
        plane,
        "large",
        schema.PlaneAnswer,
        _decided,
        engine="plane",
        takes=schema.PlaneRequest,
        tag="plane",
        says="Decide whether a piece tiles the plane, and how. If not, count the rings of copies that fit around it.",
    ),
    "random": Operation(
        random_tiling,
        "large",
        schema.RandomAnswer,
        _always,
        limit="random",
        takes=schema.RandomRequest,
        tag="plane",
        says="Draw a random tiling by dominoes or lozenges, all equally likely. The same seed gives the same tiling.",
    ),
    "hint": _of_game(
        work.hint,
        "middle",
        schema.HintAnswer,
        _in_time,
        "Return the next step that a person could find, and the reason. It avoids solutions found earlier.",
        3,
        takes=schema.HintRequest,
    ),
    "ways": _of_game(
        work.ways, "small", schema.WaysAnswer, _exact, "Count the ways to finish.", engine="ways"
    ),
    "check": _of_game(
        work.check,
        "middle",
        schema.CheckAnswer,
        _in_time,
        "Return whether the puzzle is solved, or what is wrong.",
        3,
    ),
}
