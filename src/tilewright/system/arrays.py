"""Arrays of values that do not change.

For the compiler of the kernels, an array that can be written to and one that cannot are two types, and a kernel is compiled for each.
What kernels only read, and arrays of values, go through `read_only`, so that there is one.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["read_only"]

_Scalar = TypeVar("_Scalar", bound=np.generic)


def read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
