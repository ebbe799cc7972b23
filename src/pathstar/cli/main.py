"""The entry point of the command ``pathstar``."""

from __future__ import annotations

import sys

from pathstar.errors import MissingExtraError, need_extra


def run() -> None:
    """Run the command line and end the process with its status.

    Raises:
        SystemExit: Always: 0 found or done, 1 no path or a mismatch, 2 bad usage or input, 130 after Ctrl+C.
    """
    try:
        need_extra("typer", "cli")
        need_extra("rich", "cli")
    except MissingExtraError as error:
        print(f"pathstar: {error}", file=sys.stderr)
        sys.exit(2)
    try:
        from pathstar.cli.app import app

        app(prog_name="pathstar")
    except KeyboardInterrupt:  # before the commands could handle it
        sys.exit(130)


if __name__ == "__main__":
    run()
