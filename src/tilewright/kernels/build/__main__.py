"""``python -m tilewright.kernels.build [GROUP ...]``: build the libraries of this machine; with
``wasm``, the modules of the page.
"""

from __future__ import annotations

import sys

from tilewright.kernels.build.build import build, build_modules
from tilewright.kernels.build.targets import BuildError
from tilewright.kernels.library import FOLDER, build_folder, groups


def main(words: list[str]) -> int:
    """Build, and say what there is."""
    try:
        paths = (
            build_modules()
            if words == ["wasm"]
            else build(words or groups(), build_folder() or FOLDER)
        )
    except BuildError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} files in {paths[0].parent}: {size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
