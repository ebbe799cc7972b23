"""Why a step took the square that it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType, Status
from pathstar.spaces.base import Place, place_list
from pathstar.traces.sentences import Sentence
from pathstar.traces.state import State
from pathstar.traces.words import listing, number, numbers, place_words, plural, same

if TYPE_CHECKING:
    from pathstar.traces.rules import Rules
    from pathstar.traces.trace import Trace

_NAMED = 4  # so many squares of a tie are named


@dataclass(frozen=True, eq=False)
class OpenList:
    """The open list at the moment of a choice, in the order in which its squares were last touched.

    Attributes:
        noun: What one of them is called.
        places: Where they are.
        f, g, h: float64 ``(n,)``.
        tie_g: The G that a tie is broken by, float64 ``(n,)``.
        added: When they were put on the list, as a tie is broken by it, ``(n,)``.
        chosen: The row that was taken.
    """

    noun: str
    places: list[Place]
    f: NDArray[np.float64]
    g: NDArray[np.float64]
    h: NDArray[np.float64]
    tie_g: NDArray[np.float64]
    added: NDArray[np.int64]
    chosen: int

    @classmethod
    def before(cls, trace: Trace, step: int) -> OpenList:
        """Return the open list that a step chose from."""
        state = state_before(trace, step)
        rows = np.flatnonzero(~state.is_closed)
        nodes, added = state.nodes[rows], state.order[rows]
        if not trace.rules.use_g and trace.rules.ties in ("larger_g", "first"):
            added = _first_entries(trace, state, nodes)
        return cls(
            trace.space.noun,
            place_list(trace.space.places_of(nodes)),
            state.f[rows],
            state.g[rows],
            state.h[rows],
            trace.events["g"][added],
            added,
            int(np.flatnonzero(nodes == trace[step].current)[0]),
        )

    def place(self, row: int) -> Place:
        """Return one square's place."""
        return self.places[row]

    def named(self, rows: NDArray[np.int64]) -> tuple[Place, ...]:
        """Return the places of some squares, the last ones added first, no more than are named."""
        return tuple(self.place(int(row)) for row in rows[::-1][:_NAMED])

    def rivals(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the other rows in which a value equals the chosen one's, up to rounding."""
        mine = values[self.chosen]
        equal = np.abs(values - mine) <= 8 * np.finfo(float).eps * np.abs(mine)
        equal[self.chosen] = False
        return np.flatnonzero(equal)


def _first_entries(trace: Trace, state: State, nodes: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return the events by which open squares first came onto the list.

    A better way adds a square a second time. Where F does not count G, both entries have the same F, and
    under some rules the first one still goes before the second.
    """
    events = trace.events[: state.count]
    news = np.flatnonzero(
        (events["type"] == EventType.GENERATE.value) | (events["type"] == EventType.SOURCE.value)
    )
    opened, first = np.unique(events["node"][news], return_index=True)
    return news[first[np.searchsorted(opened, nodes)]]


def sentences(trace: Trace, step: int) -> Iterator[Sentence]:
    """Say why this square was taken."""
    rules = trace.rules
    if rules.open_list == "unknown":
        yield from _told(trace, step)
        return
    waiting = OpenList.before(trace, step)
    place = waiting.place(waiting.chosen)
    if len(waiting.f) == 1 and step == 0:
        name = place_words(place)
        yield _one(place, f"{name} is the start, the only open {waiting.noun}. It goes on the closed list.")
    elif rules.open_list == "fifo":
        yield _one(
            place,
            f"{place_words(place)} has waited longest on the open list, so it goes on the closed list. "
            "Breadth-first search looks at the order alone, not at F.",
        )
    elif rules.exact:
        yield from _lowest(waiting, rules)
    else:
        yield from _lowest_range(waiting, rules)
    if place == trace.goal:
        yield _goal_sentence(trace, step, place) if trace.ends_at(step) else _too_soon(place)


def _told(trace: Trace, step: int) -> Iterator[Sentence]:
    """Of a trace that another program wrote: what its event says."""
    state = trace[step]
    assert state.place is not None
    square = state.square(state.place)
    f = "" if square is None else f"; F is {number(square.f)}"
    yield _one(state.place, f"{place_words(state.place)} is taken from the open list and closed{f}.")
    if state.place == trace.goal:
        yield Sentence("goal", "It is the target.", (state.place,))


def _one(place: Place, text: str) -> Sentence:
    return Sentence("chosen", text, (place,))


def _f(waiting: OpenList) -> str:
    return number(float(waiting.f[waiting.chosen]))


def key_words(rules: Rules, g: float, h: float) -> str:
    """Say how F comes about, such as ``"G 14 + H 40"``.

    Example:
        >>> from pathstar.traces.rules import Rules
        >>> key_words(Rules("weighted-astar", "weighted A*", weight=2.0), 14.0, 80.0)
        'G 14 + 2 x H 40'
    """
    if not rules.use_g:
        return "H alone counts"
    if rules.weight == 0:
        return "its G; there is no estimate"
    factor = "" if rules.weight == 1 else f"{rules.weight:g} x "
    return f"G {number(g)} + {factor}H {number(h / rules.weight)}"


def _lowest(waiting: OpenList, rules: Rules) -> Iterator[Sentence]:
    """Of an exact open list: the lowest F, and how a tie was broken."""
    row = waiting.chosen
    place = waiting.place(row)
    how = key_words(rules, float(waiting.g[row]), float(waiting.h[row]))
    lowest = f"{place_words(place)} has the lowest F on the open list, {_f(waiting)} ({how})"
    yield _one(place, f"{lowest}, and goes on the closed list.")
    rivals = waiting.rivals(waiting.f)
    if not len(rivals):
        return
    names = waiting.named(rivals)
    many = listing(names) if len(rivals) <= _NAMED else f"{len(rivals)} other {plural(waiting.noun)}"
    have = "has" if len(rivals) == 1 else "have"
    reason = _tie_words(waiting, rules, rivals)
    text = f"{many} {have} the same F{f': {reason}' if reason else ' but for rounding'}."
    yield Sentence("tie", text, (place, *(names if len(rivals) <= _NAMED else ())))


def _tie_words(waiting: OpenList, rules: Rules, rivals: NDArray[np.int64]) -> str:
    """Say by which rule a tie was broken.

    Empty where no rule explains the choice: the native F, finer than a float, then differs after all.
    """
    if rules.ties == "first":
        first = waiting.added[waiting.chosen] < waiting.added[rivals].min()
        return f"the {waiting.noun} added first is taken" if first else ""
    last = f"the {waiting.noun} added last"
    if rules.ties == "last":
        return f"{last} is taken" if waiting.added[waiting.chosen] > waiting.added[rivals].max() else ""
    sign = 1 if rules.ties == "larger_g" else -1
    mine, others = float(waiting.tie_g[waiting.chosen]), waiting.tie_g[rivals]
    nearest = sign * float((sign * others).max())
    word = "larger" if sign > 0 else "smaller"
    if not same(mine, nearest):
        against = " against ".join(numbers(mine, nearest))
        return f"the {word} G is taken, {against}" if sign * mine > sign * nearest else ""
    equal = rivals[[same(mine, other) for other in others.tolist()]]
    if waiting.added[waiting.chosen] < waiting.added[equal].max():
        return ""
    return f"the {word} G is taken, and of equal G ({number(mine)}) {last}"


def _lowest_range(waiting: OpenList, rules: Rules) -> Iterator[Sentence]:
    """Of the bucket list: one of the lowest range, which need not have the lowest F."""
    row = waiting.chosen
    place = waiting.place(row)
    how = key_words(rules, float(waiting.g[row]), float(waiting.h[row]))
    name = f"{place_words(place)} with F {_f(waiting)} ({how})"
    yield _one(place, f"{name} is taken from the lowest range of F in use, and goes on the closed list.")
    lowest = int(waiting.f.argmin())
    if waiting.f[lowest] < waiting.f[row] and not same(float(waiting.f[lowest]), float(waiting.f[row])):
        mine, low = numbers(float(waiting.f[row]), float(waiting.f[lowest]))
        names = waiting.place(lowest)
        text = f"{place_words(names)} has a lower F, {low} against {mine}"
        why = f"but within a range the {waiting.noun} added last is taken"
        yield Sentence("tie", f"{text}, {why}.", (place, names))


def _goal_sentence(trace: Trace, step: int, place: Place) -> Sentence:
    text = "It is the target: now that the target is on the closed list, a path is found."
    if step < len(trace) - 1 and trace.path.status is Status.FOUND:
        text += " The rest of this range of F is still looked at, as it could hold a better one."
    return Sentence("goal", text, (place,))


def _too_soon(place: Place) -> Sentence:
    text = "It is the target, but others take it too soon for one to stay: the search goes on."
    return Sentence("goal", text, (place,))


def state_before(trace: Trace, step: int) -> State:
    """Return the state that a step began with."""
    return trace.beginning if step == 0 else trace[step - 1]
