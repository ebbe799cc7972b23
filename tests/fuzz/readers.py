"""Feed a reader with bytes that Atheris makes; `make fuzz` runs this.

    python -m tests.fuzz.readers NAME [libFuzzer's options, such as -max_total_time=60]

NAME is a format of `READERS`, which begins with the right file of its tests, or a world whose index file is
changed; without one, it lists them. Any exception that is not a `PathstarError` ends the run, and libFuzzer
keeps the bytes that caused it.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pathstar"]):
    from tests.fuzz.index_files import index_readers

    import pathstar as ps
    from unit.io.odd.seeds import READERS

    for read, seed in READERS.values():  # modules load on first use, and are instrumented as they load
        read(seed)

INDEXES = index_readers()


def main() -> None:
    """Fuzz the reader of the first argument."""
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in READERS and name not in INDEXES:
        print("\n".join([*READERS, *INDEXES]))
        return
    read, seed = READERS[name] if name in READERS else (INDEXES[name](), bytes(64))
    warnings.simplefilter("ignore")

    def once(data: bytes) -> None:
        try:
            read(data)
        except ps.PathstarError:
            return

    with tempfile.TemporaryDirectory() as corpus:
        (Path(corpus) / "seed").write_bytes(seed)
        atheris.Setup([*sys.argv, "-rss_limit_mb=2048", "-timeout=20", corpus], once)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
