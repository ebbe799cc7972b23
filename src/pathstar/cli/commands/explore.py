"""pathstar explore: a unit that sees the map as it walks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, options, parsing
from pathstar.cli.language import language
from pathstar.cli.output import building, duration, print_figures, print_json

if TYPE_CHECKING:
    from pathstar.known.walk import Walk
    from pathstar.words import Value

OUTPUTS = (".png", ".svg")
_STEPS_PER_SIGN = 16

Goal = Annotated[
    Any,
    typer.Option("--to", parser=parsing.place, metavar="X,Y"),
]


def explore(
    map: options.MapFile,
    start: options.From = None,
    goal: Goal = None,
    radius: Annotated[float | None, typer.Option()] = None,
    sight: Annotated[bool, typer.Option()] = True,
    unseen: Annotated[str, typer.Option()] = "free",
    unseen_cost: Annotated[float, typer.Option()] = 1.0,
    max_steps: Annotated[int | None, typer.Option()] = None,
    corners: options.Corners = "no_cut",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o"),
    ] = None,
    theme: Annotated[str, typer.Option()] = "light",
    legend: options.Legend = None,
    read: options.Read = None,
    as_json: options.Json = False,
) -> int:
    """Walk over a map that is seen on the way: to a place, or until nothing is left to see.

    \b
    Examples:
      pathstar explore maze.txt --from 1,1
      pathstar explore maze.txt --from 1,1 --to 29,19 --radius 6 -o seen.png
      pathstar explore cave.map --from 1,11 --radius 3 --no-sight --unseen blocked

    \b
    Exit status: 0 arrived or explored, 1 not, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps
    from pathstar.maps.arguments import checked_whole

    options.check_output(output, OUTPUTS)
    if max_steps is not None:
        checked_whole("max_steps", max_steps, 1)
    ground = inputs.read_map(map, legend, read)
    begin = inputs.ends_of(ground, start, goal or (0, 0))[0]
    known = ps.known.KnownMap(ground, unseen=unseen, unseen_cost=unseen_cost, corners=corners)
    space = known.map.grid(moves=ps.Moves(corners=corners))
    walk = ps.known.Walk(known, begin, goal, radius=radius, sight=sight, space=space)
    clock = time.perf_counter()
    _run(walk, max_steps)
    seconds = time.perf_counter() - clock
    if output is not None:
        layers: dict[str, Any] = {"on": ground, "trail": walk.trail, "dimmed": ~known.seen}
        ps.save_picture(walk.path or ground, output, theme=theme, legend=True, lang=language(), **layers)
    if as_json:
        print_json(_report(walk, seconds, output))
    else:
        print_figures(_figures(walk, seconds, output))
    return 0 if walk.status in ("arrived", "explored") else 1


def _run(walk: Walk, max_steps: int | None) -> None:
    """Walk to the end, and show progress."""
    with building("the ground", "exploring") as tell:
        while walk.status == "walking" and (max_steps is None or len(walk.trail) <= max_steps):
            left = _STEPS_PER_SIGN if max_steps is None else max_steps + 1 - len(walk.trail)
            walk.run(min(left, _STEPS_PER_SIGN))
            tell(float(walk.known.seen.mean()))


def _figures(walk: Walk, seconds: float, output: Path | None) -> list[tuple[str, Value]]:
    from pathstar.words import Say

    said: list[tuple[str, Value]] = [
        ("status", Say(f"cli.walk.{walk.status.replace(' ', '_')}")),
        ("at", "{},{}".format(*walk.place)),
        ("steps", f"{len(walk.trail) - 1:,}"),
        ("cost", f"{walk.cost:.10g}"),
        ("seen", f"{100 * walk.known.seen.mean():.3g} %"),
        ("plans", f"{sum(event.name == 'planned' for event in walk.events):,}"),
        ("time", duration(seconds)),
    ]
    if output is not None:
        said.append(("file", str(output.resolve())))
    return said


def _report(walk: Walk, seconds: float, output: Path | None) -> dict[str, Any]:
    return {
        "status": walk.status,
        "at": walk.place,
        "steps": len(walk.trail) - 1,
        "cost": walk.cost,
        "seen": float(walk.known.seen.mean()),
        "trail": walk.trail,
        "plans": sum(event.name == "planned" for event in walk.events),
        "seconds": seconds,
        "output": None if output is None else str(output.resolve()),
    }
