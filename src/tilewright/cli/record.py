"""What a search saves while it runs: lines of JSON or a table, and a checkpoint."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, ClassVar

from tilewright.cli.answers import say
from tilewright.errors import CheckpointError, OutputError
from tilewright.files.checkpoint import naming
from tilewright.files.fields import Fields
from tilewright.files.replacing import Beside, cut_to_lines, held, open_held
from tilewright.search import Search
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.exchange.tables import TableWriter

#: Bytes at the beginning and at the end of the file that the digest covers.
_FIRST, _LAST = 1 << 12, 1 << 16


class Record:
    """The tilings of a search as lines of a file or as a table, in step with the checkpoint of the search.

    Lines are written beside the file and moved into place at the end, or when the first checkpoint covers some of them. The checkpoint
    records the length and a digest of the file; a resumed search first cuts the file back to it, so no tiling is lost or doubled.
    """

    #: Seconds between two checkpoints.
    every: ClassVar[float] = 5.0

    def __init__(self, search: Search, checkpoint: Path | None, out: Path | None) -> None:
        self.search = search
        self.checkpoint = checkpoint
        ending = "" if out is None else out.suffix.lower()
        self.lines = out if ending == ".jsonl" else None
        self._place = out if ending == ".parquet" else None
        self.out = self.lines or self._place
        self.table: TableWriter | None = None
        self._stream: IO[str] | None = None
        self._beside: Beside | None = None
        self._saved = time.monotonic()
        self._closed = False
        self._held = contextlib.ExitStack()

    @classmethod
    def open(cls, search: Search, checkpoint: Path | None, out: Path | None) -> Record:
        """Open the files, and resume from the checkpoint if it exists."""
        record = cls(search, checkpoint, out)
        with contextlib.ExitStack() as stack:
            for path in record._paths():
                stack.enter_context(held(path))
            goes_on = checkpoint is not None and checkpoint.exists()
            if goes_on and checkpoint is not None:
                search.resume(checkpoint)
                say(f"resuming from {checkpoint}: {search.delivered:,} tilings found so far")
            record._open_lines(goes_on)
            record._open_table(goes_on)
            if goes_on and record.out is None and {"written", "table"} & set(search.payload):
                say("without -o, tilings found from now on are not saved, and cannot be added later")
            record.save()
            record._held = stack.pop_all()
        return record

    def _paths(self) -> list[Path]:
        """Return the files that are written during the search."""
        paths = [path for path in (self.checkpoint, self.out) if path is not None]
        one = len({path.resolve() for path in paths}) < len(paths)
        if one or (len(paths) == 2 and all(path.exists() for path in paths) and paths[0].samefile(paths[1])):
            raise OutputError(
                "the checkpoint and the tilings must be saved in different files", where=str(self.out)
            )
        return paths

    @property
    def is_on(self) -> bool:
        """Return True if anything is recorded."""
        return self.checkpoint is not None or self.lines is not None or self.table is not None

    def _open_table(self, goes_on: bool) -> None:
        if self._place is None:
            return
        from tilewright.exchange.tables import TableWriter

        state = self.search.payload.get("table") if goes_on else None
        if goes_on and state is None:
            raise CheckpointError(
                f"this checkpoint does not belong to {self._place}", where=str(self.checkpoint)
            )
        if (
            state is not None
            and not state.get("finished")
            and not state.get("parts")
            and self._place.exists()
        ):
            # Nothing was written yet, so only the name can be compared.
            place = self.search.payload.get("place")
            if place not in (None, str(self._place.resolve())):
                raise CheckpointError(
                    f"this checkpoint belongs to {place}, not to {self._place}; name that file, or start with a new checkpoint",
                    where=str(self.checkpoint),
                )
        search = self.search
        options = {"unique": search.unique, "seed": search.seed, "engine": search.engine}
        try:
            self.table = TableWriter(
                self._place, search.problem, options, state=state, parts=self.checkpoint is not None
            )
        except CheckpointError as error:
            raise CheckpointError(error.message, where=str(self.checkpoint)) from None

    def _open_lines(self, goes_on: bool) -> None:
        if self.lines is None:
            return
        said = Fields(self.search.payload, "the entry of the file")
        written = 0
        if goes_on and said.has("written"):
            with naming(self.checkpoint or Path()):
                written = said.integer("written")
        elif goes_on:
            raise CheckpointError(
                f"this checkpoint was saved without -o, so {self.lines} would be incomplete; resume without -o, or start with a "
                "new checkpoint",
                where=str(self.checkpoint),
            )
        begun = self.search.payload.get("file") if goes_on else None
        mine = isinstance(begun, list) and begun[:1] == [str(self.lines.resolve())]
        try:
            anew = not goes_on or (not written and mine)
            # Windows cannot move an open file; there, a search with a checkpoint writes in place.
            movable = self.checkpoint is None or os.name != "nt"
            if anew and movable and (not self.lines.exists() or self.lines.is_file()):
                self._beside = Beside(self.lines)
                self._stream = self._beside.stream
                return
            # A checkpoint reads the file again; without one, the file may be a pipe.
            self._stream = open_held(self.lines, keep=goes_on, readable=self.checkpoint is not None)
        except FileNotFoundError:
            raise CheckpointError(
                f"this checkpoint belongs to {self.lines}, which does not exist; start with a new checkpoint",
                where=str(self.checkpoint),
            ) from None
        except OSError as error:
            raise OutputError(
                f"cannot write the file: {error.strerror or error}", where=str(self.lines)
            ) from None
        if not goes_on:
            return
        size = os.fstat(self._stream.fileno()).st_size
        wrong = None
        if not written and size:
            # The digest of an empty file proves nothing.
            wrong = f"which has {size} bytes although nothing was written yet; name another file, or start with a new checkpoint"
        elif size < written:
            wrong = f"which has {size} bytes instead of at least {written}"
        # Checkpoints of older versions have no digest.
        elif self.search.payload.get("digest") not in (None, _digest(self._stream, written)):
            wrong = "which was changed or replaced; name the right file, or start with a new checkpoint"
        if wrong is not None:
            self._stream.close()
            raise CheckpointError(
                f"this checkpoint does not belong to {self.lines}, {wrong}", where=str(self.checkpoint)
            )
        self._stream.seek(written)
        self._stream.truncate()

    def add(self, tiling: Tiling) -> None:
        """Write one tiling."""
        if self._stream is not None:
            with self._writing():
                self._stream.write(json.dumps(tiling.to_json()) + "\n")
        if self.table is not None:
            piece = tiling.piece
            assert piece is not None
            self.table.add(tiling.labels[None], piece[None])

    def add_arrays(self, labels: NDArray[np.int32], pieces: NDArray[np.int32]) -> None:
        """Write a batch of tilings to the table."""
        assert self.table is not None
        self.table.add(labels, pieces)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OutputError(
                f"cannot write the file: {error.strerror or error}", where=str(self.lines)
            ) from None

    def maybe_save(self) -> None:
        """Save the checkpoint if the last one is some seconds old."""
        if self.checkpoint is not None and not self._closed and time.monotonic() - self._saved >= self.every:
            self.save()

    def save(self) -> None:
        """Save the checkpoint, after the tilings that it covers are on disk."""
        if self.checkpoint is None:
            return
        payload: dict[str, Any] = {}
        if self.table is not None:
            self.table.flush()
            payload["table"] = self.table.state
            payload["place"] = str(self.table.path.resolve())
        if self._stream is not None:
            with self._writing():
                self._stream.flush()
                os.fsync(self._stream.fileno())
                payload["written"] = self._stream.tell()
                payload["digest"] = _digest(self._stream, payload["written"])
                if self.lines is not None:
                    payload["file"] = [str(self.lines.resolve())]
                if self._beside is not None and payload["written"]:
                    self._beside.move()
        self.search.save(self.checkpoint, **payload)
        self._saved = time.monotonic()

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        with self._held:
            try:
                if error is None:
                    self._finish()
            except BaseException as failed:
                error = failed
                raise
            finally:
                if error is not None and self.table is not None:
                    self.table.abandon()
                self._close_lines(error)

    def _finish(self) -> None:
        """Write the rest, and the last checkpoint."""
        if self.table is not None:
            # The parts of an incomplete table stay beside the file.
            self.table.finish(complete=self.search.complete, lasting=not self.search.complete)
        self.save()
        if self.table is not None:
            self.table.remove_parts()

    def _close_lines(self, error: BaseException | None) -> None:
        """Close the file after a whole line, and move it into place."""
        stream, beside = self._stream, self._beside
        if stream is None:
            return
        unwritten = isinstance(error, OutputError | OSError)
        regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
        try:
            # A failed write was reported already.
            with contextlib.suppress(OSError) if error else self._writing():
                if beside is not None and not unwritten:
                    # Tilings found before an interrupt, a limit or an error are kept.
                    stream.flush()
                    if cut_to_lines(stream.fileno()) or error is None:
                        beside.move()
        finally:
            file = os.dup(stream.fileno()) if error is not None and regular and beside is None else None
            with contextlib.suppress(OSError) if error else self._writing():
                stream.close()
            if file is not None:
                # After closing, which tries to write the rest once more.
                with contextlib.suppress(OSError):
                    cut_to_lines(file)
                os.close(file)
            if beside is not None:
                beside.drop()


def _digest(stream: IO[str], written: int) -> str:
    """Return a digest of the first and last bytes of an open file that was flushed."""
    file = stream.fileno()
    digest = hashlib.blake2b(digest_size=16)
    here = os.lseek(file, 0, os.SEEK_CUR)
    try:
        for first, last in ((0, min(_FIRST, written)), (max(0, written - _LAST), written)):
            os.lseek(file, first, os.SEEK_SET)
            while first < last and (read := os.read(file, last - first)):
                digest.update(read)
                first += len(read)
    finally:
        os.lseek(file, here, os.SEEK_SET)
    return digest.hexdigest()
