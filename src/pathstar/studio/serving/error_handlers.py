"""Converting every refusal to JSON with a reason."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pathstar.errors import MapLimitError, MissingExtraError, PathstarError
from pathstar.studio.exports import TooLongError
from pathstar.studio.files.folder import ExistsError
from pathstar.studio.session import BusyError, GoneError, LeftError
from pathstar.studio.wire.models import Refusal
from pathstar.words import Say, as_json

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": words}
    for status, words in {
        400: "impossible; the reason says why",
        401: "the key is missing or wrong",
        403: "another site asks",
        404: "not found; send the map or trace again",
        413: "too large, or too long to write",
        422: "not what the description asks for",
        429: "too many searches or exports at once",
    }.items()
}
_NOBODY_WAITS = 499  # not a standard status; nobody reads this reply
_LOG = logging.getLogger("pathstar.studio")


def add_error_handlers(app: FastAPI) -> None:
    """Make an app reply to every exception with JSON."""

    @app.exception_handler(PathstarError)
    async def refused(request: Request, error: PathstarError) -> JSONResponse:
        status = 413 if isinstance(error, MapLimitError) else 400
        code = "missing_extra" if isinstance(error, MissingExtraError) else type(error).__name__
        return _fault(status, code, str(error))

    @app.exception_handler(ExistsError)
    async def exists(request: Request, error: ExistsError) -> JSONResponse:
        return _fault(400, "exists", str(error), Say("studio.refused.exists", {"file": error.name}))

    @app.exception_handler(IndexError)
    async def outside(request: Request, error: IndexError) -> JSONResponse:
        return _fault(400, "IndexError", str(error))

    @app.exception_handler(GoneError)
    async def gone(request: Request, error: GoneError) -> JSONResponse:
        return _fault(404, f"unknown_{error.what}", str(error))

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> JSONResponse:
        return _fault(429, "busy", str(error), Say("studio.refused.busy"))

    @app.exception_handler(TooLongError)
    async def too_long(request: Request, error: TooLongError) -> JSONResponse:
        return _fault(413, "too_long", str(error), error.say)

    @app.exception_handler(LeftError)
    async def left(request: Request, error: LeftError) -> JSONResponse:
        return _fault(_NOBODY_WAITS, "left", str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        reason = f"{where}: {first['msg']}" if where else str(first["msg"])
        return _fault(422, "invalid", reason, Say("studio.refused.invalid"))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        answer = _fault(error.status_code, "http", str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> JSONResponse:
        _LOG.exception("a call failed", exc_info=error)
        reason = f"the studio failed: {type(error).__name__}; its terminal says more"
        return _fault(500, "internal", reason, Say("studio.refused.internal"))


def _fault(status: int, code: str, reason: str, say: Say | None = None) -> JSONResponse:
    """Return a refusal; `say` is its message in the catalogues, if there is one."""
    fault = {"code": code, "reason": reason, "say": None if say is None else as_json(say)}
    return JSONResponse({"error": fault}, status)
