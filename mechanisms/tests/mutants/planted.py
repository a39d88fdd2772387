"""Reads the lists of faults, and plants one."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Fault:
    """A fault replaces `old`, which occurs once in `path`, by `new`; then `tests`, narrowed to `only`, must fail."""

    name: str
    path: str
    old: str
    new: str
    tests: str
    only: str = ""

    def __str__(self) -> str:
        return f"{Path(self.path).stem}: {self.name} [{self.only or self.tests}]"


def faults_in(name: str) -> list[Fault]:
    groups = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["group"]
    return [
        Fault(name=name, path=group["path"], old=old, new=new, tests=group["tests"], only=only)
        for group in groups
        for only in group.get("only", [""])
        for name, old, new in group["faults"]
    ]


def out_of_date(faults: list[Fault], folder: Path) -> list[str]:
    """Returns the faults that cannot be planted, since what they replace does not stand exactly once in its file."""
    return [str(fault) for fault in faults if (folder / fault.path).read_text(encoding="utf-8").count(fault.old) != 1]


def plant(fault: Fault, folder: Path) -> None:
    path = folder / fault.path
    source = path.read_text(encoding="utf-8")
    count = source.count(fault.old)
    if count != 1:
        raise ValueError(f"{fault.old!r} stands {count} times in {fault.path}; the fault '{fault.name}' is out of date")
    path.unlink()  # The path may be a link to the original file.
    path.write_text(source.replace(fault.old, fault.new), encoding="utf-8")
