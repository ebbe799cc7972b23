"""Why a step took the square that it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType, Status
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.explain.facts import Fact, fact, named, noun, place_words
from pathstar.traces.explain.sums import weighted
from pathstar.traces.state import State
from pathstar.words import Say, Value, equals, number, numbers, rest, same

if TYPE_CHECKING:
    from pathstar.traces.rules import Rules
    from pathstar.traces.trace import Trace

_NAMED = 4  # the number of squares of a tie that are named


@dataclass(frozen=True, eq=False)
class OpenList:
    """The open list at the moment of a choice, in the order in which its squares were last touched.

    Attributes:
        trace: The trace.
        nodes: Their numbers in the search.
        f, g, h: float64 ``(n,)``.
        tie_g: The G that breaks ties, float64 ``(n,)``.
        added: When they were added, as far as it breaks ties, ``(n,)``.
        chosen: The chosen row.
    """

    trace: Trace
    nodes: NDArray[np.uint32]
    f: NDArray[np.float64]
    g: NDArray[np.float64]
    h: NDArray[np.float64]
    tie_g: NDArray[np.float64]
    added: NDArray[np.int64]
    chosen: int

    @classmethod
    def of(cls, trace: Trace, step: int, before: State) -> OpenList:
        """Return the open list that a step chose from, in the state before it."""
        event = trace.events[trace.step_starts[step]]
        mine = before.from_goal == event["from_goal"]
        rows = np.flatnonzero(~before.is_closed & mine)
        nodes, added = before.nodes[rows], before.order[rows]
        if not trace.rules.use_g and trace.rules.ties in ("larger_g", "first"):
            added = _first_entries(trace, before, nodes)
        return cls(
            trace,
            nodes,
            before.f[rows],
            before.g[rows],
            before.h[rows],
            trace.events["g"][added],
            added,
            int(np.flatnonzero(nodes == event["node"])[0]),
        )

    @property
    def noun(self) -> str:
        """The noun for one square."""
        return self.trace.space.noun

    def place(self, row: int) -> Place:
        """Return one square's place."""
        return place_of(self.trace.space, self.nodes[row])

    def named(self, rows: NDArray[np.int64]) -> tuple[Place, ...]:
        """Return the places of some squares, the last added first, as many as a sentence names."""
        return tuple(place_list(self.trace.space.places_of(self.nodes[rows[::-1][:_NAMED]])))

    def rivals(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the other rows in which a value equals the chosen one's, up to rounding."""
        mine = values[self.chosen]
        equal = np.abs(values - mine) <= 8 * np.finfo(float).eps * np.abs(mine)
        equal[self.chosen] = False
        return np.flatnonzero(equal)


def _first_entries(trace: Trace, state: State, nodes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return the events that first put open squares on the list.

    A better path adds a square a second time. If F does not count G, both entries have the same F, and
    under some rules the first entry still comes before the second.
    """
    events = trace.events[: state.count]
    news = np.flatnonzero(
        (events["type"] == EventType.GENERATE.value) | (events["type"] == EventType.SOURCE.value)
    )
    opened, first = np.unique(events["node"][news], return_index=True)
    return news[first[np.searchsorted(opened, nodes)]]


def facts(trace: Trace, step: int, before: State) -> Iterator[Fact]:
    """Yield why this square was taken."""
    rules = trace.rules
    if rules.open_list == "unknown":
        yield from _imported(trace, step)
        return
    waiting = OpenList.of(trace, step, before)
    place = waiting.place(waiting.chosen)
    if len(waiting.f) == 1 and step == 0:
        yield fact("chosen.start", [place], place=place_words(place), noun=noun(waiting.noun))
    elif rules.open_list == "fifo":
        yield fact("chosen.fifo", [place], place=place_words(place))
    elif rules.exact:
        yield from _lowest(waiting, rules)
    else:
        yield from _lowest_range(waiting, rules)
    if place == trace.goal and not trace.two_sided:
        case = _goal_case(trace, step)
        yield fact(f"goal.{case}", [place], **({"letter": rules.key_letter} if case == "going_on" else {}))


def _imported(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield what the event says, for a trace written by another program."""
    state = trace[step]
    assert state.place is not None
    square = state.square(state.place)
    name = place_words(state.place)
    if square is None:
        yield fact("chosen.imported", [state.place], place=name)
    else:
        yield fact("chosen.imported_f", [state.place], place=name, f=square.f)
    if state.place == trace.goal:
        yield fact("goal.imported", [state.place])


def key_of(rules: Rules, g: float, h: float) -> Say:
    """Return the terms of F, such as ``G 14 + H 40``.

    Example:
        >>> from pathstar.traces.rules import Rules
        >>> from pathstar.words import catalogue
        >>> key = key_of(Rules("weighted-astar", "weighted A*", weight=2.0), 14.0, 80.0)
        >>> catalogue("en").text(key)
        'G 14 + 2 × H 40'
    """
    if not rules.use_g:
        return Say("step.key.h")
    if rules.weight == 0:
        return Say("step.key.g")
    if rules.weight == 1:
        return Say("step.key", {"g": g, "h": rest(g + h, g)})
    h_alone = h / rules.weight
    adds_up = equals(weighted(g, h_alone, rules.weight).value, number(g + h)) == "="
    case = "weighted" if adds_up else "weighted_about"
    return Say(f"step.key.{case}", {"g": g, "h": h_alone, "weight": f"{rules.weight:g}"})


def _lowest(waiting: OpenList, rules: Rules) -> Iterator[Fact]:
    """Yield, for an exact open list, the lowest F and how a tie was broken."""
    row = waiting.chosen
    place = waiting.place(row)
    f, key = float(waiting.f[row]), key_of(rules, float(waiting.g[row]), float(waiting.h[row]))
    letter = rules.key_letter
    yield fact("chosen.lowest", [place], place=place_words(place), letter=letter, f=f, key=key)
    rivals = waiting.rivals(waiting.f)
    count = len(rivals)
    if not count:
        return
    names, called = waiting.named(rivals), noun(waiting.noun)
    few = count <= _NAMED
    others = named(names) if few else Say("step.tie.many", {"count": count, "noun": called})
    reason, values = _tie(waiting, rules, rivals)
    places = (place, *(names if few else ()))
    yield fact(f"tie.{reason}", places, count=count, rivals=others, letter=letter, noun=called, **values)


def _tie(waiting: OpenList, rules: Rules, rivals: NDArray[np.int64]) -> tuple[str, dict[str, Value]]:
    """Return the rule that broke a tie, and the numbers that decided it.

    It is ``"rounding"`` if no rule explains the choice: then the native F, finer than a float, differs.
    """
    added, others_added = waiting.added[waiting.chosen], waiting.added[rivals]
    if rules.ties == "first":
        return "first" if added < others_added.min() else "rounding", {}
    if rules.ties == "last":
        return "last" if added > others_added.max() else "rounding", {}
    sign = 1 if rules.ties == "larger_g" else -1
    mine, others = float(waiting.tie_g[waiting.chosen]), waiting.tie_g[rivals]
    nearest = sign * float((sign * others).max())
    if not same(mine, nearest):
        g, other_g = numbers(mine, nearest)
        return (
            (rules.ties, {"g": g, "other_g": other_g}) if sign * mine > sign * nearest else ("rounding", {})
        )
    equal = rivals[[same(mine, other) for other in others.tolist()]]
    if added < waiting.added[equal].max():
        return "rounding", {}
    return f"{rules.ties}_last", {"g": mine}


def _lowest_range(waiting: OpenList, rules: Rules) -> Iterator[Fact]:
    """Yield, for the bucket list, one square of the lowest range, which need not have the lowest F."""
    row, lowest = waiting.chosen, int(waiting.f.argmin())
    place, other = waiting.place(row), waiting.place(lowest)
    f, low = float(waiting.f[row]), float(waiting.f[lowest])
    key = key_of(rules, float(waiting.g[row]), float(waiting.h[row]))
    ends = {"place": place_words(place), "letter": rules.key_letter}
    yield fact("chosen.range", [place], f=f, key=key, **ends)
    if low < f and not same(f, low):
        mine, less = numbers(f, low)
        called = noun(waiting.noun)
        values = {"letter": rules.key_letter, "other": place_words(other), "other_f": less, "f": mine}
        yield fact("tie.range", [place, other], noun=called, **values)


def _goal_case(trace: Trace, step: int) -> str:
    """Return the case for a target that is on the closed list."""
    if not trace.ends_at(step):
        return "too_soon"
    return "going_on" if step < len(trace) - 1 and trace.path.status is Status.FOUND else "found"


def state_before(trace: Trace, step: int) -> State:
    """Return the state that a step chose from, after the events that led to the step."""
    return State(trace, step - 1, int(trace.step_starts[step]))
