"""Replies of bytes: a JSON head and columns of numbers, or a file."""

from __future__ import annotations

from typing import Any

from fastapi import Response

_TYPE = "application/octet-stream"
# What OpenAPI says of such a reply. Its route keeps the response class Response, because errors are JSON.
BINARY: dict[int | str, dict[str, Any]] = {
    200: {"content": {_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


class BinaryResponse(Response):
    """A reply of bytes."""

    media_type = _TYPE
