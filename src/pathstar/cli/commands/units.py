"""pathstar units: plans for many units at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, options
from pathstar.cli.help import Command, Group
from pathstar.cli.language import in_language, said
from pathstar.cli.output import duration, print_figures, print_json, print_table, waiting
from pathstar.cli.verdict import check_size
from pathstar.errors import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pathstar.fleet.plans import Plan
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.moves import Moves

units = typer.Typer(
    cls=Group,
    name="units",
    rich_markup_mode=None,
    help="Plan for many units at once, compare solvers, and look at plans.",
    no_args_is_help=True,
)

Scenario = Annotated[
    Path,
    typer.Argument(metavar="FILE.scen"),
]
Count = Annotated[int | None, typer.Option("--units", "-n", min=1)]
Limit = Annotated[float, typer.Option("--time-limit", "-t")]
Following = Annotated[str, typer.Option()]
Directions = Annotated[int, typer.Option()]
Seed = Annotated[int, typer.Option()]
AtGoal = Annotated[str, typer.Option()]
Assignment = Annotated[str, typer.Option()]
Within = Annotated[float, typer.Option()]


@units.command(cls=Command)
@in_language
def plan(
    map: options.MapFile,
    scenario: Scenario,
    count: Count = None,
    solver: Annotated[str, typer.Option("--solver", "-s")] = "auto",
    time_limit: Limit = 10.0,
    following: Following = "allowed",
    directions: Directions = 4,
    at_goal: AtGoal = "stay",
    assignment: Assignment = "given",
    within: Within = 1.0,
    seed: Seed = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o"),
    ] = None,
    as_json: options.Json = False,
) -> int:
    """Plan the ways of all units of a scenario, and check the plan.

    \b
    Examples:
      pathstar units plan warehouse.map warehouse-random-1.scen -n 200
      pathstar units plan room.map room.scen -n 100 --following forbidden -o plan.npz
      pathstar units plan room.map room.scen -n 20 --solver cbs --json
      pathstar units plan room.map room.scen --assignment exchangeable --within 1.05

    \b
    Exit status: 0 all units arrive, 1 not all do, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    if output is not None:
        _check_output(output, at_goal)
    grid, starts, goals = _problem(map, scenario, count, directions)
    manners = {"following": following, "at_goal": at_goal, "assignment": assignment, "within": within}
    made = _planned(grid, starts, goals, solver, time_limit, seed, **manners)
    if as_json:
        print_json({**_row(made), "output": None if output is None else str(output)})
    else:
        print_figures([(name, str(value)) for name, value in _shown(_row(made)).items()])
    if output is not None:
        _write(made, output, map)
    return 0 if made else 1


@units.command(cls=Command)
@in_language
def bench(
    map: options.MapFile,
    scenario: Scenario,
    count: Count = None,
    solver: Annotated[
        list[str] | None,
        typer.Option("--solver", "-s"),
    ] = None,
    time_limit: Limit = 10.0,
    following: Following = "allowed",
    directions: Directions = 4,
    at_goal: AtGoal = "stay",
    assignment: Assignment = "given",
    seed: Seed = 0,
    as_json: options.Json = False,
) -> int:
    """Run some solvers on one scenario, and check every plan.

    \b
    Examples:
      pathstar units bench room.map room.scen -n 200
      pathstar units bench room.map room.scen -n 50 -s lacam -s lns2 -s cbs -t 5

    \b
    Exit status: 0 all plans found, 1 not all, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    grid, starts, goals = _problem(map, scenario, count, directions)
    names = solver or ["auto"]
    manners = {"following": following, "at_goal": at_goal, "assignment": assignment}
    for name in names:  # refuses one that does not fit before others have run
        _planned(grid, [], [], name, time_limit, seed, **manners)
    plans = [_planned(grid, starts, goals, name, time_limit, seed, **manners) for name in names]
    rows = [_row(made) for made in plans]
    if as_json:
        print_json(rows)
    else:
        shown = [_shown(row) for row in rows]
        print_table(tuple(shown[0]), [tuple(map_text(row)) for row in shown])
    return 0 if all(plans) else 1


@units.command(cls=Command)
@in_language
def play(
    map: options.MapFile,
    file: Annotated[Path, typer.Argument(metavar="PLAN")],
    begin: Annotated[int, typer.Option("--from", min=0)] = 0,
    end: Annotated[int | None, typer.Option("--to", min=0)] = None,
    directions: Directions = 4,
) -> int:
    """Print where the units are, step by step; letters are units, and small dots free squares.

    \b
    Examples:
      pathstar units play room.map plan.npz
      pathstar units play room.map plan.txt --from 10 --to 12

    \b
    Exit status: 0 shown, 2 bad usage or input.
    """  # noqa: D301  # \b keeps lines apart
    grid = _grid(map, directions)
    positions = _positions(file, grid)
    last = positions.shape[1] - 1
    if last < 0:
        raise OptionError(f"{file} holds no plan: it has no steps")
    final = last if end is None else end
    if not begin <= final <= last:
        raise OptionError(f"--from is {begin} and --to {final}; the plan has the steps 0 to {last}")
    for step in range(begin, final + 1):
        print(said("cli.step", step=str(step)))
        print(_picture(grid, positions[:, step]))
    return 0


def _positions(file: Path, grid: Grid) -> NDArray[np.int32]:
    """Return where the units of a plan are, ``(units, steps + 1, 2)``; -1 where one is absent."""
    from pathstar.fleet import load_plan, read_solution
    from pathstar.fleet.files import SUFFIXES

    if file.suffix.lower() not in SUFFIXES:
        return load_plan(file, grid).positions
    nodes = read_solution(file, grid)
    return grid.places_of(nodes.ravel()).reshape(*nodes.shape, 2)


def _check_output(output: Path, at_goal: str) -> None:
    """Check that a file can be written, before there is a plan to lose."""
    from pathstar.fleet.files import SUFFIXES

    suffix = output.suffix.lower()
    if suffix not in (".npz", *SUFFIXES):
        allowed = ", ".join((".npz", *SUFFIXES))
        raise OptionError(f"a plan is not written as {suffix or output.name!r}; allowed: {allowed}")
    if suffix in SUFFIXES and at_goal == "leave":
        raise OptionError(f"a {suffix} holds units that stay at their goals; write those that leave as .npz")
    if not output.parent.is_dir():
        raise OptionError(f"there is no folder {output.parent} to write {output.name} to")


def _grid(map: Path, directions: int) -> Grid:
    return inputs.read_map(map, None, None).grid(_moves(directions))


def _moves(directions: int) -> Moves:
    return inputs.moves_of(directions, "no_cut", 1.0, None)


def _problem(
    map: Path, scenario: Path, count: int | None, directions: int
) -> tuple[Grid, list[Any], list[Any]]:
    import pathstar as ps

    queries = ps.read_scenario(scenario)
    if count is not None and count > len(queries):
        raise OptionError(f"--units is {count}; {scenario} has {len(queries)} rows")
    queries = queries[:count]
    ground = inputs.read_map(map, None, None)
    check_size(queries, ground, map)
    grid = ground.grid(_moves(directions))
    return grid, [query.start for query in queries], [query.goal for query in queries]


def _planned(
    grid: Grid, starts: list[Any], goals: list[Any], solver: str, limit: float, seed: int, **manners: Any
) -> Plan:
    """Return a checked plan; ``manners`` are other arguments of `pathstar.fleet.plan`."""
    import pathstar as ps

    with waiting(f"planning for {len(starts)} units"):
        made = ps.fleet.plan(grid, starts, goals, solver=solver, time_limit=limit, seed=seed, **manners)
        found = ps.fleet.check(grid, made, starts, goals) if made else None
    if found is not None and not found:
        raise OptionError(f"the plan of {solver} is not valid: {found.problem}")
    return made


def _row(made: Plan) -> dict[str, Any]:
    from pathstar.fleet import UnitStatus

    return {
        "solver": made.options["solver"],
        "status": made.status.name,
        "units": len(made),
        "arrived": int((made.statuses == UnitStatus.ARRIVED).sum()),
        "sum_of_costs": made.sum_of_costs,
        "lower_bound": made.lower_bound,
        "proven_bound": made.proven_bound,
        "makespan": made.makespan,
        "first_seconds": float(made.history[0, 0]) if len(made.history) else None,
        "seconds": made.seconds,
    }


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row for people: titles, and times with units."""
    first, seconds = row["first_seconds"], row["seconds"]
    figures = {name.replace("_", " "): value for name, value in row.items() if not name.endswith("seconds")}
    return {**figures, "first plan": "none" if first is None else duration(first), "time": duration(seconds)}


def map_text(row: dict[str, Any]) -> list[str]:
    """Return a row's values as text for a table.

    Example:
        >>> map_text({"units": 1200, "status": "FOUND"})
        ['1,200', 'FOUND']
    """
    return [f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()]


def _write(made: Plan, output: Path, map: Path) -> None:
    from pathstar.fleet import write_solution

    if output.suffix.lower() == ".npz":
        made.save(output)
    else:
        write_solution(made, output, map_file=map.name)


def _picture(grid: Grid, places: NDArray[np.int32]) -> str:
    """Draw units over the walls, in text."""
    lines = [["." if free else "#" for free in row] for row in grid.walkable.tolist()]
    for unit, (x, y) in enumerate(places.tolist()):
        if x >= 0:
            lines[y][x] = chr(ord("A") + unit % 26)
    return "\n".join("".join(line) for line in lines)
