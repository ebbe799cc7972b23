# ruff: noqa: RUF001  (Chinese punctuation)
"""The help of commands and usage errors, which come from the catalogues."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from pathstar.cli.app import app
from pathstar.cli.help import option_help
from pathstar.words import LANGUAGES, catalogue
from unit.cli.command import pathstar

CHINESE = re.compile(r"[\u4e00-\u9fff]")


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, each in getattr(command, "commands", {}).items():
        yield from commands(each, (*path, name))


ALL = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_help_is_in_the_language_wherever_the_option_stands(path: tuple[str, ...]) -> None:
    text = CliRunner().invoke(app, ["--lang", "zh", *path, "--help"]).output
    if "--lang" in {option for each in ALL[path].params for option in each.opts}:
        assert CliRunner().invoke(app, [*path, "--help", "--lang=zh"]).output == text
    assert "选项:" in text
    assert CHINESE.search(text.split("\n\n")[1])
    for line in re.findall(r"^  -.*(?:\n {6,}.*)*", text, re.MULTILINE):
        assert CHINESE.search(line) or "--" in line.replace(line.split()[0], ""), line
    assert "Show this message" not in text
    assert "Options:" in CliRunner().invoke(app, [*path, "--help"]).output, "the language is reset"


def test_every_option_has_its_own_help() -> None:
    for path, command in ALL.items():
        for each in command.params:
            assert option_help(list(path), each.name), (path, each.name)


def test_no_help_is_left_over() -> None:
    used = {f"help.command.{'_'.join(path) or 'pathstar'}" for path in ALL}
    names = {each.name for command in ALL.values() for each in command.params} | {"help"}
    for key in catalogue().messages:
        if key.startswith("help.command."):
            assert key in used
        if key.startswith("help.option."):
            *_, name = key.split(".")
            assert name in names, key


def test_the_catalogue_says_what_the_docstrings_say() -> None:
    for path, command in ALL.items():
        text = inspect.cleandoc(command.help).split("\b")[0]
        message = catalogue().messages[f"help.command.{'_'.join(path) or 'pathstar'}"]
        assert text.split() == message.split(), path


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (("find", "x", "--bogus"), "No such option: --bogus", "没有这个选项：--bogus"),
        (("zzz",), "No such command 'zzz'", "没有这个命令：'zzz'"),
        (("find",), "Missing argument", "缺少参数"),
        (("find", "x", "--from", "1"), "Invalid value for", "的值无效"),
    ],
    ids=["option", "command", "argument", "value"],
)
def test_errors_of_usage(arguments: tuple[str, ...], english: str, chinese: str) -> None:
    assert english in CliRunner().invoke(app, arguments).output
    output = CliRunner().invoke(app, [*arguments, "--lang", "zh"]).output
    assert chinese in output
    assert "参见 '" in output
    assert output.count("\n") == 1


def test_a_language_that_does_not_exist_is_refused_in_english() -> None:
    output = CliRunner().invoke(app, ["find", "x", "--lang", "xx"]).output
    assert all(language in output for language in LANGUAGES)


@pytest.mark.parametrize("group", ["index", "raster", "units"])
def test_a_group_without_a_command_prints_its_help(group: str) -> None:
    done = pathstar(group)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Usage: pathstar {group} ")
    assert len(done.stderr.splitlines()) > 8
