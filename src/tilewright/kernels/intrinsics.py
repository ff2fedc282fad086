"""Kernels compiled by Numba: what the functions in `bits` are there, one instruction each, which
Numba does not offer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from tilewright.kernels.bits import count_ones, fetch_early, highest_one, lowest_one

#: More options of Numba; building adds some.
OPTIONS: dict[str, Any] = {}


def compiled(function: Callable[..., Any], *, cached: bool) -> Any:
    """Return a kernel that Numba compiles on its first call; with `cached`, Numba keeps the code on
    disk.
    """
    try:
        return numba.njit(nogil=True, cache=cached, **OPTIONS)(function)
    except RuntimeError:
        # No folder for the cache is writable.
        return numba.njit(nogil=True, **OPTIONS)(function)


@intrinsic
def _trailing_zeros(typing_context: Any, word: Any) -> Any:
    """Count trailing zeros; 64 for zero."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@intrinsic
def _leading_zeros(typing_context: Any, word: Any) -> Any:
    """Count leading zeros; 64 for zero."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


@intrinsic
def _population(typing_context: Any, word: Any) -> Any:
    """Count set bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Prefetch the cache line of an element for reading, into all levels."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        address = builder.bitcast(builder.gep(view.data, [arguments[1]]), byte)
        builder.call(prefetch, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@overload(lowest_one)
def _lowest_one(word):
    return lambda word: _trailing_zeros(word)


@overload(highest_one)
def _highest_one(word):
    return lambda word: np.uint64(63) - _leading_zeros(word)


@overload(count_ones)
def _count_ones(word):
    return lambda word: _population(word)


@overload(fetch_early)
def _fetch_early(array, index):
    return lambda array, index: _prefetch(array, index)
