"""``python -m tilewright.wasm``: build the module, unless it is up to date."""

from __future__ import annotations

import sys

from tilewright.wasm.building import MissingTool, build


def main() -> int:
    """Build the module and say where it is."""
    try:
        path = build()
    except MissingTool as error:
        print(f"tilewright: {error}", file=sys.stderr)
        return 1
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
