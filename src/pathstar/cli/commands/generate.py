"""pathstar generate: generated maps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathstar.cli import inputs, options, parsing
from pathstar.cli.language import language, said
from pathstar.cli.output import print_json, waiting
from pathstar.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from pathstar.maps.map import Map

# Options that this command does not know belong to the kind of map.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def generate(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(metavar="KIND")],
    size: Annotated[Any, typer.Option(parser=parsing.size, metavar="WxH")] = "64x64",
    seed: Annotated[int, typer.Option()] = 0,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    show: Annotated[bool | None, typer.Option("--show/--no-show")] = None,
    lossy: Annotated[bool, typer.Option("--lossy")] = False,
    as_json: options.Json = False,
) -> int:
    """Generate a map. Without -o, draw it here.

    \b
    Kinds, and their own options with defaults:
      random   --density 0.3
      maze     --braid 0.0 --corridor 1
      rooms    --room 12 --doors 0.5 --door 1
      caves    --density 0.45 --rounds 5
      city     --block 20 --street 3
      terrain  --scale 64 --octaves 5 --water 0.25 --rock 0.1

    \b
    Examples:
      pathstar generate maze --size 61x31 --seed 7 --braid 0.2
      pathstar generate terrain --size 512x512 --seed 3 -o land.npz
      pathstar generate caves --size 120x60 --density 0.48 -o caves.map --show
    """  # noqa: D301  # \b keeps lines apart
    from pathstar.io.formats import FORMATS
    from pathstar.maps.generate import GENERATORS

    if kind not in GENERATORS:
        raise unknown_name("kind of map", kind, GENERATORS)
    if output is not None and output.suffix.lower() not in FORMATS:
        raise unknown_name("file format", output.suffix, FORMATS)
    given = own_options(context.args)
    GENERATORS[kind].check_options(given)
    with waiting(f"generating {kind}"):
        map = GENERATORS[kind](*size, seed=seed, **given)
    if output is not None:
        inputs.write_map(map, output, lossy=lossy)
    if as_json:
        print_json(_report(map, kind, seed, output))
        return 0
    if output is None if show is None else show:
        map.show(lang=language())
    if output is not None:
        size = {"width": str(map.width), "height": str(map.height)}
        print(said("cli.generated", kind=kind, **size, seed=str(seed), file=str(output)))
    return 0


def own_options(arguments: list[str]) -> dict[str, Any]:
    """Read the options of a kind of map: ``--name value`` or ``--name=value``.

    Raises:
        OptionError: An argument is not such an option.

    Example:
        >>> own_options(["--braid", "0.5", "--corridor=2"])
        {'braid': 0.5, 'corridor': 2}
    """
    found: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        name, sign, value = rest.pop(0).partition("=")
        if not name.startswith("--") or len(name) < 3 or not (sign or rest):
            raise OptionError(f"{name!r} is not an option of the kind of map; write --name value")
        found[name[2:].replace("-", "_")] = parsing.value_of(value if sign else rest.pop(0))
    return found


def _report(map: Map, kind: str, seed: int, output: Path | None) -> dict[str, Any]:
    return {
        "kind": kind,
        "seed": seed,
        "width": map.width,
        "height": map.height,
        "walkable": int(map.passable.sum()),
        "file": None if output is None else str(output),
    }
