"""Worlds in files: an ``.npz`` with the layers of the map, and everything else as JSON."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

import numpy as np

from pathstar.archives import read_archive, write_archive
from pathstar.errors import MapFormatError, PathstarError
from pathstar.fleet.world.events import Event
from pathstar.fleet.world.ground.danger import Danger, Loss
from pathstar.fleet.world.ground.fog import Fog
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import LONG_AGO, NOBODY, Order, Unit
from pathstar.maps.arguments import checked_file
from pathstar.maps.costs import CostModel
from pathstar.maps.facts import arrays_of, facts_of, map_of_facts
from pathstar.maps.map import Map
from pathstar.spaces.moves import Moves

_KIND = "pathstar world"
_VERSION = 1
_ABOUT = "about"  # the array that holds the JSON
_LAYER = "layer_"  # begins the names of the map's layers
_KNOWN = "known_"  # begins those of the maps that players know, before the player
_SEEN = "seen_"  # begins those of the cells that a player has seen
_MOTION = ("ends", "times", "headings")
_WORLD = "a world that World.save wrote"
# The exceptions that reading a damaged file may raise.
_DAMAGE = (
    PathstarError,
    AttributeError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
)

Made = TypeVar("Made")


def write_world(
    file: str | os.PathLike[str], state: State, options: dict[str, Any], danger: Danger | None
) -> None:
    """Write a world; the file appears complete or not at all.

    Raises:
        OptionError: The name is not that of a file.
        OSError: The file cannot be written.
    """
    target, ground, motion = checked_file("file", file), state.ground, state.motion
    about = {
        "kind": _KIND,
        "version": _VERSION,
        "options": {**options, "danger_from_losses": None if danger is None else danger.given},
        "map": facts_of(ground.map),
        "moves": asdict(ground.moves),
        "profiles": {name: asdict(model) for name, model in ground.profiles.items()},
        "now": state.now,
        "groups": state.groups,
        "ticked": state.ticked,
        "free_at": state.turns.free_at,
        "events": state.events,
        "units": [asdict(unit) for unit in state.units.values()],
        "revisions": {unit.player: ground.revision_for(unit) for unit in state.units.values()},
        "dangers": ground.danger,
        "min_costs": ground.min_costs,
        "players": [] if ground.fog is None else list(ground.fog.players),
        "looked": ground.fog is not None and ground.fog.revision == ground.map.revision,
        "losses": [] if danger is None else danger.losses,
        "due": None if danger is None else danger.due,
    }
    arrays: dict[str, Any] = {f"{_LAYER}{name}": layer for name, layer in arrays_of(ground.map).items()}
    arrays |= {name: getattr(motion, name)[: motion.count] for name in _MOTION}
    arrays |= {} if ground.fog is None else _known(ground.fog)
    arrays[_ABOUT] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    write_archive(target, arrays)


Make = Callable[[dict[str, Any], dict[str, Any]], Made]


def read_world(file: str | os.PathLike[str], make: Make[Made]) -> Made:
    """Read a file that `write_world` wrote, and return the result of `make` for its facts and arrays.

    Raises:
        MapFormatError: The file is not such a world.
        OSError: The file cannot be read.
    """
    path = checked_file("file", file)
    try:
        arrays = read_archive(path)
        about = json.loads(arrays.pop(_ABOUT).tobytes())
        if (about["kind"], about["version"]) != (_KIND, _VERSION):
            raise ValueError(f"it is a {about['kind']!r} of version {about['version']!r}")
        return make(about, arrays)
    except zipfile.BadZipFile as error:
        raise MapFormatError(str(path), found=str(error), expected=_WORLD) from error
    except _DAMAGE as error:
        found = f"a damaged file ({type(error).__name__}: {error})"
        raise MapFormatError(str(path), found=found, expected=_WORLD) from error


def map_of(about: dict[str, Any], arrays: dict[str, Any]) -> Map:
    """Return the map of a saved world."""
    layers = {name.removeprefix(_LAYER): array for name, array in arrays.items() if name.startswith(_LAYER)}
    return map_of_facts(layers.pop("passable"), layers, about["map"])


def options_of(about: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with which the world was made."""
    profiles = {name: CostModel(**model) for name, model in about["profiles"].items()}
    return {**about["options"], "moves": Moves(**about["moves"]), "profiles": profiles}


def restore(state: State, danger: Danger | None, about: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Put the units of a saved world back where they were."""
    state.now, state.groups, state.ticked = float(about["now"]), int(about["groups"]), float(about["ticked"])
    state.turns.free_at = float(about["free_at"])
    state.events = [_event(*fields) for fields in about["events"]]
    fog = state.ground.fog
    if fog is not None:
        _restore_known(fog, about, arrays)
    for player, layer in about["dangers"].items():
        state.ground.learn_danger(int(player), layer)
    motion = state.motion
    motion.ends, motion.times, motion.headings = (np.array(arrays[name]) for name in _MOTION)
    motion.count = len(motion.headings)
    for fields in about["units"]:
        order = fields.pop("order")
        unit = Unit(**fields, order=None if order is None else Order(**order))
        # The new maps count their revisions from 0; a path from before the last edit is checked again.
        if unit.planned_at != NOBODY:
            fresh = unit.planned_at == about["revisions"][str(unit.player)]
            unit.planned_at = state.ground.revision_for(unit) if fresh else LONG_AGO
        state.restore(unit)
    state.ground.restore_min_costs(about["min_costs"])
    if danger is not None:
        danger.losses = [Loss(*loss) for loss in about["losses"]]
        danger.due = float(about["due"])


def _event(time: float, kind: str, unit: int, place: list[int], other: int | None) -> Event:
    return Event(time, kind, unit, (place[0], place[1]), other)


def _known(fog: Fog) -> dict[str, Any]:
    """Return what the players know as arrays by name."""
    arrays: dict[str, Any] = {}
    for player, known in fog.players.items():
        arrays[f"{_SEEN}{player}"] = known.seen
        arrays |= {f"{_KNOWN}{player}_{name}": layer for name, layer in known.map.layers.items()}
    return arrays


def _restore_known(fog: Fog, about: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Restore what the players knew."""
    fog.revision = 0 if about["looked"] else LONG_AGO
    for player in about["players"]:
        known, prefix = fog.known(player), f"{_KNOWN}{player}_"
        known.observe(np.argwhere(arrays[f"{_SEEN}{player}"])[:, ::-1])
        layers = {
            name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)
        }
        # "passable" comes last, as other layers open and close cells.
        for name in sorted(layers, key=lambda name: name == "passable"):
            if name not in known.map.layers:
                known.map.add_layer(name, layers[name])
            elif name not in known.map.derived:
                known.map.edit(name, (slice(None), slice(None)), layers[name])
