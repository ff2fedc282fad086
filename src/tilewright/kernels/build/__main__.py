"""``python -m tilewright.kernels.build [GROUP ...]``: build the libraries of this machine. With
``wasm``, build the modules of the page, and with ``all``, both.
"""

from __future__ import annotations

import sys

from tilewright.kernels.build.build import PAGE, build
from tilewright.kernels.build.targets import BuildError
from tilewright.kernels.library import FOLDER, build_folder, groups


def main(words: list[str]) -> int:
    """Build, and say what there is."""
    page = PAGE if words in (["wasm"], ["all"]) else None
    names = [] if words == ["wasm"] else groups() if words in ([], ["all"]) else words
    try:
        paths = build(names, build_folder() or FOLDER, page=page)
    except BuildError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        return 1
    for folder in dict.fromkeys(path.parent for path in paths):
        sizes = [path.stat().st_size for path in paths if path.parent == folder]
        print(f"{len(sizes)} files in {folder}: {sum(sizes):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
