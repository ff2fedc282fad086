"""Operations: what a worker can be asked to do. One table: a new one is a function of `work` and a row here.

What is asked by POST, and has a model of what it takes, is an endpoint ``/api/NAME`` by its row alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from tilewright.web import schema
from tilewright.web.answers import work
from tilewright.web.answers.work import plane, watch
from tilewright.web.schema import RequestLimits, Size

__all__ = ["OPERATIONS", "Operation"]

#: Whether the same request would always be answered like this: no limit of time can have had a part in it. Of what is
#: asked, the answer, and the seconds that it took.
Lasts = Callable[[dict[str, Any], dict[str, Any], float], bool]


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that a worker does.

    Parameters
    ----------
    work : callable
        What it does, with JSON values.
    size : {"small", "middle", "large"}
        How much work it may be.
    answers : model, optional
        What its answer looks like; none for a stream or a picture.
    lasts : callable
        Whether an answer may be kept for who asks the same.
    engine : str
        The limit (of `RequestLimits`) of each engine that it asks; it is told as ``seconds``. None if it asks none that has to
        be told.
    engines : int
        How many it asks, one after the other.
    limit : str
        The limit of its work, if no engine has one.
    takes : model, optional
        What is asked by POST; none for what has an address of its own.
    tag, says : str
        Where it stands in the description of the interface, and what it does.
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
        """Return what the work is called with."""
        return {**asked, "seconds": getattr(limits, self.engine)} if self.engine else asked

    def seconds(self, limits: RequestLimits) -> float:
        """Return how long the work may take, once it has begun."""
        if not self.engine:
            return float(getattr(limits, self.limit))
        return float(getattr(limits, self.engine) * self.engines + limits.margin)


def _always(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return True


def _never(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return False


def _in_time(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    """Whether no engine can have reached its limit: it was given more than it all took."""
    return took < float(asked.get("seconds", work.SEEING))


def _graded(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return answer["grade"] is not None or took < work.SEEING


def _drawn(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return took < work.SEEING


def _finished(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return bool(answer["finished"])


def _decided(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    found = answer["plane"]
    return bool(found["verdict"] != "not known" and took < float(asked["seconds"]))


def _exact(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return bool(answer["exact"])


def _counted(asked: dict[str, Any], answer: dict[str, Any], took: float) -> bool:
    return bool(answer["exact"] and answer.get("different", "0") is not None)


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
    """Return what is asked of a game in progress."""
    return Operation(
        done, size, answers, lasts, engine=engine, engines=engines, takes=takes, tag="play", says=says
    )


OPERATIONS: dict[str, Operation] = {
    "puzzle": Operation(work.puzzle, "middle", schema.Sheet, _graded, limit="puzzle"),
    "picture": Operation(
        work.picture,
        "middle",
        None,
        _drawn,
        takes=schema.PictureRequest,
        says="Draw a puzzle as it would be printed, with what is on the board.",
    ),
    "watch": Operation(watch, "large", None, _never, engine="watch"),
    "make": Operation(
        work.make,
        "large",
        schema.MakeAnswer,
        _finished,
        engine="make",
        takes=schema.MakeRequest,
        says="Make a puzzle with exactly one solution, reproducible from its seed.",
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
        says="Count the tilings of a problem exactly, as far as time allows.",
    ),
    "plane": Operation(
        plane,
        "large",
        schema.PlaneAnswer,
        _decided,
        engine="plane",
        takes=schema.PlaneRequest,
        tag="plane",
        says="Say whether a piece tiles the plane, and how; if not, how many rings of copies fit around it.",
    ),
    "hint": _of_game(
        work.hint,
        "middle",
        schema.HintAnswer,
        _in_time,
        "Say the next step that a person could find, and why; away from solutions that were found before.",
        3,
        takes=schema.HintRequest,
    ),
    "ways": _of_game(
        work.ways, "small", schema.WaysAnswer, _exact, "Count the ways that are left.", engine="ways"
    ),
    "check": _of_game(
        work.check, "middle", schema.CheckAnswer, _in_time, "Say whether it is solved, or what is wrong.", 3
    ),
}
