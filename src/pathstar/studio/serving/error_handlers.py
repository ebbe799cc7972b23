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
from pathstar.studio.refusals import refusal, refusal_of
from pathstar.studio.session import BusyError, GoneError, LeftError
from pathstar.studio.wire.models import Refusal
from pathstar.words import Say

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
        if isinstance(error, MapLimitError):
            return JSONResponse(refusal_of("MapLimitError", error), 413)
        code = "missing_extra" if isinstance(error, MissingExtraError) else type(error).__name__
        return JSONResponse(refusal_of(code, error), 400)

    @app.exception_handler(ExistsError)
    async def exists(request: Request, error: ExistsError) -> JSONResponse:
        return JSONResponse(refusal_of("exists", error), 400)

    @app.exception_handler(IndexError)
    async def outside(request: Request, error: IndexError) -> JSONResponse:
        return JSONResponse(refusal_of("IndexError", error), 400)

    @app.exception_handler(GoneError)
    async def gone(request: Request, error: GoneError) -> JSONResponse:
        return JSONResponse(refusal(f"unknown_{error.what}", error.say, str(error), offered=False), 404)

    @app.exception_handler(BusyError)
    async def busy(request: Request, error: BusyError) -> JSONResponse:
        return JSONResponse(refusal("busy", Say("studio.refused.busy")), 429)

    @app.exception_handler(TooLongError)
    async def too_long(request: Request, error: TooLongError) -> JSONResponse:
        return JSONResponse(refusal("too_long", error.say), 413)

    @app.exception_handler(LeftError)
    async def left(request: Request, error: LeftError) -> JSONResponse:
        return JSONResponse(refusal("left", Say("studio.refused"), str(error), offered=False), _NOBODY_WAITS)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        reason = f"{where}: {first['msg']}" if where else str(first["msg"])
        return JSONResponse(refusal("invalid", Say("studio.refused.invalid"), reason, offered=False), 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        say = Say("studio.refused.unexplained", {"status": error.status_code})
        fault = refusal("http", say, str(error.detail), offered=False)
        return JSONResponse(fault, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> JSONResponse:
        _LOG.exception("a call failed", exc_info=error)
        reason = f"the studio failed: {type(error).__name__}; its terminal says more"
        return JSONResponse(refusal("internal", Say("studio.refused.internal"), reason, offered=False), 500)
