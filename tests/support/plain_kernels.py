"""The kernels as plain Python functions, beside the compiled ones: what they are compared with."""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from unittest import mock

import tilewright.kernels

_NAME = "plain_kernels_of_tilewright"


@cache
def plain(module: str) -> ModuleType:
    """A module of kernels, below `tilewright.kernels`, in which no function is compiled."""
    with mock.patch.dict(os.environ, {"TILEWRIGHT_KERNELS": "python"}):
        if _NAME not in sys.modules:
            folder = Path(tilewright.kernels.__file__).parent
            spec = spec_from_file_location(
                _NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
            )
            assert spec is not None and spec.loader is not None
            sys.modules[_NAME] = package = module_from_spec(spec)
            spec.loader.exec_module(package)
        return importlib.import_module(f"{_NAME}.{module}")
