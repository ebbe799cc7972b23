"""Feed a reader with bytes from Atheris; `make fuzz` runs this.

    python -m tests.fuzz.readers NAME [libFuzzer's options, such as -max_total_time=60]

NAME is a format of `READERS`, which begins with the right file of its tests, or a world whose index file is
changed; without a name, it lists them. Any exception except a `PathstarError` ends the run, and libFuzzer
keeps the bytes that caused it. Bytes that reach new code are kept in build/fuzz/NAME, and the next run starts
from them.
"""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import atheris
from tests.fuzz.index_files import index_readers

import pathstar as ps
from unit.io.odd.seeds import READERS

CORPORA = Path("build/fuzz")
WATCHED = ("pathstar.io.", "pathstar.indexes.", "pathstar.maps.map", "pathstar.spaces.mesh.")


def instrument() -> int:
    """Instrument the branches of the reading modules for libFuzzer; return how many functions they have.

    Atheris can do this on import, but not if an editable installation imports the modules.
    """
    found = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
    watched = [each for each in found if (each.__module__ or "").startswith(WATCHED)]
    for each in watched:
        atheris.instrument_func(each)
    return len(watched)


def chosen(name: str) -> tuple[Callable[[bytes], Any], bytes]:
    """Return a reader, and a right file for it."""
    return READERS[name] if name in READERS else index_readers()[name]()


def main() -> None:
    """Fuzz the reader of the first argument."""
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in READERS and name not in index_readers():
        print("\n".join([*READERS, *index_readers()]))
        return
    read, seed = chosen(name)
    warnings.simplefilter("ignore")
    read(seed)  # modules load on first use, and are instrumented from then on
    watched = instrument()
    print(f"{name}: {watched} functions are watched", flush=True)
    assert watched > 100, "libFuzzer would not see which code the bytes reach"

    def once(data: bytes) -> None:
        try:
            read(data)
        except ps.PathstarError:
            return

    corpus = CORPORA / name
    corpus.mkdir(parents=True, exist_ok=True)
    (corpus / "seed").write_bytes(seed)
    most = max(256, 2 * len(seed))
    # Under Atheris, text in Python takes some 500 bytes more with each run; without it, no more.
    options = ["-rss_limit_mb=6144", "-timeout=20", f"-max_len={most}", *sys.argv[1:]]
    atheris.Setup([sys.argv[0], *options, str(corpus)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
