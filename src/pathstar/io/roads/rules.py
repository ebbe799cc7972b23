"""Who may use which way of OpenStreetMap, in which direction, and how fast."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Tags = Mapping[str, str]

_NO = (
    "no",
    "private",
    "customers",
    "delivery",
    "agricultural",
    "forestry",
    "military",
    "emergency",
    "use_sidepath",
)
_YES = ("yes", "designated", "permissive")
_LINKS = ("motorway", "trunk", "primary", "secondary", "tertiary")
_SPEED = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*(km/h|kmh|kph|mph|knots)?")
_UNITS = {"mph": 1.609344, "knots": 1.852}
_CLOSED_AREAS = ("pedestrian", "footway", "service")
# The barriers that let a traveller through unless their access tags say otherwise; other barriers do not.
_GATES = frozenset(
    [
        "no",
        "entrance",
        "gate",
        "lift_gate",
        "swing_gate",
        "sliding_gate",
        "bump_gate",
        "hampshire_gate",
        "cattle_grid",
        "kerb",
        "toll_booth",
        "border_control",
        "sally_port",
        "height_restrictor",
    ]
)
_AROUND_CARS = frozenset(
    ["bollard", "block", "planter", "chain", "bus_trap", "sump_buster", "cycle_barrier", "motorcycle_barrier"]
)
_FOOT_ONLY = frozenset(
    ["wicket_gate", "kissing_gate", "stile", "horse_stile", "log", "turnstile", "full-height_turnstile"]
)


@dataclass(frozen=True)
class Profile:
    """How a kind of traveller uses ways.

    Attributes:
        speeds: Kilometres an hour by the value of the tag ``highway``; other ways cannot be used.
        opened: The same for ways that it may use only if its own tag, the last of `keys`, allows it.
        keys: The tags that open or close a way, the most specific last.
        one_way: Whether it obeys one-way rules; if so, the tags that state them, the most specific first.
        limits: Whether the tag ``maxspeed`` counts.
        barriers: The kinds of barrier that it passes unless they are tagged otherwise.
    """

    speeds: Mapping[str, float]
    opened: Mapping[str, float]
    keys: tuple[str, ...]
    one_way: tuple[str, ...]
    limits: bool
    barriers: frozenset[str]


_CAR = {
    "motorway": 110.0,
    "trunk": 90.0,
    "primary": 70.0,
    "secondary": 60.0,
    "tertiary": 50.0,
    "unclassified": 50.0,
    "residential": 30.0,
    "living_street": 10.0,
    "service": 20.0,
    "road": 40.0,
}
_CAR |= {f"{road}_link": 0.6 * _CAR[road] for road in _LINKS}
_QUIET = {road: 1.0 for road in _CAR if not road.startswith(("motorway", "trunk"))}
_PATHS = ("track", "path", "cycleway", "bridleway", "pedestrian", "footway", "steps")

PROFILES: Mapping[str, Profile] = {
    "car": Profile(
        _CAR,
        {},
        ("access", "vehicle", "motor_vehicle", "motorcar"),
        ("oneway",),
        limits=True,
        barriers=_GATES,
    ),
    "bicycle": Profile(
        dict.fromkeys([*_QUIET, *_PATHS[:4]], 16.0) | {"pedestrian": 6.0},
        {"trunk": 16.0, "trunk_link": 16.0, "footway": 10.0},
        ("access", "vehicle", "bicycle"),
        ("oneway:bicycle", "oneway"),
        limits=False,
        barriers=_GATES | _AROUND_CARS,
    ),
    "foot": Profile(
        dict.fromkeys([*_QUIET, *_PATHS], 5.0) | {"steps": 2.5},
        {"trunk": 5.0, "trunk_link": 5.0},
        ("access", "foot"),
        ("oneway:foot",),
        limits=False,
        barriers=_GATES | _AROUND_CARS | _FOOT_ONLY,
    ),
}


def speed_of(tags: Tags, profile: Profile, *, backwards: bool = False) -> float | None:
    """Return how fast a way is used, in kilometres an hour; None if it cannot be used.

    Example:
        >>> speed_of({"highway": "primary", "maxspeed": "30 mph"}, PROFILES["car"])
        48.28032
        >>> speed_of({"highway": "primary", "access": "no"}, PROFILES["car"])
    """
    kind, own = tags.get("highway", ""), tags.get(profile.keys[-1])
    speed = profile.speeds.get(kind, profile.opened.get(kind) if own in _YES else None)
    if speed is None or _may_enter(tags, profile) is False:
        return None
    if tags.get("motorroad") == "yes" and "motor_vehicle" not in profile.keys:
        return None
    if tags.get("area") == "yes" and tags.get("highway") in _CLOSED_AREAS:
        return None
    if not profile.limits:
        return speed
    side = "backward" if backwards else "forward"
    return _limit(tags.get(f"maxspeed:{side}") or tags.get("maxspeed", "")) or speed


def passes(tags: Tags, profile: Profile) -> bool:
    """Return whether a traveller may go on past a node of a way.

    A barrier has the access rules of a way. Without any, its kind decides: a gate is taken to open, and an
    unknown kind to be closed.

    Example:
        >>> passes({"barrier": "bollard"}, PROFILES["car"]), passes({"barrier": "bollard"}, PROFILES["foot"])
        (False, True)
        >>> passes({"barrier": "gate", "access": "private"}, PROFILES["foot"])
        False
    """
    kind = tags.get("barrier")
    if kind is None:
        return True
    allowed = _may_enter(tags, profile)
    if allowed is not None:
        return allowed
    return kind in profile.barriers or (kind == "bollard" and tags.get("bollard") == "rising")


def _may_enter(tags: Tags, profile: Profile) -> bool | None:
    """Return the value of the most specific access tag; None without one."""
    values = [tags[key] for key in profile.keys if key in tags]
    return any(each.strip() not in _NO for each in values[-1].split(";")) if values else None


def _limit(text: str) -> float | None:
    """Return a speed limit in kilometres an hour, or None for a text without a number."""
    found = _SPEED.fullmatch(text.strip())
    if found is None or float(found[1]) == 0:
        return 6.0 if text.strip() == "walk" else None
    return float(found[1]) * _UNITS.get(found[2] or "", 1.0)


def directions_of(tags: Tags, profile: Profile) -> tuple[bool, bool]:
    """Return whether a way may be used from its first node to its last, and back.

    The direction of a reversible way depends on the time of day, so neither is safe to use.

    Example:
        >>> directions_of({"highway": "primary", "oneway": "-1"}, PROFILES["car"])
        (False, True)
        >>> directions_of({"highway": "primary", "junction": "roundabout"}, PROFILES["car"])
        (True, False)
    """
    value = next((tags[key] for key in profile.one_way if key in tags), None)
    if value is None and "oneway" in profile.one_way:
        round_ = tags.get("junction") in ("roundabout", "circular")
        value = "yes" if round_ or tags.get("highway") in ("motorway", "motorway_link") else "no"
    if value in ("-1", "reverse"):
        return False, True
    if value == "reversible":
        return False, False
    return True, value not in ("yes", "true", "1")
