"""The files of a site: collected first, then written where they differ from those of an older
site.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tilewright.apps.page.shipped import json_text
from tilewright.errors import OutputError
from tilewright.system.files.safe_write import write

#: The list of a site's files, by which a later run knows which ones are its own.
LIST = "files.json"
#: Digits of a hash. Equal hashes of different files are not to be expected, and nobody gains by
#: them.
_DIGITS = 20


def check_folder(folder: Path) -> None:
    """Raise an error if a folder has files that are not of a site."""
    if folder.exists() and not folder.is_dir():
        raise OutputError("this is a file, not a folder", where=str(folder))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / LIST).is_file():
        raise OutputError(
            "the folder has other files; give a new or empty folder, or a folder with a site",
            where=str(folder),
        )


class SiteFiles:
    """The files of a site by their paths, which begin in its folder and have ``/`` between their
    parts.
    """

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def add(self, path: str, content: bytes | str) -> None:
        """Add a file; text is written as UTF-8."""
        self.contents[path] = content.encode() if isinstance(content, str) else content

    def add_json(self, path: str, value: Any) -> None:
        """Add a value as JSON."""
        self.add(path, json_text(value))

    def add_folder(self, path: str, folder: Path) -> None:
        """Add all files of a folder, except hidden ones."""
        for file in sorted(folder.rglob("*")):
            within = file.relative_to(folder)
            if file.is_file() and not any(part.startswith(".") for part in within.parts):
                self.add(f"{path}/{within.as_posix()}", file.read_bytes())

    def hashes(self) -> dict[str, str]:
        """Return the hash of each file."""
        return {
            path: hashlib.sha256(content).hexdigest()[:_DIGITS]
            for path, content in sorted(self.contents.items())
        }

    def sizes(self, without: Collection[str] = ()) -> dict[str, tuple[int, int]]:
        """Return the bytes of each file as it is and as gzip, except those in some folders."""
        return {
            path: (len(content), len(gzip.compress(content, 9, mtime=0)))
            for path, content in self.contents.items()
            if path.partition("/")[0] not in without
        }

    def write(self, folder: Path) -> None:
        """Write the files that are new or changed, remove those that an older site had, and write
        the list.
        """
        hashes = self.hashes()
        before = _list_files(folder)
        for path in hashes:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
        # The page itself is written last, so that what it asks for is there.
        for path in sorted(hashes, key=lambda path: (path.endswith(".html"), path)):
            if not _has_content(folder / path, self.contents[path]):
                write(self.contents[path], folder / path)
        write(json_text({"files": hashes}), folder / LIST)
        for path in before - set(hashes):
            with contextlib.suppress(OSError):
                (folder / path).unlink()


def _has_content(path: Path, content: bytes) -> bool:
    """Return True if a file has this content already."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def _list_files(folder: Path) -> set[str]:
    """Return the files of the site in a folder, within the folder."""
    try:
        paths = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    inside = folder.resolve()
    return {path for path in paths if (folder / path).resolve().is_relative_to(inside)}
