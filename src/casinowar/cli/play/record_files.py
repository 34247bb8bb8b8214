"""Record files: written whole or not at all, and never over another file."""

from itertools import count
from pathlib import Path
from tempfile import gettempdir

from casinowar.files.writing import check_place, write
from casinowar.game.refusal import InputError
from casinowar.parsing import quoted


class SessionRecord:
    """The record file of a session, written at the start and after every round."""

    def __init__(self, wanted: Path) -> None:
        self.path = wanted
        self.wrong: InputError | None = None
        """Why the last attempt to write the record failed."""
        self._wanted = wanted
        self._ours: tuple[int, ...] | None = None

    def keep(self, record: str) -> None:
        """Write the record to its path, beside a file that appeared there, or wherever it can be written."""
        self.wrong = None
        here = self.path if _seen(self.path) in {None, self._ours} else free_name(self.path)
        for place in (here, *map(free_name, (Path(here.name), Path(gettempdir(), here.name)))):
            try:
                write(place, record.encode())
            except InputError as wrong:
                self.wrong = self.wrong or wrong
            else:
                self.path, self._ours, self.wrong = place, _seen(place), None
                return

    def __str__(self) -> str:
        where = f"The record of the session is in {self.path}"
        if self.path == self._wanted:
            return f"{where}."
        if self.path.parent == self._wanted.parent:
            return f"{where}: something else came to stand at {self._wanted} meanwhile."
        return f"{where}: it could not be written to {self._wanted} any more."


class OwnFiles:
    """Files that a session may overwrite: its own, unchanged since it wrote them."""

    def __init__(self) -> None:
        self._seen: dict[Path, tuple[int, ...] | None] = {}

    def add(self, path: Path) -> None:
        self._seen[path.absolute()] = _seen(path)

    def check(self, path: Path) -> None:
        check_place(path)
        if (there := _seen(path)) and there != self._seen.get(path.absolute()):
            free = free_name(path)
            raise InputError(
                f"{path} is there already, and not from this session; save {free} makes a new file."
            )


def _seen(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def check_new(path: Path) -> None:
    """Refuse a path where no new file can be written."""
    try:
        there, has_folder = path.exists(), path.parent.is_dir()
    except (OSError, ValueError) as wrong:
        raise _cannot(path, wrong) from None
    if there or not has_folder:
        raise _cannot(path, "File exists" if there else "No such file or directory")


def free_name(wanted: Path) -> Path:
    """Return the path, with a number added if it is taken."""
    if not wanted.exists():
        return wanted
    names = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    return next(name for name in names if not name.exists())


def write_record(path: Path, record: str) -> None:
    check_new(path)
    write(path, record.encode())


def _cannot(path: Path, reason: object) -> InputError:
    said = reason.strerror if isinstance(reason, OSError) else reason
    return InputError(f"The record cannot be written to {quoted(str(path))}: {said}.")
