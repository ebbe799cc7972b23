"""The table of smoothing methods by name, for the command line and for chains of methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import checked_iterable, checked_name
from pathstar.paths.path import Path
from pathstar.smooth.curves import arcs, curve
from pathstar.smooth.funnels import funnel
from pathstar.smooth.lines import pull
from pathstar.smooth.path import SmoothPath
from pathstar.smooth.sampling import resample
from pathstar.smooth.swaps import swap

METHODS: dict[str, Callable[..., SmoothPath]] = {
    "swap": swap,
    "pull": pull,
    "funnel": funnel,
    "curve": curve,
    "arcs": arcs,
    "resample": resample,
}


Method = str | tuple[str, Mapping[str, Any]]


def smoothed(path: Path, methods: Iterable[Method]) -> Path:
    """Return a path after several smoothing methods, one after another.

    Args:
        path: A path on a `Grid` of plain squares, or on `Grid.sized` of one; for some methods, on a
            `NavMesh`.
        methods: Names of `METHODS`, each alone or in a pair with its options.

    Raises:
        OptionError: There is no method of that name, it has no such option, or it lacks one; or an entry is
            neither a name nor such a pair.
        SpaceError: Another kind of space.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1] * 4] * 3), (0, 0), (3, 2))
        >>> smoothed(path, ["swap", ("pull", {"clearance": 0.25})]).points.tolist()
        [[0.0, 0.0], [3.0, 2.0]]
    """
    ways = "ways of smoothing, such as ['pull']"
    if isinstance(methods, str):
        raise OptionError(f"methods is {methods!r}; allowed: a list of {ways}")
    for name, options in map(_named, checked_iterable("methods", methods, ways)):
        method = METHODS[name]
        known = list(inspect.signature(method).parameters.values())[1:]
        for option in options:
            if option not in [one.name for one in known]:
                raise unknown_name(f"option of {name}", option, [one.name for one in known])
        for one in known:
            if one.default is one.empty and one.name not in options:
                raise OptionError(f"{name} needs {one.name}, such as {name}:{one.name}=1")
        path = method(path, **options)
    return path


def _named(given: Any) -> tuple[str, Mapping[str, Any]]:
    """Return a smoothing method as its name and its options."""
    pair = given if isinstance(given, tuple) and len(given) == 2 else (given, {})
    name, options = pair
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise OptionError(
            f"a way of smoothing is {given!r}; allowed: a name, or a pair of a name and its options, such as "
            "('arcs', {'radius': 1})"
        )
    return checked_name("way of smoothing", name, METHODS), options
