"""The figures beside a picture, and a sentence that describes it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from pathstar._core import Status
from pathstar.analysis.clearance import Clearance
from pathstar.analysis.islands import Components
from pathstar.maps.map import Map
from pathstar.paths.field import Field
from pathstar.paths.path import Path, knows_everything
from pathstar.paths.paths import Paths
from pathstar.spaces.base import Space, cell_figures
from pathstar.traces.explain.facts import end_words
from pathstar.traces.trace import Trace
from pathstar.viz.results import Shown
from pathstar.words import Say, Value, catalogue

Figure = tuple[str, Value]

_MOST_WAITS = 3
_NAMED: dict[type, str] = {Field: "field", Components: "islands", Clearance: "clearance"}


def status_said(status: Status) -> Say:
    """Return how a search for a path ended, as a message."""
    return Say(f"figure.status.{status.name.lower()}")


def outcome_said(path: Path) -> Say:
    """Return how a search ended, as a message."""
    return Say("figure.status.all_known") if knows_everything(path) else status_said(path.status)


def bound_said(bound: float) -> Say:
    """Return the guarantee for a path's cost, as a message."""
    if bound == 1:
        return Say("figure.bound.optimal")
    if math.isfinite(bound):
        return Say("figure.bound.at_most", {"times": f"{bound:.4g}"})
    return Say("figure.bound.none")


def bound_words(bound: float) -> str:
    """Return the guarantee for a path's cost, in English.

    Example:
        >>> bound_words(1.0), bound_words(2.0), bound_words(math.inf)
        ('optimal', 'at most 2 x the optimum', 'no guarantee')
    """
    return catalogue().text(bound_said(bound))


def figures_of(thing: Shown, lang: str = "en") -> list[tuple[str, str]]:
    """Return the figures of a map, space, path or trace as pairs of name and value, in a language.

    Example:
        >>> import pathstar as ps
        >>> dict(figures_of(ps.Grid([[1, 1, 0, 1]])))["walkable"]
        '3 (75 %)'
    """
    words = catalogue(lang)
    return [(figure_name(name, lang), words.text(value)) for name, value in _figures(thing)]


def figure_name(name: str, lang: str) -> str:
    """Return the name of a figure in a language; one that the catalogues do not have stays as it is.

    Example:
        >>> figure_name("cost", "zh"), figure_name("moves", "en")
        ('代价', 'moves')
    """
    words = catalogue(lang)
    word = re.sub(r"\W+", "_", name).strip("_").lower()
    key = f"figure.name.{word}"
    return words.text(Say(key)) if key in words.messages else name


def _figures(thing: Shown) -> Sequence[Figure]:
    if isinstance(thing, Trace):
        return [*_path_figures(thing.path), ("steps", f"{len(thing):,}")]
    if isinstance(thing, Path):
        return _path_figures(thing)
    if isinstance(thing, Map):
        return cell_figures(thing.shape, thing.passable, ("layers", ", ".join(thing.layers)))
    if isinstance(thing, Space):
        return thing.figures()
    return _result_figures(thing)


def _result_figures(thing: Field | Paths | Components | Clearance) -> list[Figure]:
    """Return the figures of results with many places."""
    if isinstance(thing, Clearance):
        height, width = thing.grid.shape
        side, radius = int(thing.squares.max(initial=0)), float(thing.discs.max(initial=0.0))
        return [
            ("size", f"{width} x {height}"),
            ("largest square", f"{side} x {side}"),
            ("largest radius", f"{radius:.4g}"),
        ]
    if isinstance(thing, Components):
        count = int(thing.sizes[1:].max(initial=0))
        noun = Say("noun.square" if thing.space is None else f"noun.{thing.space.noun}")
        largest = Say("figure.count", {"count": count, "shown": f"{count:,}", "noun": noun})
        sides = " x ".join(map(str, reversed(thing.labels.shape)))
        return [("size", sides), ("islands", f"{thing.count:,}"), ("largest", largest)]
    known = thing.costs[np.isfinite(thing.costs)]
    highest = ("highest cost", f"{known.max():.6g}" if len(known) else Say("cli.none"))
    if isinstance(thing, Field):
        reached = Say("cli.part", {"count": f"{len(known):,}", "all": f"{thing.costs.size:,}"})
        return [
            ("ways", Say("cli.ways.from" if thing.outward else "cli.ways.to")),
            ("reached", reached),
            highest,
        ]
    return [("paths", f"{len(thing):,}"), ("found", f"{len(known):,}"), highest]


def _path_figures(path: Path) -> list[Figure]:
    stats = path.stats
    figures: list[Figure] = [("status", outcome_said(path))]
    if path:
        figures += [
            ("cost", f"{path.cost:.10g}"),
            *_leg_figures(path),
            ("places", f"{len(path):,}"),
            ("guarantee", bound_said(path.bound)),
            *_turn_figures(path),
            *_time_figures(path),
        ]
    return [*figures, ("expanded", f"{stats.expanded:,}"), ("algorithm", stats.algorithm)]


def _leg_figures(path: Path) -> list[Figure]:
    """Return what each leg costs, for a path through several places."""
    return [("legs", leg_costs(path))] if path.legs else []


def leg_costs(path: Path) -> str:
    """Return the costs of the legs of a path, in their order.

    Example:
        >>> import pathstar as ps
        >>> leg_costs(ps.find_path(ps.Grid([[1, 1, 1]]), (1, 0), ps.goals.through([(2, 0), (0, 0)])))
        '1 + 2'
    """
    return " + ".join(f"{leg.cost:.6g}" for leg in path.legs)


def _turn_figures(path: Path) -> list[Figure]:
    """Return the number of turns; a step from or to any heading is not a turn."""
    if not path.space.capabilities.headings:
        return []
    headings = path.points[:, 2].copy()
    if len(path) > 1 and headings[-1] == 0:  # the goal allows any heading: the last step determines it
        nodes, costs = path.space.node_steps_from(int(path.nodes[-2]))
        ends = path.space.places_of(nodes)
        there = (ends[:, :2] == path.points[-1, :2]).all(axis=1)
        headings[-1] = ends[there, 2][costs[there].argmin()]
    faced = (headings[1:] > 0) & (headings[:-1] > 0)
    return [("turns", f"{np.count_nonzero(faced & (np.diff(headings) != 0)):,}")]


def _time_figures(path: Path) -> list[Figure]:
    """Return the departure, the arrival and the waits."""
    if not len(path.times):
        return []
    still = (np.diff(path.points, axis=0) == 0).all(axis=1)
    waits = zip(np.diff(path.times)[still].tolist(), path.points[:-1][still].tolist(), strict=True)
    each = [Say("figure.wait", {"time": f"{time:.6g}", "place": str(tuple(place))}) for time, place in waits]
    more = [Say("list.more", {"count": len(each) - _MOST_WAITS})] if len(each) > _MOST_WAITS else []
    span: dict[str, Value] = {"first": f"{path.times[0]:.10g}", "last": f"{path.times[-1]:.10g}"}
    return [
        ("times", Say("cli.span", span)),
        ("waits", (*each[:_MOST_WAITS], *more) if each else Say("cli.none")),
    ]


def title_of(thing: Shown, lang: str = "en") -> str:
    """Return a short title in a language.

    Example:
        >>> import pathstar as ps
        >>> title_of(ps.Grid([[1, 1, 0, 1]]))
        'Grid of 4 x 1'
    """
    return catalogue(lang).text(_title(thing))


def _title(thing: Shown) -> Value:
    if isinstance(thing, (Trace, Path)):
        path = thing.path if isinstance(thing, Trace) else thing
        ends: dict[str, Value] = {"start": end_words(path.space, path.start)}
        if thing.goal is not None:
            ends["target"] = end_words(path.space, thing.goal)
        if isinstance(thing, Path):
            return Say("figure.title.path", ends)
        return Say("page.title" if thing.goal is not None else "page.title.open", ends)
    if isinstance(thing, Map) and thing.name:
        return thing.name
    if isinstance(thing, Paths):
        return Say("figure.title.paths", {"count": len(thing), "shown": f"{len(thing):,}"})
    for kind, name in _NAMED.items():
        if isinstance(thing, kind):
            return Say(f"figure.title.{name}")
    (_, size), *_ = _figures(thing)
    values: dict[str, Value] = {"kind": type(thing).__name__, "size": size}
    if isinstance(thing, Space) and not thing.capabilities.cells:
        return Say("figure.title.polygons" if thing.capabilities.plane else "figure.title.nodes", values)
    return Say("figure.title.size", values)


def description_of(thing: Shown, lang: str = "en") -> str:
    """Return a description for readers who cannot see the picture, in a language."""
    return "; ".join(f"{name}: {value}" for name, value in figures_of(thing, lang)) + "."
