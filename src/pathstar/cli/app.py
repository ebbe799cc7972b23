"""The group of all commands, and how errors end them."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from pathstar import __version__
from pathstar.cli.commands.bench import bench
from pathstar.cli.commands.compare import compare
from pathstar.cli.commands.convert import convert
from pathstar.cli.commands.explore import explore
from pathstar.cli.commands.field import field
from pathstar.cli.commands.find import find
from pathstar.cli.commands.generate import CONTEXT, generate
from pathstar.cli.commands.index import index
from pathstar.cli.commands.inspect import inspect
from pathstar.cli.commands.raster import raster
from pathstar.cli.commands.studio import studio
from pathstar.cli.commands.trace import trace
from pathstar.cli.commands.units import units
from pathstar.cli.help import Command, Group
from pathstar.cli.language import Lang, choose_early, in_language, said
from pathstar.errors import PathstarError

BAD = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

# Typer may bundle its own copy of Click, so we find Click's exceptions through the names that Typer exports.
_USAGE_ERROR: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)

_CLICKS_WORDS = {
    "cli.error.option.near": r"No such option: (?P<option>\S+?)\.? Did you mean (?P<near>.+)\?",
    "cli.error.option": r"No such option: (?P<option>.+)",
    "cli.error.command.near": r"No such command '(?P<name>.+?)'\. Did you mean (?P<near>.+)\?",
    "cli.error.command": r"No such command '(?P<name>.+)'",
    "cli.error.argument": r"Missing argument (?P<name>.+)",
    "cli.error.missing": r"Missing option (?P<name>.+)",
    "cli.error.needs": r"Option (?P<name>.+) requires an argument",
    "cli.error.value": r"Invalid value for (?P<name>.+?): (?P<message>.+)",
}


class Commands(Group):
    """The group of commands: errors end as one line on standard error and a status."""

    def main(  # type: ignore[override]  # the parameters are Click's, passed on as they are
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run a command and end the process with its status."""
        extra["standalone_mode"] = False
        choose_early(sys.argv[1:] if args is None else args)
        try:
            status = super().main(args, prog_name, **extra)
        except _USAGE_ERROR as error:
            status = _usage(error)
        except PathstarError as error:
            status = _say(str(error))
        except (KeyboardInterrupt, typer.Abort):
            status = INTERRUPTED
        except MemoryError:
            status = _say(said("cli.error.memory"))
        except OSError as error:
            status = _say(_os_words(error))
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]  # Typer's context is Click's
        """Run a command; end quietly if the reader of its output has gone."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            return _broken_pipe()
        return status


def _say(message: str) -> int:
    print("pathstar: " + " ".join(message.split()), file=sys.stderr)
    return BAD


def _usage(error: Any) -> int:
    context, message = getattr(error, "ctx", None), error.format_message()
    if context and message == context.get_help():  # of a group without a command
        print(message, file=sys.stderr)
        return BAD
    command = context.command_path if context else "pathstar"
    return _say(said("cli.error.see", message=_usage_words(message.rstrip(".")), command=command))


def _usage_words(words: str) -> str:
    """Return Click's words about wrong arguments in the language of the output."""
    for key, pattern in _CLICKS_WORDS.items():
        found = re.fullmatch(pattern, words)
        if found:
            return said(key, **found.groupdict())
    return words


def _os_words(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename is not None else str(error)


def _broken_pipe() -> int:
    """Give the interpreter somewhere to flush the rest of its output, since the reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _version(asked: bool) -> None:
    if asked:
        print(f"pathstar {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback(invoke_without_command=True)
def pathstar(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    lang: Lang = None,
) -> int:
    """Find, compare and measure paths on maps.

    \b
    Examples:
      pathstar generate maze --size 31x21 --seed 7 -o maze.txt
      pathstar find maze.txt --from 1,1 --to 29,19 --visited
      pathstar trace maze.txt --from 1,1 --to 29,19 -o search.html
      pathstar compare maze.txt --from 1,1 --to 29,19
      pathstar bench arena.map.scen

    \b
    Exit status: 0 found or done, 1 no path (bench: a mismatch), 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        return BAD
    return 0


for _command in (find, field, explore, trace, compare, bench, inspect, convert, studio):
    app.command(cls=Command)(in_language(_command))
app.command(cls=Command, context_settings=CONTEXT)(in_language(generate))
app.add_typer(index)
app.add_typer(units)
app.add_typer(raster)
