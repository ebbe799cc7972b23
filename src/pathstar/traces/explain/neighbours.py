"""What a step did to each neighbour of its square, and why."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_list
from pathstar.spaces.neighbours import Neighbour
from pathstar.traces.explain import both_ends, deepening, sight
from pathstar.traces.explain.facts import Fact, fact, named, noun, place_words
from pathstar.traces.explain.sums import Sum, mean, weighted
from pathstar.traces.state import State
from pathstar.traces.timeline import NO_PARENT
from pathstar.words import Say, Value, number, numbers, rest, same

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

# On a grid without costs, searches count in units: by how much a diagonal step is rounded, for each cell.
_UNIT = 2.0**-58


@dataclass(frozen=True, slots=True)
class News:
    """What an event says about a neighbour.

    Attributes:
        node: Its number in the search.
        parent: The place from which it is reached.
        opened: Whether it was put on the open list for the first time; otherwise it was improved.
        g, h: As in the event.
    """

    node: int
    parent: Place
    opened: bool
    g: float
    h: float


@dataclass(frozen=True, eq=False)
class Look:
    """The neighbours of one step.

    Attributes:
        trace: The trace.
        node: The number of the square that was closed.
        place: Its place.
        g: Its cost from the start.
        from_goal: Whether the search from the goal closed it.
        before: The state before the step.
        news: The changes by place.
        changes: The changes in order; on a `Timed` a place may occur more than once.
    """

    trace: Trace
    node: int
    place: Place
    g: float
    from_goal: bool
    before: State
    news: dict[Place, News]
    changes: list[tuple[Place, News]]

    @classmethod
    def of(cls, trace: Trace, step: int, before: State) -> Look:
        """Return the neighbours of a step, from the state before it."""
        events = trace.events_of(step)
        first = events[0]
        no_parent = events["parent"] == NO_PARENT
        parents = place_list(trace.space.places_of(np.where(no_parent, first["node"], events["parent"])))
        places = place_list(trace.space.places_of(events["node"]))
        changes = [
            (place, News(node, parent, kind == EventType.GENERATE.value, g, h))
            for place, node, parent, kind, g, h in zip(
                places[1:],
                events["node"][1:].tolist(),
                parents[1:],
                events["type"][1:].tolist(),
                events["g"][1:].tolist(),
                events["h"][1:].tolist(),
                strict=True,
            )
        ]
        g, from_goal = float(first["g"]), bool(first["from_goal"])
        return cls(trace, int(first["node"]), places[0], g, from_goal, before, dict(changes), changes)

    def along(self, news: News) -> Sum:
        """Return the terms of G of a neighbour: its parent's G, and the cost of the rest of the way."""
        parent = None if news.parent == self.place else self.before.square(news.parent)
        g = self.g if parent is None else parent.g
        return Sum.of(g) + Sum.of(news.g - g)


def facts(trace: Trace, step: int, before: State) -> Iterator[Fact]:
    """Yield what happened to each neighbour: first those opened and improved, then those passed over."""
    look = Look.of(trace, step, before)
    if look.place == trace.goal and trace.ends_at(step):
        return
    lines = bool(trace.rules.any_angle)
    events_alone = trace.rules.jumps or trace.rules.open_list == "unknown" or look.from_goal
    around = None if events_alone else trace.space.around(look.place)
    if around is None:
        yield from changes_alone(look)
        return
    allowed = [each for each in around if not each.obstacle]
    order = {place: number for number, place in enumerate(look.news)}
    changed = sorted((each for each in allowed if each.place in order), key=lambda each: order[each.place])
    for each in changed:
        news = look.news[each.place]
        yield _changed(look, each.place, news, look.along(news) if lines else _terms(look, each))
    others = [each for each in allowed if each.place not in look.news]
    if lines:
        yield from sight.facts(look)
        yield from sight.passed_over(look, others)
    else:
        yield from _passed_over(look, others)
    yield from _corners([each for each in around if each.corners and each.obstacle])
    yield from _obstacles(around)


def changes_alone(look: Look) -> Iterator[Fact]:
    """Yield what the events say, for a space whose neighbours are unknown."""
    jumps = look.trace.rules.jumps
    if jumps and look.before.current is None:
        yield fact("jump.start", [look.place])
    for place, news in look.changes:
        yield _changed(look, place, news, look.along(news))
    if look.trace.rules.any_angle:
        yield from sight.facts(look)
    if jumps and not look.news:
        yield fact("jump.nothing", [look.place])


def _changed(look: Look, place: Place, news: News, terms: Sum) -> Fact:
    """State that a neighbour was opened, improved or re-opened; `terms` are the summands of G."""
    old = None if news.opened else look.before.square_of(news.node, from_goal=look.from_goal)
    ends: dict[str, Value] = {"place": place_words(place), "parent": place_words(news.parent)}
    if old is None:
        ends["sum"] = _sum(look, news, terms)
        if look.trace.rules.jumps:
            far = max(abs(i - j) for i, j in zip(look.place, place, strict=True))
            return fact("opened.jump", [place, look.place], [place], count=far, noun=noun("square"), **ends)
        return fact("opened", [place, news.parent], [place], **ends)
    new_g, old_g = numbers(news.g, old.g)
    new_f, old_f = numbers(_f(look, news), old.f)
    ends["old_parent"] = Say("step.parent.none") if old.parent is None else place_words(old.parent)
    places = dict.fromkeys((place, news.parent, *([old.parent] if old.parent else [])))
    kind = "reopened" if old.closed else "improved"
    values: dict[str, Value] = {"old_g": old_g, "new_g": new_g, "terms": terms.behind(new_g)}
    if not look.trace.rules.use_g:
        return fact(f"{kind}.h", places, [place], h=new_f, **values, **ends)
    return fact(f"{kind}.f", places, [place], old_f=old_f, new_f=new_f, **values, **ends)


def _terms(look: Look, each: Neighbour) -> Sum:
    """Return the terms of G over a neighbour, such as ``14 + 14 × 3``."""
    step, costs = Sum.of(each.length), [Sum.of(cost) for cost in each.factors]
    if costs:
        step = step * (costs[0] if len(costs) == 1 else mean(costs))
    return Sum.of(look.g) + step


def _f(look: Look, news: News) -> float:
    return news.g + news.h if look.trace.rules.use_g else news.h


def _sum(look: Look, news: News, terms: Sum) -> Say:
    """Return G, H and F of a new square."""
    rules = look.trace.rules
    values: dict[str, Value] = {"g_sum": terms.makes(number(news.g))}
    if rules.weight == 0:
        return Say("step.sum.g" if rules.open_list == "fifo" else "step.sum.g_is_f", values)
    f = _f(look, news)
    if rules.use_g and rules.weight != 1:
        h = news.h / rules.weight
        f_sum = weighted(news.g, h, rules.weight).makes(number(f))
        return Say("step.sum.weighted", {**values, "h": h, "f_sum": f_sum})
    if not rules.use_g:
        return Say("step.sum.h", {**values, "h": news.h})
    return Say("step.sum", {**values, "h": rest(f, news.g), "f": f})


def _passed_over(look: Look, others: list[Neighbour]) -> Iterator[Fact]:
    """Yield why walkable neighbours were left as they are."""
    passed = [(each, _known(look, each)) for each in others]
    if look.trace.rules.kept_out == "mask":
        yield from _unopened(look, [each.place for each, known in passed if known is None])
        passed = [(each, known) for each, known in passed if known is not None]
    if look.trace.deepens:
        yield from deepening.on_path([each.place for each, _ in passed])
    else:
        yield from _left_alone(look, passed)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was known about a neighbour: whether it was closed, and its cost from the start."""

    closed: bool
    g: float


def _known(look: Look, each: Neighbour) -> _Known | None:
    row = look.before.row_of(each.place, from_goal=look.from_goal)
    return None if row is None else _Known(bool(look.before.is_closed[row]), float(look.before.g[row]))


def _alike(look: Look, cost: float, known: float) -> bool:
    """Return whether the cost of a way equals a cost of the search, up to the rounding of its units."""
    rounding = look.trace.space.size * max(look.trace.rules.weight, 1.0) * _UNIT
    return same(cost, known) or math.isclose(cost, known, rel_tol=rounding)


def _unopened(look: Look, places: list[Place]) -> Iterator[Fact]:
    """Yield what keeps neighbours from being opened: a mask, dead ends, or otherwise a limit of the cost."""
    kept_out = look.trace.rules.kept_out
    kind = f"kept_out.{kept_out}" if kept_out else "too_dear"
    if places:
        yield fact(kind, places, places, places=named(places), count=len(places))


def _left_alone(look: Look, passed: list[tuple[Neighbour, _Known | None]]) -> Iterator[Fact]:
    """Yield why neighbours that a search knows, or might open, were left as they are."""
    closed, left_out, unopened = [], [], []
    have_met = look.trace.two_sided and both_ends.have_met(look.before)
    for each, known in passed:
        cost = look.g + each.cost
        better = known is not None and cost < known.g and not _alike(look, cost, known.g)
        if have_met and (known is None or better):
            left_out.append(each.place)
        elif known is None:
            unopened.append(each.place)
        elif not known.closed:
            yield _kept(look, each, known, better)
        elif better:
            new, old = numbers(cost, known.g)
            place = place_words(each.place)
            yield fact("closed.stays", [each.place], [each.place], place=place, new_g=new, old_g=old)
        else:
            closed.append(each.place)
    if left_out:
        yield both_ends.left_out(look.before, left_out)
    if closed:
        yield fact("closed.already", closed, closed, places=named(closed), count=len(closed))
    yield from _unopened(look, unopened)


def _kept(look: Look, each: Neighbour, known: _Known, better: bool) -> Fact:
    cost = look.g + each.cost
    place, terms = place_words(each.place), _terms(look, each)
    if not better and _alike(look, cost, known.g):
        return fact("kept.equal", [each.place], [each.place], place=place, g_sum=terms.makes(number(known.g)))
    new, old = numbers(cost, known.g)
    reason = "first" if better else "worse"
    return fact(f"kept.{reason}", [each.place], [each.place], place=place, g_sum=terms.makes(new), old_g=old)


def _corners(cut: list[Neighbour]) -> Iterator[Fact]:
    """Yield the steps that would cut a corner."""
    for each in cut:
        places, walls = (each.place, *each.corners), named(each.corners)
        place = place_words(each.place)
        yield fact(
            f"corner.{each.obstacle}", places, [each.place], place=place, walls=walls, count=len(walls)
        )


def _obstacles(around: list[Neighbour]) -> Iterator[Fact]:
    """Yield the neighbours that cannot be entered at all."""
    for kind in ("wall", "one_way", "outside"):
        there = [each.place for each in around if each.obstacle == kind]
        if there and kind == "outside":
            yield fact("outside", [], there, count=len(there))
        elif there:
            yield fact(kind, there, there, places=named(there), count=len(there))
