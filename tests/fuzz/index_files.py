"""Readers of index files as readers of bytes.

One changes bytes in a section of an index, in memory, where no checksum is compared. Another changes the
header of a file, and gives it the right checksum.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import pathstar as ps
from pathstar.indexes import files
from pathstar.indexes.container import lead_of
from pathstar.spaces.base import place_list
from unit.indexes.forged import WORLDS

Reader = Callable[[bytes], None]
_AT = 5  # the bytes of a position: one for the section, four for the offset in it
_PAIRS = 3  # few: the time of a run is that of its queries
_LINE = 64  # bytes; sections begin at multiples of it
_IN_MEMORY = Path("/dev/shm")  # writing a file to a disk takes several times as long as refusing it


def _built(world: str) -> tuple[Any, ps.Index]:
    kind, make = WORLDS[world]
    space = make()
    options = {"landmarks": 3} if kind == "landmarks" else {}
    return space, ps.build_index(space, kind, threads=1, **options)


def _asker(space: Any) -> Callable[[ps.Index], None]:
    """Return a function that queries an index: paths one by one, in one call, and all costs."""
    walkable = np.asarray(space.walkable).ravel() if hasattr(space, "walkable") else np.ones(space.size, bool)
    free = np.random.default_rng(0).choice(np.flatnonzero(walkable), 2 * _PAIRS)
    places = place_list(space.places_of(free.astype(np.uint32)))
    starts, goals = places[:_PAIRS], places[_PAIRS:]

    def ask(index: ps.Index) -> None:
        planner = ps.Planner(space, index=index)
        for start, goal in zip(starts, goals, strict=True):
            with suppress(ps.IndexFileError):
                path = planner.find(start, goal)
                assert len(path.points) == len(path.nodes)
        with suppress(ps.IndexFileError):
            planner.find_many(starts, goals, threads=1)
        with suppress(ps.IndexFileError):
            ps.cost_matrix(planner, starts, goals, threads=1)

    return ask


def _aligned(array: Any) -> Any:
    """Return a copy with the alignment of a section in a file."""
    room = np.empty(array.size + _LINE, np.uint8)
    first = -room.ctypes.data % _LINE
    room[first : first + array.size] = array
    return room[first : first + array.size]


def _sections(world: str) -> tuple[Reader, bytes]:
    """Return a function that writes bytes into an index and queries it, and bytes that change nothing."""
    space, index = _built(world)
    sections = {name: _aligned(array) for name, array in index.core.sections()}
    names = [name for name in sections if sections[name].size]
    ask = _asker(space)

    def read(data: bytes) -> None:
        if len(data) <= _AT:
            return
        name = names[data[0] % len(names)]
        changed = _aligned(sections[name])
        first = int.from_bytes(data[1:_AT], "little") % changed.size
        written = np.frombuffer(data[_AT:], np.uint8)[: changed.size - first]
        changed[first : first + written.size] = written
        ask(files.index_of_sections(space, index.kind, list({**sections, name: changed}.items())))

    return read, bytes(_AT) + sections[names[0]][:8].tobytes()


def _header() -> tuple[Reader, bytes]:
    """Return a function that replaces the header of an index file and loads it, and the right header."""
    space, index = _built("subgoal")
    with tempfile.TemporaryDirectory() as folder:
        index.save(saved := Path(folder, "index"))
        whole = saved.read_bytes()
    descriptor, name = tempfile.mkstemp(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None)
    Path(name).unlink()  # removed now, as libFuzzer ends the process
    file = Path(f"/dev/fd/{descriptor}")
    size = len(lead_of(files.INDEX, b""))
    ask = _asker(space)

    def read(data: bytes) -> None:
        begin = lead_of(files.INDEX, data) + data
        file.write_bytes(begin + whole[len(begin) :])
        ask(ps.load_index(file, space))

    length = int.from_bytes(whole[24:32], "little")  # after the magic, the format and the byte order
    return read, whole[size : size + length]


def index_readers() -> dict[str, Callable[[], tuple[Reader, bytes]]]:
    """Return, by a name without spaces, what makes the reader of each world and its first bytes."""
    names = {world: "index-" + world.replace(", ", "-").replace(" ", "-") for world in WORLDS}
    return {"index-header": _header, **{name: partial(_sections, world) for world, name in names.items()}}
