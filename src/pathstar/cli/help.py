"""The help of commands, with words from the catalogues and names from the tables."""

from __future__ import annotations

import inspect
import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from pathstar.cli.language import has_message, is_translated, said
from pathstar.cli.names import names_in

_STATUS = re.compile(r"Exit status: .*")


class Translated:
    """What commands and groups share: help in the language of the output.

    An option's help is the message ``help.option.COMMAND.NAME``, or of its group, or without a command. The
    tables that it names are read only when the help is printed, because loading them takes longer than most
    commands need to start.
    """

    help: str | None
    params: list[Any]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Print the line of usage."""
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]  # Click's
        formatter.write_usage(ctx.command_path, " ".join(pieces), said("help.usage") + " ")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Print what the command does, and its examples."""
        text = inspect.cleandoc(self.help or "")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_described(_path(ctx), text) if is_translated() else text)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Print arguments and options, and the commands of a group."""
        path = _path(ctx)
        for kind, title in (("argument", "help.arguments"), ("option", "help.options")):
            rows = []
            for each in self.get_params(ctx):  # type: ignore[attr-defined]  # Click's
                if each.param_type_name == kind:
                    each.help = option_help(path, each.name)
                    rows.append(each.get_help_record(ctx))
            _write(formatter, title, [(name, _in_words(text)) for name, text in filter(None, rows)])
        commands = getattr(self, "commands", {}).items()
        _write(formatter, "help.commands", [(name, _short([*path, name])) for name, _ in commands])


class Command(Translated, TyperCommand):
    """A command."""


class Group(Translated, TyperGroup):
    """A group of commands."""


def option_help(path: list[str], name: str) -> str:
    """Return the help of an option or argument of a command.

    Example:
        >>> option_help(["find"], "ties"), option_help(["field"], "max_cost")
        ('larger_g, smaller_g, last or first.', 'Stop where places cost more.')
    """
    keys = [f"help.option.{place}.{name}" for place in ("_".join(path), *path[:1])]
    key = next(filter(has_message, keys), f"help.option.{name}")
    return said(key, **names_in(key))


def _path(ctx: Any) -> list[str]:
    """Return the names of a command within the program, without the program's own."""
    names = []
    while ctx.parent is not None:
        names.append(ctx.info_name)
        ctx = ctx.parent
    return names[::-1]


def _key(path: list[str]) -> str:
    return f"help.command.{'_'.join(path) or 'pathstar'}"


def _short(path: list[str]) -> str:
    """Return the first paragraph about a command."""
    return said(_key(path)).split("\n\n")[0]


def _described(path: list[str], text: str) -> str:
    """Return a docstring in another language; its examples stay as they are."""
    _, *blocks = text.split("\b")
    rest = "\n\n".join(f"\b{block.rstrip()}" for block in blocks)
    rest = re.sub(r"^Examples?:$", said("help.examples"), rest, flags=re.MULTILINE)
    rest = rest.replace("Kinds, and their own options with defaults:", said("help.kinds"))
    rest = _STATUS.sub(said("help.status"), rest)
    return f"{said(_key(path))}\n\n{rest}"


def _in_words(text: str) -> str:
    """Return the help of an option with what Click adds at its end in the language of the output."""
    text = re.sub(
        r"\[default: ([^]]*)\]$", lambda found: "[" + said("help.default", value=found[1]) + "]", text
    )
    return re.sub(r"\[required\]$", "[" + said("help.required") + "]", text)


def _write(formatter: Any, title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(said(title)):
            formatter.write_dl(rows)
