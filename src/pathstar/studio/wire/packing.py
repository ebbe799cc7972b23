"""Bytes and numbers as base64, for JSON."""

from __future__ import annotations

import base64
import binascii
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError


def packed(data: bytes) -> str:
    """Return bytes as base64."""
    return base64.b64encode(data).decode("ascii")


def packed_array(array: NDArray[Any], kind: str) -> str:
    """Return numbers of a kind such as ``"<f4"`` as base64."""
    return packed(np.ascontiguousarray(array).astype(kind).tobytes())


def unpacked(text: str, name: str) -> bytes:
    """Return the bytes of base64 from the page.

    Args:
        text: The base64.
        name: Its name in errors.

    Raises:
        ArrayError: It is not base64.
    """
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ArrayError(f"{name} must be base64") from None
