"""Files of sets of tilings: the problem, the graph, and their checksums.

The kernels that walk through a graph do not check it, so the whole file is checked when it is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tilewright.counting.answers.diagrams import edge_layers
from tilewright.counting.frontier.labeled import STAYS_EMPTY, TAKEN, LabeledGraph
from tilewright.counting.resources import Resources
from tilewright.counting.state_graph import StateGraph
from tilewright.errors import CheckpointError, RequestError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.system.files import checkpoint
from tilewright.system.files.fields import Fields, checked_array, damaged

_KIND = "set of tilings"
#: What the fingerprint says of the arrays; another number for other arrays.
_VERSION = checkpoint.fingerprint("set of tilings", 1)
#: Type and dimensions of each array.
_ARRAYS: dict[str, tuple[type[np.signedinteger[Any]], int]] = {
    "offset": (np.int64, 1),
    "active": (np.int64, 1),
    "start": (np.int32, 1),
    "target": (np.int32, 1),
    "label": (np.int16, 1),
    "cells": (np.int64, 1),
    "placement": (np.int32, 2),
}


def save_graph(path: Path, problem: Problem, diagram: LabeledGraph | None, *, whole: bool) -> None:
    """Write a graph and its problem. `whole` says whether the graph contains all tilings of the
    problem. An empty set has no graph.
    """
    if diagram is None:
        values = {"problem": problem.to_json(), "empty": True, "whole": whole}
        checkpoint.save(path, _KIND, _VERSION, values, {})
        return
    graph = diagram.graph
    arrays = (
        graph.offset,
        graph.active,
        graph.start,
        graph.target,
        graph.label,
        diagram.cells,
        diagram.placement,
    )
    values = {"problem": problem.to_json(), "length": graph.length, "whole": whole}
    checkpoint.save(path, _KIND, _VERSION, values, dict(zip(_ARRAYS, arrays, strict=True)))


def load_graph(path: Path, resources: Resources) -> tuple[Problem, LabeledGraph | None, bool]:
    """Return the data that `save_graph` wrote, or raise `CheckpointError`."""
    try:
        return _read_set(path, resources)
    except CheckpointError as error:
        # It is saved as checkpoints are, but it is none.
        message = error.message.replace("the checkpoint", "the file")
        message = message.removesuffix(" Delete the file to start again.")
        raise CheckpointError(message, where=str(path)) from None


def _read_set(path: Path, resources: Resources) -> tuple[Problem, LabeledGraph | None, bool]:
    contents = checkpoint.load(path, _KIND, _VERSION)
    with checkpoint.naming(path):
        values = Fields(contents.values, "the values")
        try:
            problem = Problem.from_json(values.object("problem"))
            cover = compile_cover(problem)
        except RequestError as error:
            raise damaged(f"the stored problem is invalid ({error})") from None
        whole = values.flag("whole")
        if "empty" in contents.values and values.flag("empty"):
            return problem, None, whole
        length = values.integer("length")
        offset, active, start, target, label, cells, placement = (
            checked_array(contents.arrays, name, dtype, (None,) * dimensions)
            for name, (dtype, dimensions) in _ARRAYS.items()
        )
        graph = StateGraph.labeled(length, offset, start, target, label, active)
        diagram = LabeledGraph(cover, cells, placement, resources, resources.allowed, graph)
        _check_graph(diagram)
    return problem, diagram, whole


def _check_graph(diagram: LabeledGraph) -> None:
    """Raise `CheckpointError` unless the arrays are a labeled graph of the cover."""
    graph, cover = diagram.graph, diagram.cover
    area, layers = cover.area, len(graph.offset) - 2
    right = (
        layers > 0
        and graph.length in (0, area)
        and (graph.length == 0 or layers == area)
        and area % layers == 0
        and graph.offset[0] == 0
        and (np.diff(graph.offset) >= 0).all()
        and graph.offset[1] >= 1
        and len(graph.start) == graph.offset[-1] + 1
        and graph.start[0] == 0
        and graph.start[-1] == len(graph.target) == len(graph.label)
        and (np.diff(graph.start) >= 0).all()
        and len(graph.active) <= area
        and (graph.length == 0 or len(graph.active) == 0)
        and sorted(diagram.cells.tolist()) == list(range(area))
        and diagram.placement.shape[0] == area
        and diagram.placement.shape[1] >= 1
        and bool((diagram.placement >= STAYS_EMPTY).all())
        and bool((diagram.placement < cover.size).all())
        and bool((diagram.placement[:, -1] == TAKEN).all())
    )
    if not right:
        raise damaged("the arrays do not form a state graph of the problem")
    if not graph.length and (
        graph.offset[-1] - graph.offset[-2] != graph.offset[1]
        or any(
            not 1 <= width <= graph.offset[c % layers + 1] - graph.offset[c % layers]
            for c, width in enumerate(graph.active.tolist())
        )
    ):
        raise damaged("the last layer does not match the first layer")
    layer = edge_layers(graph)
    inside = (
        graph.start[graph.offset[-2]] == len(graph.target)
        and (graph.target >= graph.offset[layer + 1]).all()
        and (graph.target < graph.offset[layer + 2]).all()
        and (graph.label >= TAKEN).all()
        and (graph.label < diagram.placement.shape[1] - 1).all()
    )
    if not inside:
        raise damaged("an edge leads to a missing state")
