"""Read-only views of arrays: constant arrays stay as they are."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Scalar = TypeVar("_Scalar", bound=np.generic)


def read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return a read-only view of an array."""
    view = array.view()
    view.flags.writeable = False
    return view
