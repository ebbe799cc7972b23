"""NumPy's files: ``.npy`` with one array, ``.npz`` with a whole map.

Both are read by hand rather than by ``numpy.load``, so that the size in the header is checked before anything
of that size is read. Nothing is ever unpickled.
"""

from __future__ import annotations

import ast
import io
import json
import re
import zipfile
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapFormatError, PathstarError
from pathstar.io.source import Source, shown
from pathstar.io.values import check_values, map_of, numbers_of_map
from pathstar.maps.facts import arrays_of, facts_of, map_of_facts
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 4096
_ABOUT = "pathstar.json"
_ABOUT_KIND = "pathstar map"
_LONGEST_ABOUT = 2**24
_DATE = (1980, 1, 1, 0, 0, 0)


def read_npy(source: Source, *, values: str = "auto") -> Map:
    """Read an array ``[h, w]`` of bools or numbers.

    Args:
        source: The open file.
        values: What numbers mean: ``"auto"`` (0, NaN and infinity blocked, otherwise costs, or no costs if
            all are 1), ``"walkable"`` (0 and NaN blocked, no costs) or ``"costs"`` (0 is free; NaN and
            infinity blocked).

    Raises:
        MapFormatError: The file is malformed, or does not hold a plain array of two dimensions.
        MapLimitError: The array has more cells than the limit.
    """
    check_values(values)
    header = _read_header(source)
    check_cells(header.width, header.height, source.limit, source.name)
    numbers = _read_numbers(source, header)

    def negative(x: int, y: int, value: float) -> MapFormatError:
        return source.error(found=f"{value!r} at {(x, y)}", expected="a cost from 0 up")

    return map_of(numbers, values, source.stem, negative)


def write_npy(map: Map, *, values: str = "auto", lossy: bool = False) -> bytes:
    """Write one array ``[h, w]``: bools, or float64 if the map has costs.

    Args:
        map: The map.
        values: What the numbers mean; see `read_npy`.
        lossy: Whether costs (with ``values="walkable"``) and extra layers may be lost.

    Raises:
        OptionError: Costs or layers would be lost, or a cell of cost 0 would read back as blocked.
    """
    return _array_bytes(numbers_of_map(map, values, ".npy", lossy))


def read_npz(source: Source) -> Map:
    """Read a whole map: layers, marks, routes, legend, profiles, frame, name; or any with ``walkable``.

    Arrays named ``passable`` or ``walkable``, ``cost`` and ``terrain`` become those layers, all others extra
    layers.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: All layers together have more cells than the limit.
    """
    try:
        with zipfile.ZipFile(source.stream) as archive:
            arrays, about = _read_members(source, archive)
    except (PathstarError, MemoryError):
        raise
    except Exception as error:  # a damaged archive makes zipfile and zlib raise all kinds of errors
        raise source.error(found=f"a damaged archive ({error})", expected="an .npz file") from error
    return _assemble(source, arrays, about)


def _read_members(source: Source, archive: zipfile.ZipFile) -> tuple[dict[str, NDArray[Any]], bytes]:
    """Read all members, after checking in the headers that the arrays are not too large."""
    members = _checked_members(source, archive)
    arrays: dict[str, NDArray[Any]] = {}
    about = b"{}"
    for name, member in members.items():
        with archive.open(member) as stream:
            part = _part(source, stream, member)
            if member.filename == _ABOUT:
                about = part.up_to(_LONGEST_ABOUT)
            else:
                arrays[name] = _read_numbers(part, _read_header(part))
    return arrays, about


def _checked_members(source: Source, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the members by the names of their arrays; read only the header of each array."""
    members: dict[str, zipfile.ZipInfo] = {}
    total = 0
    for member in archive.infolist():
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise source.error(
                found=f"{member.filename!r} in an unusual compression", expected="stored or deflated members"
            )
        name = member.filename.removesuffix(".npy")
        if name in members or name == member.filename != _ABOUT:
            raise source.error(
                found=f"the member {member.filename!r}", expected="arrays, each with its own name"
            )
        members[name] = member
        if member.filename == _ABOUT:
            continue
        with archive.open(member) as stream:
            part = _part(source, stream, member)
            header = _read_header(part)
        total += header.width * header.height
        check_cells(header.width, header.height, source.limit, part.name)
        check_cells(total, 1, source.limit, f"{source.name}, all layers together,")
    return members


def _part(source: Source, stream: IO[bytes], member: zipfile.ZipInfo) -> Source:
    return Source(stream, f"{source.name}, {member.filename}", source.limit)


class _Header(NamedTuple):
    """The facts about the numbers that an array's header states."""

    height: int
    width: int
    dtype: np.dtype[Any]
    columns_first: bool


def _read_numbers(source: Source, header: _Header) -> NDArray[Any]:
    height, width, dtype, columns_first = header
    size = height * width * dtype.itemsize
    data = source.up_to(size + 1)
    if len(data) != size:
        found = "more" if len(data) > size else f"{len(data):,}"
        raise source.error(found=f"{found} bytes of data", expected=f"{size:,}, as the header says")
    flat = np.frombuffer(data, dtype)
    return flat.reshape(width, height).T if columns_first else flat.reshape(height, width)


def _read_header(source: Source) -> _Header:
    start = source.up_to(8)
    if start[:6] != _MAGIC or len(start) < 8:
        raise source.error(found=shown(start) if start else "nothing", expected="the start of an .npy file")
    length_bytes = {1: 2, 2: 4, 3: 4}.get(start[6])
    if length_bytes is None:
        raise source.error(found=f".npy version {start[6]}", expected="version 1, 2 or 3")
    length = int.from_bytes(source.up_to(length_bytes), "little")
    text = source.up_to(min(length, _LONGEST_HEADER + 1))
    try:
        if length > _LONGEST_HEADER or len(text) < length:
            raise ValueError
        header = ast.literal_eval(text.decode("latin1").strip())
        kind, shape, columns_first = header["descr"], tuple(header["shape"]), header["fortran_order"]
        if not isinstance(columns_first, bool) or not all(type(n) is int and n >= 0 for n in shape):
            raise ValueError
    except (ValueError, TypeError, KeyError, SyntaxError, MemoryError, RecursionError):
        raise source.error(found=shown(text), expected="an .npy header with descr, shape and order") from None
    if not isinstance(kind, str) or not re.fullmatch(r"[<>=|](b1|[iu][1248]|f(2|4|8|12|16))", kind):
        raise source.error(found=f"the type {str(kind)[:40]!r}", expected="bools, integers or floats")
    try:
        dtype = np.dtype(kind)
    except TypeError:  # of 12 and 16 bytes, a machine has the floats of its C compiler
        raise source.error(found=f"the type {kind!r}", expected="a type of this machine") from None
    if len(shape) != 2 or 0 in shape:
        raise source.error(
            found=f"an array of shape {shape}", expected="two dimensions and at least one cell"
        )
    return _Header(shape[0], shape[1], dtype, columns_first)


def _assemble(source: Source, arrays: dict[str, NDArray[Any]], about: bytes) -> Map:
    walkable = next((arrays.pop(name) for name in ("passable", "walkable") if name in arrays), None)
    if walkable is None and len(arrays) == 1 and about == b"{}":
        walkable = arrays.popitem()[1]
    if walkable is None:
        raise source.error(
            found=f"the arrays {', '.join(sorted(arrays)) or 'none'}", expected="one with the name 'walkable'"
        )
    try:
        facts = json.loads(about)
        if not isinstance(facts, dict) or facts.get("kind", _ABOUT_KIND) != _ABOUT_KIND:
            raise ValueError("the name is of something else")
        return map_of_facts(walkable, arrays, {"name": source.stem, **facts})
    except (PathstarError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise source.error(
            found=f"an impossible map ({error})", expected="layers that fit each other"
        ) from error


def write_npz(map: Map) -> bytes:
    """Write layers, marks, routes, legend, profiles, frame and name. Equal maps give identical files."""
    about = {"kind": _ABOUT_KIND, **facts_of(map)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays_of(map).items():
            _add(archive, f"{name}.npy", _array_bytes(array))
        _add(archive, _ABOUT, json.dumps(about, indent=1).encode())
    return stream.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    # a fixed date, so that the bytes depend only on the map
    archive.writestr(zipfile.ZipInfo(name, date_time=_DATE), data, zipfile.ZIP_DEFLATED, 6)


def _array_bytes(array: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, array, allow_pickle=False)
    return stream.getvalue()
