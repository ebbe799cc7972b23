"""pathstar trace: a search step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, meshes, options
from pathstar.cli.commands.find import figures
from pathstar.cli.language import Lang, language
from pathstar.cli.output import print_figures, print_json, waiting
from pathstar.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pathstar.spaces.base import Space
    from pathstar.traces.trace import Trace


def trace(
    context: typer.Context,
    map: options.MapFile,
    start: options.From = None,
    goal: options.To = None,
    algorithm: Annotated[str | None, typer.Option("--algorithm", "-a")] = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    corners: options.Corners = "no_cut",
    directions: options.Directions = 8,
    straight: options.Straight = 1.0,
    diagonal: options.Diagonal = None,
    cost_model: options.CostModelName = "enter",
    open_list: options.OpenList = None,
    ties: options.Ties = None,
    max_expansions: options.MaxExpansions = None,
    layout: options.Layout = None,
    projection: options.ProjectionName = "square",
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    theme: Annotated[str | None, typer.Option()] = None,
    style: Annotated[str | None, typer.Option()] = None,
    cell: Annotated[int | None, typer.Option()] = None,
    seconds: Annotated[float | None, typer.Option()] = None,
    moments: Annotated[int | None, typer.Option()] = None,
    legend: options.Legend = None,
    read: options.Read = None,
    lang: Lang = None,
    as_json: options.Json = False,
) -> int:
    """Show a search step by step, with the reason for each step.

    On a terminal, the arrow keys step forward and back; in a pipe, it prints the explanation of every step.

    \b
    Examples:
      pathstar trace board.txt --lang zh            (from its mark A to its mark B)
      pathstar trace board.txt --straight 10 --diagonal 14 --heuristic manhattan
      pathstar trace arena.map --from 1,11 --to 40,30 -o search.html
      pathstar trace arena.map --from 1,11 --to 40,30 -a dijkstra -o film.gif --seconds 8
      pathstar trace board.txt --layout odd-r -o hexagons.html
      pathstar trace hall.obj --from 0.5,1.5 --to 12,7.25 -o search.html
      pathstar trace board.txt --json

    \b
    Exit status: 0 found, 1 no path, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    import pathstar as ps
    from pathstar.viz.export.save import EXPORTERS

    options.check_output(output, EXPORTERS)
    space: Space
    ends: tuple[Any, Any]
    if meshes.is_mesh(map):
        space, ends, drawn = meshes.read_mesh(map, context, read), meshes.ends_of(start, goal), {}
    else:
        projected = inputs.look_of(projection, layout)
        if projected and output is None:
            raise OptionError(f"--projection {projection} only affects saved files; give -o FILE")
        ground = inputs.read_map(map, legend, read)
        ends = inputs.ends_of(ground, start, goal)
        moves = inputs.moves_of(directions, corners, straight, diagonal)
        space = inputs.space_of(ground, layout, moves, cost_model)
        drawn = {"on": ground, **projected}
    steers: Any = {"heuristic": heuristic, "weight": weight, "open_list": open_list, "ties": ties}
    with waiting("searching"):
        searched = ps.trace(space, *ends, algorithm=algorithm, max_expansions=max_expansions, **steers)
    if output is not None:
        look = {"theme": theme, "style": style, "cell": cell, "seconds": seconds, "moments": moments}
        _save(searched, output, {**look, "lang": lang, **drawn})
    if as_json:
        print_json(report(searched, map.name, output))
    elif output is not None:
        print_figures(figures(searched.path, None, output))  # recorded searches are not timed
    elif sys.stdout.isatty() and sys.stdin.isatty():
        _step(searched, language())
    else:
        _tell(searched, language())
    return 0 if searched.path else 1


def _save(searched: Trace, output: Path, look: dict[str, Any]) -> None:
    from pathstar.viz.export.save import EXPORTERS

    given = {name: value for name, value in look.items() if value is not None}
    for name in ("on", "lang"):  # data files hold neither a map nor sentences
        if name not in EXPORTERS[output.suffix.lower()].options:
            given.pop(name, None)
    searched.save(output, **given)


def _step(searched: Trace, lang: str) -> None:
    from pathstar.cli.commands.stepper import step_through

    step_through(searched, lang)


def _tell(searched: Trace, lang: str) -> None:
    """Print the explanation of every step."""
    from pathstar.words import Say, catalogue

    for step in range(len(searched)):
        print(catalogue(lang).text(Say("terminal.step", {"step": step + 1, "steps": len(searched)})))
        for sentence in searched.explain(step, lang):
            print(f"  {sentence}")
    if not len(searched):
        print(searched.explain(lang=lang))


def report(searched: Trace, name: str, output: Path | None) -> dict[str, Any]:
    """Return everything about a search, for JSON."""
    path, rules = searched.path, searched.rules
    return {
        "map": name,
        "from": list(path.start),
        "to": list(path.goal),
        "status": path.status.name,
        "cost": path.cost,
        "algorithm": rules.algorithm,
        "heuristic": rules.heuristic,
        "weight": rules.weight,
        "open_list": rules.open_list,
        "ties": rules.ties,
        "steps": len(searched),
        "events": _events(searched),
        **_intervals(searched),
        "output": None if output is None else str(output.resolve()),
    }


def _events(searched: Trace) -> list[dict[str, Any]]:
    import numpy as np

    from pathstar.traces import NO_PARENT, EventType

    events = searched.events
    names = {kind.value: kind.name.lower() for kind in EventType}
    steps = np.cumsum(searched.of_type(EventType.EXPAND)).tolist()
    places, parents = (
        _named(searched, np.where(events[name] == NO_PARENT, 0, events[name])) for name in ("node", "parent")
    )
    keys = searched.rules.keys(events["g"], events["h"]).tolist()
    rows = zip(events.tolist(), steps, places, parents, keys, strict=True)
    return [
        {
            "step": step,
            "type": names[kind],
            "place" if searched.intervals is None else "interval": place,
            "parent": None if parent == NO_PARENT else parent_place,
            "g": g,
            "h": h,
            "f": f,
            "from_goal": from_goal,
        }
        for (g, h, _, parent, kind, from_goal), step, place, parent_place, f in rows
    ]


def _named(searched: Trace, nodes: NDArray[np.uint32]) -> list[Any]:
    """Return nodes as places, or as numbers of intervals."""
    named: list[Any] = (searched.space.places_of(nodes) if searched.intervals is None else nodes).tolist()
    return named


def _intervals(searched: Trace) -> dict[str, Any]:
    """Return the intervals that events name, if the search is one over intervals."""
    table = searched.intervals
    if table is None:
        return {}
    names = table.dtype.names or ()
    return {"intervals": [{name: row[name].tolist() for name in names} for row in table]}
