"""Feed a reader with bytes that Atheris makes, from the right files of its tests; `make fuzz` runs this.

    python -m tests.fuzz.readers NAME [libFuzzer's options, such as -max_total_time=60]

NAME is a format of `READERS`; without one, it lists them. Any exception that is not a `PathstarError` ends
the run, and libFuzzer keeps the bytes that caused it.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pathstar"]):
    import pathstar as ps
    from unit.io.odd.seeds import READERS

    for read, seed in READERS.values():  # modules load on first use, and are instrumented as they load
        read(seed)


def main() -> None:
    """Fuzz the reader of the first argument."""
    if len(sys.argv) < 2 or sys.argv[1] not in READERS:
        print("\n".join(READERS))
        return
    read, seed = READERS[sys.argv.pop(1)]
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
