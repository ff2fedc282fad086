"""``python -m tilewright.wasm``: build the modules, unless they are up to date."""

from __future__ import annotations

import sys

from tilewright.wasm.building import PLANE, MissingTool, build


def main() -> int:
    """Build the modules and say where they are."""
    try:
        path = build()
    except MissingTool as error:
        print(f"tilewright: {error}", file=sys.stderr)
        return 1
    for each in (path, path.with_name(PLANE.name)):
        print(f"{each}: {each.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
