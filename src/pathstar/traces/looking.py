"""What a step did with each neighbour of its square, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_list
from pathstar.spaces.neighbours import Neighbour
from pathstar.traces.choice import state_before
from pathstar.traces.sentences import Sentence
from pathstar.traces.state import Square, State
from pathstar.traces.words import counted, listing, number, numbers, place_words, same

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


@dataclass(frozen=True, slots=True)
class News:
    """What an event says of a neighbour.

    Attributes:
        node: Its number in the search.
        opened: Whether it was put on the open list for the first time; otherwise it was improved.
        g, h: As the event has them.
    """

    node: int
    opened: bool
    g: float
    h: float


@dataclass(frozen=True, eq=False)
class Look:
    """One step's look around.

    Attributes:
        trace: The trace.
        place: The square that was closed.
        g: Its cost from the start.
        before: The state that the step began with.
        news: What changed, by place.
        changes: The same in order; on a `Timed` a place may be there more than once.
    """

    trace: Trace
    place: Place
    g: float
    before: State
    news: dict[Place, News]
    changes: list[tuple[Place, News]]

    @classmethod
    def of(cls, trace: Trace, step: int) -> Look:
        """Return what a step saw."""
        events = trace.events_of(step)
        places = place_list(trace.space.places_of(events["node"]))
        changes = [
            (place, News(node, kind == EventType.GENERATE.value, g, h))
            for place, node, kind, g, h in zip(
                places[1:],
                events["node"][1:].tolist(),
                events["type"][1:].tolist(),
                events["g"][1:].tolist(),
                events["h"][1:].tolist(),
                strict=True,
            )
        ]
        return cls(trace, places[0], float(events["g"][0]), state_before(trace, step), dict(changes), changes)


def sentences(trace: Trace, step: int) -> Iterator[Sentence]:
    """Say what happened to each neighbour: first what was opened and improved, then what was passed over."""
    look = Look.of(trace, step)
    if look.place == trace.goal and trace.ends_at(step):
        return
    told = trace.rules.jumps or trace.rules.open_list == "unknown"
    around = None if told else trace.space.around(look.place)
    if around is None:
        yield from _changes_alone(look)
        return
    allowed = [each for each in around if not each.obstacle]
    changed = [each for each in allowed if each.place in look.news]
    changed.sort(key=lambda each: list(look.news).index(each.place))
    for each in changed:
        yield _changed(look, each.place, look.news[each.place], f"{number(look.g)} + {_sum_words(each)}")
    yield from _passed_over(look, [each for each in allowed if each.place not in look.news])
    yield from _corners([each for each in around if each.corners and each.obstacle])
    yield from _walls(around)


def _changes_alone(look: Look) -> Iterator[Sentence]:
    """Of a space whose neighbours cannot be looked at one by one: what its events say."""
    jumps = look.trace.rules.jumps
    if jumps and look.before.current is None:
        text = "The search runs on from a square while nothing forces a turn, and opens only where it stops."
        yield Sentence("jump", text, (look.place,))
    for place, news in look.changes:
        how = f" as a jump point {_far(look.place, place)} away" if jumps else ""
        yield _changed(look, place, news, f"{number(look.g)} + {number(news.g - look.g)}", how)
    if jumps and not look.news:
        text = "Jumping from here finds nothing new: every way ends at a wall or a jump point already known."
        yield Sentence("jump", text, (look.place,))


def _far(here: Place, there: Place) -> str:
    return counted(max(abs(i - j) for i, j in zip(here, there, strict=True)), "square")


def _changed(look: Look, place: Place, news: News, sum_words: str, how: str = "") -> Sentence:
    """Say that a neighbour was opened, improved or opened again."""
    here, old = place_words(look.place), look.before.square_of(news.node)
    if news.opened or old is None:
        text = f"{place_words(place)} is opened{how} with parent {here}: {_key(look, news, sum_words)}."
        return Sentence("opened", text, (place, look.place), (place,))
    new_g, old_g = numbers(news.g, old.g)
    new_f, old_f = numbers(_f(look, news), old.f)
    parent = place_words(old.parent) if old.parent is not None else "none"
    turn = f"its parent changes from {parent} to {here}"
    places = tuple(dict.fromkeys((place, look.place, *([old.parent] if old.parent else []))))
    fall = f"G falls from {old_g} to {new_g} ({sum_words})"
    fall += f", F from {old_f} to {new_f}" if look.trace.rules.use_g else f", F stays {new_f}"
    if old.closed:
        text = f"{place_words(place)} was closed, but this way to it is better: {fall}, and {turn}."
        return Sentence("reopened", f"{text} It is open again.", places, (place,))
    return Sentence(
        "improved", f"{place_words(place)} gets a better way: {fall}, and {turn}.", places, (place,)
    )


def _sum_words(each: Neighbour) -> str:
    """Say how the cost of a step comes about, such as ``"14 x 3"``."""
    length, costs = number(each.length), [number(cost) for cost in each.factors]
    if len(costs) < 2:
        return " x ".join([length, *costs])
    return f"{length} x ({' + '.join(costs)}) / {len(costs)}"


def _f(look: Look, news: News) -> float:
    return news.g + news.h if look.trace.rules.use_g else news.h


def _key(look: Look, news: News, sum_words: str) -> str:
    """Say what G, H and F of a new square are."""
    rules = look.trace.rules
    g = f"G {sum_words} = {number(news.g)}"
    if rules.weight == 0:
        return g if rules.open_list == "fifo" else f"{g}, and F is the same"
    estimate = number(news.h / rules.weight)
    if rules.use_g and rules.weight != 1:
        estimate += f", F {number(news.g)} + {rules.weight:g} x {estimate} = {number(_f(look, news))}"
        return f"{g}, H {estimate}"
    return f"{g}, H {estimate}, F {number(_f(look, news))}"


def _passed_over(look: Look, others: list[Neighbour]) -> Iterator[Sentence]:
    """Say why neighbours that could be entered were left as they are."""
    closed = []
    for each in others:
        known = look.before.square(each.place)
        assert known is not None  # or it would have been opened
        better = look.g + each.cost < known.g and not same(look.g + each.cost, known.g)
        if not known.closed:
            yield _kept(look, each, known, better)
        elif better:
            mine, theirs = numbers(look.g + each.cost, known.g)
            fall = f"G would fall from {theirs} to {mine}"
            text = f"{place_words(each.place)} is closed and stays so, although {fall}."
            yield Sentence("closed", text, (each.place,), (each.place,))
        else:
            closed.append(each.place)
    if closed:
        verb = "is" if len(closed) == 1 else "are"
        yield Sentence("closed", f"{listing(closed)} {verb} closed already.", tuple(closed), tuple(closed))


def _kept(look: Look, each: Neighbour, known: Square, better: bool) -> Sentence:
    place, new = place_words(each.place), look.g + each.cost
    mine, theirs = numbers(new, known.g)
    how = f"{number(look.g)} + {_sum_words(each)}"
    if better:
        reason = f"G would be {how} = {mine} against {theirs}, but the first way found is kept"
    elif same(new, known.g):
        reason = f"this way is just as long (G {how} = {number(new)}), so nothing changes"
    else:
        reason = f"this way is no better: G would be {how} = {mine}, it is {theirs}"
    return Sentence("kept", f"{place} is open already, and {reason}.", (each.place,), (each.place,))


def _corners(cut: list[Neighbour]) -> Iterator[Sentence]:
    """Say which steps would cut a corner."""
    for each in cut:
        walls = listing(each.corners)
        if each.obstacle == "cut":
            reason = f"would cut the corner of the wall at {walls}"
            if len(each.corners) == 2:
                reason = f"would cut the corners of the walls at {walls}"
        else:
            reason = f"would squeeze between the walls at {walls}"
        text = f"{place_words(each.place)} is not looked at: the step {reason}."
        yield Sentence("corner", text, (each.place, *each.corners), (each.place,))


def _walls(around: list[Neighbour]) -> Iterator[Sentence]:
    """Say what cannot be entered at all."""
    walls = tuple(each.place for each in around if each.obstacle == "wall")
    if walls:
        yield Sentence(
            "wall", f"{listing(walls)} {'is a wall' if len(walls) == 1 else 'are walls'}.", walls, walls
        )
    barred = tuple(each.place for each in around if each.obstacle == "one_way")
    if barred:
        text = f"{listing(barred)} cannot be entered from here: the way is closed in this direction."
        yield Sentence("one_way", text, barred, barred)
    outside = tuple(each.place for each in around if each.obstacle == "outside")
    if outside:
        words = "1 neighbour lies" if len(outside) == 1 else f"{len(outside)} neighbours lie"
        yield Sentence("outside", f"{words} outside the map.", (), outside)
