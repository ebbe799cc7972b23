"""The output of commands: figures, tables, JSON, and progress bars on a terminal."""

from __future__ import annotations

import errno
import json
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from pathstar.cli.language import heading, localized
from pathstar.progress import Tell, reporting

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from pathstar.words import Value

T = TypeVar("T")
PATIENCE = 1.0  # seconds after which a terminal shows that work is under way
_NO_LIMIT = 10_000  # columns of a terminal wide enough for any table


def print_json(value: Any) -> None:
    """Print a value as one line of JSON; numbers that are not finite become null."""
    print(json.dumps(plain(value), allow_nan=False))


def plain(value: Any) -> Any:
    """Return a value in a form that JSON can hold.

    Example:
        >>> plain({"cost": float("inf"), "at": (1, 2)})
        {'cost': None, 'at': [1, 2]}
    """
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def console(*, stderr: bool = False) -> Console:
    """Return a console that uses colours only on a terminal, and does not wrap lines in a pipe."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            """Let the program end with its own status; rich would end it with 1."""
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    stream = sys.stderr if stderr else sys.stdout
    return Piped(file=stream, width=None if stream.isatty() else 200, highlight=False, soft_wrap=True)


def print_figures(figures: Iterable[tuple[str, Value]]) -> None:
    """Print names and values in two columns, in the language of the output."""
    from rich.text import Text

    out = console()
    rows = [(Text(heading(name), "dim"), value) for name, value in figures]
    width = max([11, *(title.cell_len for title, _ in rows)])
    for title, value in rows:
        title.align("left", width)
        out.print(Text.assemble(title, " ", localized(value)))


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[str] = (), spare: Sequence[str] = ()
) -> None:
    """Print a table as wide as the terminal allows, and never cut a cell.

    Args:
        columns: The names of the columns; they are printed in the language of the output.
        rows: The cells.
        left: The columns aligned to the left, besides the first one; the others are aligned to the right.
        spare: The columns to leave out if the terminal is too narrow, in this order. If that is not enough,
            the first cell of each row goes on its own line above the others.
    """
    out, room = console(), console().width
    out.width = _NO_LIMIT  # otherwise cells would be cut
    cells = [[" ".join(cell.splitlines()) for cell in row] for row in rows]
    kept = list(columns)

    def table(names: Sequence[str]) -> Table:
        at = [columns.index(name) for name in names]
        return _table(names, [[row[column] for column in at] for row in cells], {columns[0], *left})

    for name in spare:
        if out.measure(table(kept)).maximum > room:
            kept.remove(name)
    lines = _lines(out, table(kept))
    if out.measure(table(kept)).maximum > room:
        head, rule, *others = (f"  {line}" for line in _lines(out, table(kept[1:])))
        names = (row[0] for row in cells)
        lines = [
            heading(columns[0]),
            head,
            rule,
            *(line for pair in zip(names, others, strict=True) for line in pair),
        ]
    out.file.write("".join(f"{line}\n" for line in lines))


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(heading(column), justify="left" if column in left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _lines(out: Console, table: Table) -> list[str]:
    with out.capture() as capture:
        out.print(table)
    lines = (line.rstrip() for line in capture.get().splitlines())
    return [line for line in lines if line]


def duration(seconds: float) -> str:
    """Write a time with a fitting unit.

    Example:
        >>> duration(2.5e-6), duration(0.0314), duration(75.0)
        ('2.5 us', '31.4 ms', '75 s')
    """
    for unit, size in (("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * size * 0.9995:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show a moving bar on a terminal while work takes over a second."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console(stderr=True)
    )
    bar.live.transient = True
    bar.add_task(what, total=None)
    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


@contextmanager
def building(what: str, doing: str = "building") -> Iterator[Tell]:
    """Show a build's progress on a terminal; yield the function that takes the fraction done, 0.0 to 1.0.

    Like `progress`, it draws only when that function is called.
    """
    with reporting(True, f"{doing} {what}") as tell:
        assert tell is not None
        yield tell


@contextmanager
def following(what: str, describe: Callable[[T], tuple[float, str]]) -> Iterator[Callable[[T], None]]:
    """Show a bar with a text on a terminal, and yield a function to call with the state of the work.

    Like `progress`, it draws only when that function is called.

    Args:
        what: The label of the bar.
        describe: Returns the fraction done and the text; it is called only when the bar is drawn.
    """
    if not sys.stderr.isatty():
        yield lambda state: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    label, text = TextColumn("{task.description}"), TextColumn("{task.fields[text]}")
    columns = (label, BarColumn(bar_width=12), TaskProgressColumn(), text)
    bar = Progress(*columns, console=console(stderr=True), auto_refresh=False, transient=True)
    task = bar.add_task(what, total=1.0, text="")
    draw = _drawing(bar)

    def tell(state: T) -> None:
        def update() -> None:
            part, said = describe(state)
            bar.update(task, completed=part, text=said)

        draw(update)

    try:
        yield tell
    finally:
        bar.stop()


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """Show a bar on a terminal, and yield a function that advances it by one.

    The bar is drawn only inside that function, so that no other code runs while something is being timed.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(stderr=True), auto_refresh=False, transient=True)
    task = bar.add_task(what, total=total)
    draw = _drawing(bar)

    def advance() -> None:
        bar.advance(task)
        draw(lambda: None)

    try:
        yield advance
    finally:
        bar.stop()


def _drawing(bar: Any) -> Callable[[Callable[[], object]], None]:
    """Return a function that draws a bar, at first after a second, then up to ten times a second.

    It takes a function that brings the bar up to date, which is called only if it draws.
    """
    due = time.perf_counter() + PATIENCE

    def draw(update: Callable[[], object]) -> None:
        nonlocal due
        if time.perf_counter() >= due:
            update()
            bar.start()
            bar.refresh()
            due = time.perf_counter() + 0.1

    return draw
