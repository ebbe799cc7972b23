"""A minimal PNG writer for images inside an SVG, which needs only zlib."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
from numpy.typing import NDArray


def data_uri(picture: NDArray[np.uint8]) -> str:
    """Return a picture ``[h, w, 3]`` as a PNG data URI.

    Example:
        >>> data_uri(np.zeros((1, 1, 3), np.uint8))[:22]
        'data:image/png;base64,'
    """
    return "data:image/png;base64," + base64.b64encode(png_bytes(picture)).decode("ascii")


def png_bytes(picture: NDArray[np.uint8]) -> bytes:
    """Return a picture ``[h, w, 3]`` as a PNG file: with a palette if it has at most 256 colours."""
    height, width, _ = picture.shape
    codes = picture.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    known = np.unique(codes)
    if len(known) <= 256:
        kind, rows = 3, np.searchsorted(known, codes).astype(np.uint8)
        palette = np.stack([known >> 16, known >> 8 & 255, known & 255], axis=-1).astype(np.uint8)
        head = _chunk(b"PLTE", palette.tobytes())
    else:
        kind, rows, head = 2, picture.reshape(height, width * 3), b""
    lines = np.zeros((height, rows.shape[1] + 1), np.uint8)  # the byte before a line: no filter
    lines[:, 1:] = rows
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    body = _chunk(b"IDAT", zlib.compress(lines.tobytes(), 6))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + head + body + _chunk(b"IEND", b"")


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)
