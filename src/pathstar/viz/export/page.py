"""A search as one interactive page, which works offline and as an attachment.

The page holds the player of the studio, and the events as packed columns: a few bytes an event on plain
ground, some ten where every square has another cost. It also holds the facts of its first steps, and the
catalogues that express them in every language; for later steps it shows only numbers.
"""

from __future__ import annotations

import json
import re
from pathlib import Path as FilePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import web
from pathstar.analysis.clusters import Clusters
from pathstar.atomic import atomic_write_bytes
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_text
from pathstar.maps.map import Map
from pathstar.progress import Tell
from pathstar.spaces.base import Space, place_list
from pathstar.traces.codec import columns_of_trace, packed
from pathstar.traces.explain import open_at_first
from pathstar.traces.explain.facts import place_words
from pathstar.traces.trace import Trace
from pathstar.viz.drawables import bare_scene
from pathstar.viz.export.board_codes import board_codes
from pathstar.viz.export.bundle import in_base64, languages, script_of, text_in_base64
from pathstar.viz.export.page_mesh import mesh_data
from pathstar.viz.export.page_words import description_of, facts_of, summary_of, title_of
from pathstar.viz.export.why import why_facts
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.layouts.table import Projection
from pathstar.viz.look import TERRAINS
from pathstar.viz.project_states import on_cells
from pathstar.viz.render.markup import escape
from pathstar.viz.scene import Scene
from pathstar.viz.theme import THEMES, Theme, hex_of, mix, theme_named
from pathstar.words import Say, as_json, catalogue, language_named, number

MOST_EVENTS = 2_000_000
_MOST_EDGE_COSTS = 2_000
_SCRIPT = "saved/page.js"
# The first words of the keys of messages that the page, and the facts in it, may use.
_PARTS = (
    *("algorithm", "board", "event", "goal", "language", "list", "noun", "page", "player", "search", "step"),
    *("terrain", "why"),
)
_ROLES = ("page", "text", "muted", "line", "floor", "dear", "wall", "unknown", "open", "closed")
_MARKS = ("current", "start", "goal", "path", "halo")


def write_page(
    trace: Trace,
    file: FilePath,
    *,
    progress: Tell,
    theme: str | Theme | None = None,
    title: str | None = None,
    projection: Projection = "square",
    floor: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
    lang: str | None = None,
) -> None:
    """Save a search as a page.

    Args:
        trace: The search, of at most 2 million events.
        file: The file to write.
        progress: Called as events are packed and steps are explained.
        theme: The initial theme, ``"light"`` or ``"dark"``; by default the reader's system decides.
        title: The text above the board; by default the start and target of the search.
        projection, floor, on, clusters: How to draw the space, and what to draw with it; see
            `pathstar.viz.scene_of`.
        lang: The initial language, a name in `pathstar.words.LANGUAGES`; by default the browser decides.

    Raises:
        OptionError: The search has too many events, or the theme or the language is unknown.
        SpaceError: The space cannot be drawn.
    """
    page = page_of(trace, progress, title, lang, projection=projection, floor=floor, on=on, clusters=clusters)
    if theme is not None:
        page = page.replace("<html ", f'<html data-theme="{theme_named(theme).name}" ', 1)
    atomic_write_bytes(file, page.encode())


def page_of(
    trace: Trace, progress: Tell, title: str | None = None, lang: str | None = None, **look: Any
) -> str:
    """Return the page of a search as text; see `write_page`."""
    words = catalogue("en" if lang is None else language_named(lang))
    if len(trace.events) > MOST_EVENTS:
        raise OptionError(
            f"the trace has {len(trace.events):,} events; a page holds at most {MOST_EVENTS:,}; "
            "save a .gif instead"
        )
    named = title_of(trace) if title is None else checked_text("title", title) or title_of(trace)
    said = {"title": named, "summary": summary_of(trace), "description": description_of(trace, named)}
    about = {name: as_json(each) for name, each in said.items()}
    about |= {"language": lang, "tooOld": words.text(Say("page.too_old"))}
    data = json.dumps(_data(trace, progress, bare_scene(trace, **look)) | about, separators=(",", ":"))
    parts = {
        **{name: escape(words.text(each)) for name, each in said.items()},
        "lang": words.language,
        "noscript": escape(words.text(Say("page.no_script"))),
        "key": escape(trace.rules.key_words),
        "theme": theme_css(),
        "css": web.text("saved/page.css"),
        "script": script_of(_SCRIPT),
        "data": data.replace("<", "\\u003c"),
    }
    return re.sub("@(\\w+)@", lambda found: parts[found[1]], web.text("saved/page.html"))


def theme_css() -> str:
    """Return the colours of both themes as custom properties; the system decides until one is chosen."""
    light, dark = _properties(THEMES["light"]), _properties(THEMES["dark"])
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n"
        f':root[data-theme="light"]{{color-scheme:light;{light}}}\n'
        f':root[data-theme="dark"]{{color-scheme:dark;{dark}}}'
    )


def _properties(theme: Theme) -> str:
    surfaces = {
        "raised": mix(theme.page, theme.text, 0.045),
        "sunken": mix(theme.page, theme.text, 0.08),
        "edge": mix(theme.page, theme.text, 0.16),
        "control-edge": mix(theme.page, theme.text, 0.52),
        "accent": theme.accent,
        "on-accent": theme.text_on(theme.accent),
        "on-start": theme.text_on(theme.start),
        "on-goal": theme.text_on(theme.goal),
    }
    roles = {role: getattr(theme, role) for role in _ROLES + _MARKS}
    inks = "".join(f"--{name}:{hex_of(ink)};" for name, ink in {**roles, **surfaces}.items())
    grounds = "".join(f"--terrain-{name}:{hex_of(ink)};" for name, ink in theme.terrain.items())
    heat = "".join(f"--field-{stop}:{hex_of(ink)};" for stop, ink in enumerate(theme.field))
    return f"{inks}{grounds}{heat}--tint:{theme.tint};"


def _colours(theme: Theme) -> dict[str, Any]:
    return {
        **{role: hex_of(getattr(theme, role)) for role in _ROLES + _MARKS},
        "terrain": {name: hex_of(ink) for name, ink in theme.terrain.items()},
        "field": [hex_of(ink) for ink in theme.field],
        "tint": theme.tint,
    }


def _data(whole: Trace, progress: Tell, scene: Scene) -> dict[str, Any]:
    trace = on_cells(whole)  # facts also name headings and times
    space = trace.space
    values, names = _values(space), ("", *TERRAINS)
    codes = board_codes(values, None if scene.terrain is None else scene.terrain.reshape(values.shape))
    return {
        "width": scene.width,
        "height": scene.height,
        **_ends(trace),
        "usesG": trace.rules.use_g,
        "weight": trace.rules.weight,
        "openList": trace.rules.open_list,
        "begin": as_json(open_at_first(trace)),
        "anyAngle": bool(trace.rules.any_angle),
        "fromGoal": trace.rules.repairs_from == "goal",
        "costs": any(cost not in (None, 1.0) for cost, _ in codes.palette),
        "palette": [cost for cost, _ in codes.palette],
        "names": [names[kind] for _, kind in codes.palette],
        "plan": _plan(scene.layout),
        "places": _names(space),
        "claimed": scene.claimed.tolist(),
        "clusters": _clusters(scene.clusters),
        "mesh": mesh_data(trace, scene) if space.capabilities.plane else None,
        "labels": scene.labels,
        "headed": scene.headed,
        "themes": {name: _colours(theme) for name, theme in THEMES.items()},
        "codes": in_base64(codes.packed()),
        "path": _packed(np.asarray(trace.path.route, "<u4")),
        "line": None if trace.intervals is None or not trace.path else trace.path.points.tolist(),
        "events": in_base64(packed({}, columns_of_trace(trace))),
        "why": why_facts(whole),
        "facts": text_in_base64(facts_of(whole, progress)),
        "languages": text_in_base64(languages(_PARTS)),
    }


def _ends(trace: Trace) -> dict[str, Any]:
    """Return the cells of start and goal, -1 for none, and those of the places between them."""
    space, path = trace.space, trace.path
    if space.capabilities.plane:
        return {"start": -1, "goal": -1, "via": []}
    return {
        "via": [space.node_of(place) for place in path.via],
        "start": space.node_of(path.start),
        "goal": -1 if trace.goal is None else space.node_of(trace.goal),
    }


def _clusters(clusters: Clusters | None) -> dict[str, Any] | None:
    """Return clusters in the form that ``clusters.js`` reads."""
    if clusters is None:
        return None
    return {"sides": clusters.sides, "gates": [gates.tolist() for gates in clusters.gates]}


def _names(space: Space) -> list[str] | None:
    """Return the names of the nodes; None if they are columns and rows, or points."""
    if len(space.shape) == 2 or space.capabilities.plane:
        return None
    return list(map(place_words, place_list(space.places_of(range(space.size)))))


def _plan(layout: Layout) -> dict[str, Any]:
    """Return the positions of cells in the form that ``layouts.js`` reads."""
    if layout.lattice is not None:
        edges = _packed(layout.edges.astype("<u4"))
        return {"lattice": layout.lattice.name, "wraps": layout.wraps, "edges": edges}
    costs = [number(cost) for cost in layout.costs.tolist()]
    return {
        "centres": _packed(layout.centres[: 0 if layout.shapes is not None else None].astype("<f4")),
        "outline": layout.outlines[0].round(5).tolist(),
        "size": list(layout.size),
        "graph": layout.network,
        "edges": _packed(layout.edges.astype("<u4")),
        "oneWay": layout.one_way.astype(int).tolist(),
        "costs": costs if len(costs) <= _MOST_EDGE_COSTS else [],
        "names": layout.names or (),
        "wraps": layout.wraps,
        "floors": [] if layout.floors is None else layout.floors.tolist(),
        "titles": layout.titles,
    }


def _values(space: Any) -> NDArray[np.float64]:
    """Return the cost of each cell; infinity for walls."""
    if not space.capabilities.cells:
        return np.ones(space.size)
    costs = np.ones(space.walkable.shape) if space.cost is None else space.cost
    return np.where(space.walkable, costs, np.inf)


def _packed(array: NDArray[Any]) -> str:
    return in_base64(np.ascontiguousarray(array).tobytes())
