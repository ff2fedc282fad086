"""What an enumeration leaves behind while it runs: lines of JSON, and a checkpoint to go on from."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import TracebackType
from typing import IO

from tilewright.cli.output import say
from tilewright.errors import CheckpointError, OutputError
from tilewright.search import Search
from tilewright.tiling import Tiling

__all__ = ["Record"]

#: Seconds between two checkpoints.
_EVERY = 5.0


class Record:
    """The tilings of a search as lines of a file, in step with the checkpoint of the search.

    The checkpoint says how long the file was when it was saved. A run that goes on from it cuts the
    file back to that length first, so that whatever happened in between, no tiling is missing and none is there
    twice.

    Parameters
    ----------
    search : Search
    checkpoint : path or None
        Where to keep what is needed to go on; taken up from there if it exists.
    lines : path or None
        The file for the tilings.
    """

    def __init__(self, search: Search, checkpoint: Path | None, lines: Path | None) -> None:
        self.search = search
        self.checkpoint = checkpoint
        self.lines = lines
        self._stream: IO[str] | None = None
        self._saved = time.monotonic()
        self._closed = False

    @classmethod
    def open(cls, search: Search, checkpoint: Path | None, out: Path | None) -> Record:
        """Open the files; go on from the checkpoint if it is there.

        Raises
        ------
        CheckpointError
            If it is damaged, belongs to another search, or its file of tilings is not there any more.
        OutputError
            If a file cannot be written.
        """
        record = cls(search, checkpoint, out if out is not None and out.suffix == ".jsonl" else None)
        goes_on = checkpoint is not None and checkpoint.exists()
        if goes_on and checkpoint is not None:
            search.resume(checkpoint)
            say(f"going on from {checkpoint}: {search.delivered:,} found so far")
        record._open_lines(goes_on)
        record.save()
        return record

    @property
    def is_on(self) -> bool:
        """Whether anything is recorded."""
        return self.checkpoint is not None or self.lines is not None

    def _open_lines(self, goes_on: bool) -> None:
        if self.lines is None:
            return
        written = self.search.payload.get("written") if goes_on else 0
        try:
            self._stream = self.lines.open("r+" if goes_on else "w", encoding="utf-8")
        except FileNotFoundError:
            raise CheckpointError(
                f"it belongs to {self.lines}, which is not there; start anew without the checkpoint",
                where=str(self.checkpoint),
            ) from None
        except OSError as error:
            raise OutputError(f"cannot write the file: {error.strerror}", where=str(self.lines)) from None
        size = os.fstat(self._stream.fileno()).st_size
        if written is None or size < written:
            raise CheckpointError(
                f"it does not belong to {self.lines}, which has {size} bytes instead of at least {written}",
                where=str(self.checkpoint),
            )
        self._stream.seek(written)
        self._stream.truncate()

    def add(self, tiling: Tiling) -> None:
        """Write one tiling."""
        if self._stream is not None:
            self._stream.write(json.dumps(tiling.to_json()) + "\n")

    def maybe_save(self) -> None:
        """Save the checkpoint if the last one is some seconds old."""
        if self.checkpoint is not None and not self._closed and time.monotonic() - self._saved >= _EVERY:
            self.save()

    def save(self) -> None:
        """Save the checkpoint, after what it speaks of is on the disk."""
        if self.checkpoint is None:
            return
        payload = {}
        if self._stream is not None:
            self._stream.flush()
            os.fsync(self._stream.fileno())
            payload["written"] = self._stream.tell()
        self.search.save(self.checkpoint, **payload)
        self._saved = time.monotonic()

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        if error is None:
            self.save()
        if self._stream is not None:
            self._stream.close()
