"""The entry point of the command ``pathstar``."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

from pathstar.errors import MissingExtraError, need_extra


def run() -> None:
    """Run the command line and end the process with its status.

    Raises:
        SystemExit: Always: 0 found or done, 1 no path or a mismatch, 2 bad usage or input, 130 after Ctrl+C.
    """
    _open_closed_streams()
    try:
        need_extra("typer", "cli")
        need_extra("rich", "cli")
    except MissingExtraError as error:
        print(f"pathstar: {error}", file=sys.stderr)
        sys.exit(2)
    warnings.showwarning = _show
    try:
        from pathstar.cli.app import app

        app(prog_name="pathstar")
    except KeyboardInterrupt:  # before the commands could handle it
        sys.exit(130)


def _open_closed_streams() -> None:
    """Give each standard stream that the caller closed, as ``>&-`` does, one that holds and keeps nothing.

    It also takes the stream's number, so no file that is opened later gets what the stream was meant for.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _show(message: Warning | str, *_where: Any, **_more: Any) -> None:
    """Print a warning as errors are printed: in one line, without the place in the code."""
    print("pathstar: " + " ".join(str(message).split()), file=sys.stderr)


if __name__ == "__main__":
    run()
