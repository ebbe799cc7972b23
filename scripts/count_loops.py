"""List the search loops that are compiled, each engine with each view of a space, and their number.

    python scripts/count_loops.py
    python scripts/count_loops.py build/native-asan/libpathstar_core.a

Each costs build time and bytes; tests/architecture limits their number. Without a file, it reads the library
that was built last.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = "libpathstar_core.a"
RUN_OTHERS = ("FirstTree", "SearchTree")  # compiled for each view, but they run the loop of another class
_VIEW = r"(?:class|Expandable|Searchable|HasSuccessors) (?:View|Forward)"
_ENGINE = re.compile(rf"^template <{_VIEW}\b[^>]*>\s*^class (\w+)", re.MULTILINE)


def engines(folder: Path) -> list[str]:
    """Return the names of the classes in a folder whose loops are compiled for each view, but no views."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.hpp")))
    names = [name for text in texts for name in _ENGINE.findall(text)]
    return [name for name in names if not name.endswith("View") and name not in RUN_OTHERS]


def loops(symbols: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return the engines that have a member function, with the views they are compiled for."""
    named = re.compile(rf"\b(?:{'|'.join(names)})<")
    found = set()
    for symbol in symbols:
        plain = symbol.replace("pathstar::", "")
        for match in named.finditer(plain):
            end = _closing(plain, match.end())
            member = re.match(r"::(\w+)", plain[end:])
            if member is not None:
                found.add(plain[match.start() : end].replace(" >", ">"))
    return sorted(found)


def _closing(text: str, begin: int) -> int:
    """Return where the bracket closes that opens before `begin`."""
    depth = 1
    for at in range(begin, len(text)):
        depth += {"<": 1, ">": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def symbols_of(library: Path) -> Iterator[str]:
    """Yield the demangled symbols of a library.

    Raises:
        FileNotFoundError: There is no such file, or no `nm` on this machine.
    """
    if not library.is_file():
        raise FileNotFoundError(f"there is no {library}")
    done = subprocess.run(
        ["nm", "--demangle", "--defined-only", str(library)], check=True, capture_output=True, text=True
    )
    for line in done.stdout.splitlines():
        yield line[19:]


def built_last(folder: Path) -> Path | None:
    """Return the newest library of the core below a build folder, if there is one."""
    return max(folder.glob(f"*/{LIBRARY}"), key=lambda file: file.stat().st_mtime, default=None)


def compiled_loops(library: Path) -> list[str]:
    """Return the loops in a library of the core."""
    return loops(symbols_of(library), engines(ROOT / "native" / "core" / "engine"))


def main() -> int:
    """Print the list and the number."""
    library = Path(sys.argv[1]) if len(sys.argv) > 1 else built_last(ROOT / "build")
    if library is None:
        print(f"no {LIBRARY} below build/: run make first, or name a file", file=sys.stderr)
        return 2
    found = compiled_loops(library)
    print("\n".join(found))
    print(f"{len(found)} loops in {library}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
