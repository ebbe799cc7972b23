"""Index files with some bytes changed and the checksums made right again, as readers of bytes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import pathstar as ps
from pathstar.indexes import files
from unit.indexes.forged import WORLDS, ask

_AT = 5  # the bytes that say where: one for the section, four for the place in it


def _reader(world: str) -> Callable[[bytes], None]:
    """Return what writes bytes into a section of a world's index file, loads it and asks it for paths."""
    kind, make = WORLDS[world]
    space = make()
    file = Path(tempfile.mkdtemp(prefix="pathstar-fuzz-")) / "index"
    ps.build_index(space, kind, threads=1, **({"landmarks": 3} if kind == "landmarks" else {})).save(file)
    header, _ = files.INDEX.read_header(file)
    rows = header.pop("sections")
    sections = {name: array.copy() for name, array in files.INDEX.map_sections(file, rows, verify=True)}
    names = [name for name in sections if sections[name].size]

    def read(data: bytes) -> None:
        if len(data) <= _AT:
            return
        name = names[data[0] % len(names)]
        changed = sections[name].copy()
        first = int.from_bytes(data[1:_AT], "little") % changed.size
        written = np.frombuffer(data[_AT:], np.uint8)[: changed.size - first]
        changed[first : first + written.size] = written
        files.INDEX.write(file, header, list({**sections, name: changed}.items()))
        ask(np.random.default_rng(0), space, ps.load_index(file, space))

    return read


def index_readers() -> dict[str, Callable[[], Callable[[bytes], None]]]:
    """Return what makes the reader of each world, by a name without spaces."""
    os.fsync = lambda file: None  # type: ignore[assignment]  # nothing here is to outlast the process
    names = {world: "index-" + world.replace(", ", "-").replace(" ", "-") for world in WORLDS}
    return {name: partial(_reader, world) for world, name in names.items()}
