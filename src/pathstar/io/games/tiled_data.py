"""The tile numbers of Tiled's layers: lists, comma-separated texts, and base64, compressed or not."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.games.facts import Facts

FLAGS = 0xF0000000
"""The bits of a tile number that flip or turn the tile: the three upper ones, and a fourth on hexagons."""

_BYTES = 4
_ZLIB_OR_GZIP = 47  # zlib.decompressobj finds out which of the two it is
_CSV = re.compile(r"\s*\d{1,10}(\s*,\s*\d{1,10})*\s*")


def numbers_of(facts: Facts, data: Any, encoding: str, compression: str, count: int) -> NDArray[np.int64]:
    """Return the tile numbers of a layer or chunk, without the bits that flip tiles.

    Args:
        facts: The layer, for errors.
        data: A list of numbers, or a text.
        encoding: ``"csv"``, ``"base64"`` or "".
        compression: ``"zlib"``, ``"gzip"`` or "".
        count: The required number of tiles.

    Returns:
        int64 ``(count,)``.

    Raises:
        MapFormatError: The data are damaged, or of another length.
        OptionError: They are compressed by zstd.
    """
    if isinstance(data, list):
        numbers = _listed(facts, data)
    elif not isinstance(data, str):
        raise facts.wrong("data", "tile numbers, or a text of them")
    elif encoding == "base64":
        numbers = _unpacked(facts, data, compression, count)
    elif encoding in ("csv", ""):
        numbers = _separated(facts, data)
    else:
        raise facts.source.error(
            found=f"the encoding {encoding!r} in {facts.where}", expected="csv or base64"
        )
    if len(numbers) != count:
        raise facts.source.error(found=f"{len(numbers)} tiles in {facts.where}", expected=f"{count}")
    tiles: NDArray[np.int64] = numbers & ~np.int64(FLAGS)
    return tiles


def _listed(facts: Facts, data: list[Any]) -> NDArray[np.int64]:
    wrong = next((n for n in data if type(n) is not int or not 0 <= n < 2**32), None)
    if wrong is not None:
        raise facts.source.error(
            found=f"the tile {wrong!r} in {facts.where}", expected="whole numbers from 0"
        )
    return np.array(data, np.int64)


def _separated(facts: Facts, text: str) -> NDArray[np.int64]:
    if not text.isascii() or not _CSV.fullmatch(text):
        raise facts.source.error(found=f"no list of tiles in {facts.where}", expected="numbers and commas")
    return _listed(facts, [int(number) for number in text.split(",")])


def _unpacked(facts: Facts, text: str, compression: str, count: int) -> NDArray[np.int64]:
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise facts.source.error(found=f"damaged base64 in {facts.where}", expected="base64") from None
    if compression == "zstd":
        raise OptionError(
            f"{facts.where} of {facts.source.name} is compressed by zstd, which is not supported; save the "
            "map with the tile layer format 'CSV' or 'Base64 (zlib compressed)' in its properties"
        )
    if compression in ("zlib", "gzip"):
        data = _inflated(facts, data, count)
    elif compression:
        raise facts.source.error(
            found=f"the compression {compression!r} in {facts.where}", expected="zlib, gzip or none"
        )
    if len(data) % _BYTES:
        raise facts.source.error(found=f"{len(data)} bytes in {facts.where}", expected="four for each tile")
    return np.frombuffer(data, "<u4").astype(np.int64)


def _inflated(facts: Facts, data: bytes, count: int) -> bytes:
    """Decompress, but no more than the expected size."""
    stream = zlib.decompressobj(_ZLIB_OR_GZIP)
    try:
        found = stream.decompress(data, count * _BYTES + 1)
    except zlib.error:
        found = b""
    if len(found) != count * _BYTES or not stream.eof:
        raise facts.source.error(
            found=f"damaged or other data in {facts.where}", expected=f"{count} compressed tiles"
        )
    return found
