"""The maps that a space was made from, how it takes over their edits, and how it is pickled with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, StaleError
from pathstar.maps.arguments import checked_switch
from pathstar.spaces.cells import check_changed_costs
from pathstar.spaces.links import Links

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

_OF_THE_MAP = ("walkable", "cost", "edges")

Fields = tuple[NDArray[np.bool_], NDArray[np.float64] | None]


def check_of_map(function: str, options: Iterable[str]) -> None:
    """Check that no argument of a space is given that its map determines.

    Args:
        function: The name of the function that makes the space.
        options: The names of the arguments given.

    Raises:
        OptionError: One of them is determined by the map.

    Example:
        >>> check_of_map("Map.grid", {"cost": [[1]]})
        Traceback (most recent call last):
        pathstar.errors.OptionError: Map.grid takes no cost: that comes from the layers of the map; costs=, a
        CostModel, says how
    """
    for name in _OF_THE_MAP:
        if name in options:
            raise OptionError(
                f"{function} takes no {name}: that comes from the layers of the map; costs=, a CostModel, "
                "says how"
            )


class Source:
    """The maps that a space was made from, and how it follows them.

    Attributes:
        floors: The id of each floor's map, from the lowest; a single id for a space without floors.
        costs: How their layers make one cost, as for `Map.cost_field`.
        followed: Whether the space follows by itself; otherwise a caller hands it the changes.
        core: The native source. It knows the maps themselves if they are followed, otherwise only their
            revisions.
    """

    __slots__ = ("core", "costs", "floors", "followed")

    def __init__(self, floors: tuple[str, ...], costs: CostModel | None, followed: bool = False) -> None:
        self.floors = floors
        self.costs = costs
        self.followed = followed
        self.core = _core.MapSource()

    @classmethod
    def of(cls, maps: Iterable[Map], costs: CostModel | None, follow: bool) -> Source:
        """Return a source of these maps as they are now."""
        from pathstar.maps.costs import cost_plan  # loaded already if there is a Map

        floors = list(maps)
        source = cls(tuple(map.id for map in floors), costs, follow)
        for floor, map in enumerate(floors):
            followed, plan = (map.core, cost_plan(map, costs)) if follow else (None, None)
            source.core.add_floor(followed, plan, map.revision, floor * map.size)
        return source

    @property
    def revisions(self) -> dict[str, int]:
        """The revision of the space, by id of the map."""
        return {id: self.core.revision(floor) for floor, id in enumerate(self.floors)}

    def detached(self) -> Source:
        """Return a source at the same revisions without the maps: a caller hands it the changes."""
        function, arguments = self.__reduce__()
        source: Source = function(*arguments)
        return source

    def __reduce__(self) -> tuple[Any, ...]:
        revisions = [self.core.revision(floor) for floor in range(len(self.floors))]
        return _detached, (self.floors, self.costs, revisions)

    def __setstate__(self, state: Any) -> None:
        """Take over what version 0.1 pickled: the ids of the maps, their revisions by id, and the costs."""
        floors, revisions, costs = state
        self.__init__(floors, costs)  # type: ignore[misc]  # unpickling has not called it
        for id in floors:
            self.core.add_floor(None, None, revisions[id], 0)


def _detached(floors: tuple[str, ...], costs: CostModel | None, revisions: list[int]) -> Source:
    """Make the source of an unpickled space, which has no maps."""
    source = Source(floors, costs)
    for revision in revisions:
        source.core.add_floor(None, None, revision, 0)
    return source


class Follower(Protocol):
    """A space that may have been made from maps."""

    source: Source | None
    from_map: ClassVar[str]
    cost_model: str
    links: Links

    @property
    def core(self) -> _core.Grid | _core.RegularGrid:
        """The native space."""

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Where cells are walkable."""

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """What cells cost, if they differ."""

    @property
    def width(self) -> int:
        """Cells from left to right."""

    @property
    def height(self) -> int:
        """Cells from top to bottom."""


def follow_maps(space: Follower, maps: Iterable[Map], costs: CostModel | None, follow: Any) -> None:
    """Let a space that was just made from maps follow their edits, by itself or by changes from a caller.

    Raises:
        OptionError: ``follow`` is neither True nor False, or False although there are rules for edges.
    """
    checked_switch("follow", follow)
    if space.links.edges and not follow:
        raise OptionError("follow is False; allowed with rules for edges, which read the map's layers: True")
    space.source = Source.of(maps, costs, follow)
    space.core.follow(space.source.core)


def follows(space: object, map_id: str) -> bool:
    """Return whether a space, or its ground, was made from a map and follows it by itself."""
    source: Source | None = getattr(getattr(space, "ground", None), "source", None)
    return source is not None and source.followed and map_id in source.revisions


def take_over(space: Follower, change: Change) -> None:
    """Bring a space up to date with an edit of its map, on every floor made from that map.

    A change that the space has seen does nothing.

    Raises:
        StaleError: The change does not follow on the revision of the space.
        CostError: A cell that can be entered costs too much.
        OptionError: The space was not made from a map, the argument is not a change, or the space has rules
            for edges and was pickled.
    """
    from pathstar.maps.change import Change  # loaded already if there is a Change

    source = space.source
    kind = type(space).__name__
    if source is None:
        raise OptionError(
            f"this {kind} was made from arrays; only one made by {space.from_map} takes changes of its map"
        )
    if not isinstance(change, Change):
        raise OptionError(f"change is {change!r}; allowed: what Map.edit returned")
    space.core.catch_up()
    if not _is_next(source, change, kind):
        return
    if space.links.edges:
        raise OptionError(
            f"a {kind} with rules for edges takes no changes once it was pickled; make it from the map again"
        )
    costs = change.cost_field(source.costs)
    if costs is not None:
        check_changed_costs(change, costs)
    walkable = np.ascontiguousarray(change.walkable, np.uint8)
    floors = [floor for floor, id in enumerate(source.floors) if id == change.map_id]
    starts = np.array(floors, np.uint32)[:, None] * np.uint32(space.width * space.height)
    space.core.update(
        (starts + change.numbers).ravel(),
        np.tile(walkable, len(floors)),
        np.tile(np.ones(len(change)) if costs is None else costs, len(floors)),
    )
    for floor in floors:
        source.core.stand_at(floor, change.after)


def _is_next(source: Source, change: Change, kind: str) -> bool:
    """Return whether a change follows on a space's revision; False if it was seen before."""
    stands = source.revisions.get(change.map_id)
    if stands is None:
        maps = "map" if len(source.floors) == 1 else "maps"
        raise StaleError(f"the change is of another map than the {maps} that this {kind} was made from")
    if stands < change.before:
        raise StaleError(
            f"this {kind} stands at revision {stands} of its map; "
            f"the change leads from {change.before} to {change.after}"
        )
    return stands < change.after


def reduced(space: Follower, **rules: Any) -> tuple[Any, ...]:
    """Return what makes a copy of a space, also from a pickle: arguments, `rules` of its kind, and a source.

    The source is a new one: if two spaces shared one, each would miss the changes that the other has seen.
    """
    cost = None if space.cost is None else np.array(space.cost)
    options = {"cost": cost, "cost_model": space.cost_model, **rules, **space.links.options}
    source = None if space.source is None else space.source.detached()
    return _rebuilt, (type(space), np.array(space.walkable), options, source)


def _rebuilt(
    kind: type[Any], walkable: NDArray[np.bool_], options: dict[str, Any], source: Source | None
) -> Follower:
    space: Follower = kind(walkable, **options)
    space.source = source
    if source is not None:
        space.core.follow(source.core)
    return space


def floors_of(maps: Any) -> list[Map]:
    """Return maps as the floors of a building.

    Raises:
        OptionError: They are not maps, or there are none.
        ArrayError: They differ in shape.
    """
    from pathstar.maps.map import Map  # loaded already if there is a Map

    try:
        floors = [] if isinstance(maps, (str, bytes)) else list(maps)
    except TypeError:
        floors = []
    if not floors:
        raise OptionError(f"maps is {maps!r}; allowed: a list of maps, one for each floor, the lowest first")
    for floor, map in enumerate(floors):
        if not isinstance(map, Map):
            raise OptionError(f"maps[{floor}] is a {type(map).__name__}; allowed: a Map, such as Map(array)")
        if map.shape != floors[0].shape:
            raise ArrayError(
                f"maps[{floor}] has the shape {map.shape}, maps[0] {floors[0].shape}; they must be equal"
            )
    return floors


def fields_of(floors: list[Map], costs: CostModel | None) -> Fields:
    """Return the walkable cells ``[d, h, w]`` and their costs; floors without costs cost 1 if others have."""
    fields = [map.cost_field(costs) for map in floors]
    walkable = np.stack([map.passable for map in floors])
    if all(field is None for field in fields):
        return walkable, None
    plain = np.ones(walkable.shape[1:])
    return walkable, np.stack([plain if field is None else field for field in fields])
