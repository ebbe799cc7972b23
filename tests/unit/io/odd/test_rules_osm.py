"""Extracts of OpenStreetMap written from its tagging rules: who may go where, and how fast."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from unit.io.odd.rules import put, refused, table

pytest.importorskip("defusedxml")

PLACES = {1: (0.0, 0.0), 2: (0.01, 0.0), 3: (0.02, 0.0), 4: (0.03, 0.0), 5: (0.01, 0.01), 6: (0.02, 0.01)}
NODES = "".join(f'<node id="{n}" lon="{x}" lat="{y}"/>' for n, (x, y) in PLACES.items())
FORTH, BACK, BOTH = {"1>2"}, {"2>1"}, {"1>2", "2>1"}


def way(refs: str = "12", highway: str | None = "residential", attributes: str = "", **tags: str) -> str:
    """Return a way through nodes of one digit each; __ in the name of a tag stands for a colon."""
    nodes = "".join(f'<nd ref="{ref}"/>' for ref in refs)
    tags = ({} if highway is None else {"highway": highway}) | tags
    text = "".join(f'<tag k="{k.replace("__", ":")}" v="{v}"/>' for k, v in tags.items())
    return f'<way id="7" {attributes}>{nodes}{text}</way>'


def osm(*ways: str, nodes: str = NODES, root: str = "osm") -> str:
    """Return an extract."""
    bounds = '<bounds minlat="0" minlon="0" maxlat="1" maxlon="1"/>'
    return f'<?xml version="1.0"?><{root} version="0.6">{bounds}{nodes}{"".join(ways)}</{root}>'


@dataclass(frozen=True)
class Streets:
    """One extract, who travels, and the resulting steps, such as 1>2; None if it must be refused."""

    name: str
    text: str
    steps: set[str] | None
    profile: str = "car"


def one(name: str, steps: set[str], profile: str = "car", **tags: Any) -> Streets:
    """Return a row for a single way from 1 to 2."""
    return Streets(name, osm(way(**tags)), steps, profile)


def barrier(name: str, steps: set[str], profile: str = "car", **tags: str) -> Streets:
    """Return a row for a way from 1 over 2 and 3 to 4, which others join at 2 and 4; 3 has the tags."""
    text = "".join(f'<tag k="{k}" v="{v}"/>' for k, v in tags.items())
    nodes = NODES.replace(
        '<node id="3" lon="0.02" lat="0.0"/>', f'<node id="3" lon="0.02" lat="0.0">{text}</node>'
    )
    assert nodes != NODES
    return Streets(name, osm(way("1234"), way("52"), way("64"), nodes=nodes), steps | BESIDE, profile)


BESIDE = {"1>2", "2>1", "5>2", "2>5", "6>4", "4>6"}
PAST: set[str] = {"2>4", "4>2"}
STOP: set[str] = set()
BARRIERS = [
    barrier("a bollard stops cars", STOP, barrier="bollard"),
    barrier("bicycles pass bollards", PAST, "bicycle", barrier="bollard"),
    barrier("a rising bollard", PAST, barrier="bollard", bollard="rising"),
    barrier("a removable bollard", STOP, barrier="bollard", bollard="removable"),
    barrier("a bollard for residents", PAST, barrier="bollard", motor_vehicle="destination"),
    *(
        barrier(f"{kind}, {profile}", PAST, profile, barrier=kind)
        for kind in ("gate", "lift_gate", "cattle_grid", "toll_booth", "entrance", "kerb", "no")
        for profile in ("car", "bicycle", "foot")
    ),
    barrier("a private gate", STOP, barrier="gate", access="private"),
    barrier("a private gate, but for feet", PAST, "foot", barrier="gate", access="private", foot="yes"),
    barrier("a gate that is closed to motors", STOP, barrier="gate", motor_vehicle="no"),
    barrier("bicycles are not motors", PAST, "bicycle", barrier="gate", motor_vehicle="no"),
    barrier("a gate for farmers", STOP, barrier="gate", access="agricultural;forestry"),
    barrier("a block", STOP, barrier="block"),
    barrier("feet pass blocks", PAST, "foot", barrier="block"),
    barrier("a cycle barrier slows bicycles", PAST, "bicycle", barrier="cycle_barrier"),
    barrier("a bus trap", STOP, barrier="bus_trap"),
    barrier("a stile", PAST, "foot", barrier="stile"),
    barrier("no bicycles over stiles", STOP, "bicycle", barrier="stile"),
    barrier("no bicycles through turnstiles", STOP, "bicycle", barrier="turnstile"),
    barrier("a wall", STOP, "foot", barrier="wall"),
    barrier("a wall with a way through", PAST, "foot", barrier="wall", access="yes"),
    # The wiki: undocumented kinds imply access=no.
    barrier("an unknown barrier", STOP, "foot", barrier="portcullis"),
    barrier("no barrier, but a crossing", PAST, "bicycle", highway="crossing", bicycle="no"),
    Streets(
        "a barrier at a crossing closes both ways",
        osm(
            way("125"),
            way("324"),
            way("56"),
            nodes=NODES.replace(
                '<node id="2" lon="0.01" lat="0.0"/>',
                '<node id="2" lon="0.01" lat="0.0"><tag k="barrier" v="block"/></node>',
            ),
        ),
        {"5>6", "6>5"},
    ),
]

ROUND = "2562"
DELETED = NODES.replace('<node id="2"', '<node id="2" action="delete"')

CASES = [
    one("both ways", BOTH),
    *(one(f"oneway={word}", FORTH, oneway=word) for word in ("yes", "true", "1")),
    *(one(f"oneway={word}", BACK, oneway=word) for word in ("-1", "reverse")),
    *(one(f"oneway={word}", BOTH, oneway=word) for word in ("no", "false", "0", "alternating")),
    # It is unknown which direction is open: only closing both is never wrong.
    one("oneway=reversible", set(), oneway="reversible"),
    one("a motorway", FORTH, highway="motorway"),
    one("a motorway both ways", BOTH, highway="motorway", oneway="no"),
    one("a trunk road", BOTH, highway="trunk"),
    one("bicycles against the traffic", BOTH, "bicycle", oneway="yes", oneway__bicycle="no"),
    one("cars not against the traffic", FORTH, oneway="yes", oneway__bicycle="no"),
    one("bicycles obey", FORTH, "bicycle", oneway="yes"),
    one("feet do not", BOTH, "foot", oneway="yes"),
    one("feet, too, by a sign", FORTH, "foot", oneway__foot="yes"),
    Streets(
        "a roundabout",
        osm(way("12"), way(ROUND, junction="roundabout"), way("56")),
        BOTH | {"2>5", "5>6", "6>2", "6>5"},
    ),
    Streets(
        "a circular junction",
        osm(way("12"), way(ROUND, junction="circular"), way("56")),
        BOTH | {"2>5", "5>6", "6>2", "6>5"},
    ),
    Streets(
        "a roundabout both ways",
        osm(way("12"), way(ROUND, junction="roundabout", oneway="no"), way("35")),
        BOTH | {"2>5", "5>2", "3>5", "5>3"},
    ),
    one("no cars on a footway", set(), highway="footway"),
    one("feet on a footway", BOTH, "foot", highway="footway"),
    one("no bicycles on stairs", set(), "bicycle", highway="steps"),
    one("no bicycles on a motorway", set(), "bicycle", highway="motorway"),
    *(
        one(f"bicycles on a footway by bicycle={word}", BOTH, "bicycle", highway="footway", bicycle=word)
        for word in ("yes", "designated", "permissive")
    ),
    one("bicycles are pushed along a footway", set(), "bicycle", highway="footway", bicycle="dismount"),
    one("a footway open to all is no cycleway", set(), "bicycle", highway="footway", access="yes"),
    one("no bicycles on a trunk road", set(), "bicycle", highway="trunk"),
    one("bicycles on a trunk road by a tag", BOTH, "bicycle", highway="trunk", bicycle="yes"),
    one("feet on a trunk road by a tag", BOTH, "foot", highway="trunk", foot="yes"),
    one("no feet on a motorway", set(), "foot", highway="motorway"),
    one("not built yet", set(), highway="construction"),
    one("only planned", set(), highway="proposed"),
    one("no road", set(), highway=None, building="yes"),
    one("closed", set(), access="no"),
    one("closed but for motors", BOTH, access="no", motor_vehicle="yes"),
    one("open but for cars", set(), access="yes", motorcar="no"),
    one("closed to vehicles", set(), vehicle="no"),
    one("vehicles do not walk", BOTH, "foot", vehicle="no"),
    one("private", set(), access="private"),
    one("closed by a list", set(), motor_vehicle="agricultural;forestry"),
    one("open by a list", BOTH, motor_vehicle="agricultural; destination"),
    one("for the fire brigade", set(), access="emergency"),
    one("bicycles beside the road", set(), "bicycle", bicycle="use_sidepath"),
    one("motors only", set(), "bicycle", highway="primary", motorroad="yes"),
    one("motors only, on foot", set(), "foot", highway="primary", motorroad="yes"),
    one("motors", BOTH, highway="primary", motorroad="yes"),
    one("residents may", BOTH, access="destination"),
    Streets(
        "a crossing in the middle", osm(way("123"), way("52")), {"1>2", "2>1", "2>3", "3>2", "5>2", "2>5"}
    ),
    Streets("a bend is not a crossing", osm(way("125")), {"1>5", "5>1"}),
    Streets("a bridge is not a crossing", osm(way("13"), way("56")), {"1>3", "3>1", "5>6", "6>5"}),
    Streets("a node that is missing", osm(way("12934")), {"1>2", "2>1", "3>4", "4>3"}),
    Streets("its end is missing", osm(way("129")), BOTH),
    Streets("a node twice in a row", osm(way("1122")), BOTH),
    Streets("a way of one node", osm(way("12"), way("3")), BOTH),
    Streets("a deleted way", osm(way(), way("34", attributes='action="delete"')), BOTH),
    Streets("an invisible way", osm(way(), way("34", attributes='visible="false"')), BOTH),
    Streets("a deleted node", osm(way("34"), way("12"), nodes=DELETED), {"3>4", "4>3"}),
    Streets("ways before nodes", osm(way(), NODES, nodes=""), BOTH),
    Streets(
        "relations and notes",
        osm(way(), '<note>hi</note><relation id="1"><member type="way" ref="7" role=""/></relation>'),
        BOTH,
    ),
    Streets(
        "new nodes of an editor",
        osm(way().replace('ref="', 'ref="-'), nodes=NODES.replace('id="', 'id="-')),
        {"-1>-2", "-2>-1"},
    ),
    Streets("a node without a place", osm(way(), nodes=NODES.replace('lat="0.0"', "", 1)), None),
    Streets("a latitude of 95", osm(way(), nodes=NODES.replace('lat="0.0"', 'lat="95"', 1)), None),
    Streets("a longitude in words", osm(way(), nodes=NODES.replace('lon="0.0"', 'lon="E 5"', 1)), None),
    Streets("a node twice", osm(way(), nodes=NODES + NODES), BOTH),
    Streets("a node in two places", osm(way(), nodes=NODES + '<node id="1" lon="9" lat="9"/>'), None),
    Streets("a node without an id", osm(way(), nodes=NODES.replace('id="1"', "", 1)), None),
    Streets("changes, not a map", osm(way(), root="osmChange"), None),
    Streets("half a file", osm(way())[:-9], None),
    *BARRIERS,
]


@table(CASES)
def test_streets(case: Streets, tmp_path: Path) -> None:
    path = put(tmp_path, "odd.osm", case.text)
    if case.steps is None:
        refused(lambda: ps.read_graph(path, profile=case.profile))
        return
    graph = ps.read_graph(path, profile=case.profile, weight="metres")
    names = [graph.names.of([node]).tolist()[0] for node in range(graph.names.size)]
    steps = {f"{name}>{target}" for name in names for target, _ in graph.steps_from(name)}
    assert steps == case.steps


MPH = 1.609344
SPEEDS = [
    ({"maxspeed": "50"}, 50, 50),
    ({"maxspeed": "50 km/h"}, 50, 50),
    ({"maxspeed": "30 mph"}, 30 * MPH, 30 * MPH),
    ({"maxspeed": "30mph"}, 30 * MPH, 30 * MPH),
    ({"maxspeed": "10 knots"}, 18.52, 18.52),
    ({"maxspeed": "50", "maxspeed:backward": "20 mph"}, 50, 20 * MPH),
    ({"maxspeed:forward": "70"}, 70, None),
]


@pytest.mark.parametrize(("tags", "forward", "backward"), SPEEDS)
def test_speed(tags: dict[str, str], forward: float, backward: float | None, tmp_path: Path) -> None:
    """Numbers are km/h unless a unit follows; a direction has its own."""
    graph = ps.read_graph(
        put(tmp_path, "odd.osm", osm(way(**{k.replace(":", "__"): v for k, v in tags.items()})))
    )
    [edge] = ps.find_path(graph, *_ends(graph)).edges
    assert edge["seconds"] == pytest.approx(edge["metres"] / (forward / 3.6))
    if backward is not None:
        [edge] = ps.find_path(graph, *reversed(_ends(graph))).edges
        assert edge["seconds"] == pytest.approx(edge["metres"] / (backward / 3.6))


@pytest.mark.parametrize(
    "word", ["walk", "none", "signals", "variable", "DE:urban", "", "0", "-5", "fast", "50 furlongs"]
)
def test_speed_in_words(word: str, tmp_path: Path) -> None:
    """A limit in words has its own meaning or is left to the kind of road, and never stops a car."""
    graph = ps.read_graph(put(tmp_path, "odd.osm", osm(way(maxspeed=word))))
    [edge] = ps.find_path(graph, *_ends(graph)).edges
    speed = edge["metres"] / edge["seconds"] * 3.6
    assert (3 <= speed <= 10) if word == "walk" else (10 <= speed <= 150)


def _ends(graph: ps.Graph) -> list[Any]:
    return sorted(graph.names.of([0, 1]).tolist(), key=str)
