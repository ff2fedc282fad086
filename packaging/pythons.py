"""The versions of Python that can build tilewright: the pinned numba and ziglang exist for them."""

import sys

#: The first and the last version. CONTRIBUTING says how to try a new one.
FIRST, LAST = (3, 11), (3, 15)


def refusal(version=sys.version_info):
    """Return in one line why this Python cannot build tilewright; empty if it can."""
    if FIRST <= tuple(version[:2]) <= LAST:
        return ""
    first, last, this = (".".join(map(str, each[:2])) for each in (FIRST, LAST, version))
    more = " A wheel of tilewright works with it." if tuple(version[:2]) > LAST else ""
    return f"tilewright can be built with Python {first} to {last}, not with {this}.{more}"


if __name__ == "__main__":  # also read by versions of Python that are too old
    why = refusal()
    sys.exit(f"{why} Name another: make PYTHON=python3.12 ..." if why else None)
