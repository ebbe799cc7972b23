"""The entry point of the command ``pathstar``."""

from __future__ import annotations

import io
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
    _prepare_streams()
    warnings.showwarning = _show
    try:
        need_extra("typer", "cli")
        need_extra("rich", "cli")
        from pathstar.cli.app import app

        app(prog_name="pathstar")
    except MissingExtraError as error:
        print(f"pathstar: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:  # before the commands could handle it
        sys.exit(130)


def _prepare_streams() -> None:
    """Let no standard stream fail for what it is: closed, as by ``>&-``, or of an encoding without a letter.

    An empty stream in place of a closed one also takes its number, so no file that is opened later gets what
    was meant for it. Letters that the encoding lacks become question marks.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding != "utf-8" or stream.errors == "strict"):
            stream.reconfigure(errors="replace")


def _show(message: Warning | str, *_where: Any, **_more: Any) -> None:
    """Print a warning as errors are printed: in one line, without the place in the code."""
    print("pathstar: " + " ".join(str(message).split()), file=sys.stderr)


if __name__ == "__main__":
    run()
