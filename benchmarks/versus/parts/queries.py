"""Part 1: queries of the MovingAI scenarios, compared with w9's A*."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from statistics import fmean, median

from harness.check import Judge
from harness.clock import Clock
from harness.maps import find_map, read_costs, read_queries
from harness.race import Runner, Settings, enter, race
from harness.report import geometric_mean, table, three_digits
from peers import REFERENCE, Peer

FAIR_HEADING = """## Scenario queries, rule no_cut

Microseconds per query, mean / median, and how many times faster than {reference} on the same queries.
{count} queries a map; where time allowed fewer, in brackets.
"""
OTHER_HEADING = """
## Other rules: not comparable

These rows do not honour no_cut, and most of their paths are illegal under it: the ratio is for scale only.
free: sqrt 2 diagonals, corners cut; king: as free, with diagonals of length 1.
"""


@dataclass(frozen=True)
class Figure:
    """The times of one peer on one map.

    Args:
        queries: how many of the map's queries it had time for.
        ratio: total time of the reference on the same queries over its own; above 1 is faster.
    """

    peer: str
    rule: str
    map: str
    queries: int
    mean_us: float
    median_us: float
    setup_ms: float
    ratio: float


@dataclass
class Outcome:
    """All figures, and every problem found in a path."""

    figures: list[Figure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    checked: int = 0
    longer: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        means = {name: speed_up(rows) for name, rows in by_peer(self.figures).items()}
        return {
            "figures": [asdict(row) for row in self.figures],
            "geometric_mean_ratio": means,
            "paths_checked": self.checked,
            "longer_than_optimum": dict(self.longer),
            "problems": self.problems,
        }


def by_peer(figures: list[Figure]) -> dict[str, list[Figure]]:
    """Group the figures by peer, in the order of first appearance."""
    groups: dict[str, list[Figure]] = {}
    for row in figures:
        groups.setdefault(row.peer, []).append(row)
    return groups


def speed_up(rows: list[Figure]) -> float:
    """Return the geometric mean over maps of the ratio to the reference."""
    return geometric_mean([row.ratio for row in rows])


def measure(peers: list[Peer], maps: list[str], count: int, settings: Settings, clock: Clock) -> Outcome:
    """Race all peers on all maps."""
    outcome = Outcome()
    for name in maps:
        file = find_map(name)
        costs = read_costs(file)
        judge = Judge(name, costs)
        runners = enter(peers, costs, clock)
        queries = read_queries(file, count)
        race(runners, queries, settings, clock, judge)
        outcome.figures += summarise(name, runners)
        outcome.problems += judge.problems
        outcome.checked += judge.checked
        outcome.longer += judge.longer
        print(f"{name}: {judge.checked} paths", file=sys.stderr, flush=True)
    return outcome


def summarise(name: str, runners: list[Runner]) -> list[Figure]:
    """Return a figure for each runner that ran at least one query; the first is the reference."""
    reference = runners[0].medians()
    return [figure(name, runner, reference) for runner in runners if runner.seconds]


def figure(name: str, runner: Runner, reference: dict[int, float]) -> Figure:
    """Return mean, median and ratio of one runner; the ratio is over the queries that both ran."""
    own = runner.medians()
    both = own.keys() & reference.keys()
    return Figure(
        peer=runner.peer.name,
        rule=runner.peer.rule.name,
        map=name,
        queries=len(own),
        mean_us=fmean(own.values()) * 1e6,
        median_us=median(own.values()) * 1e6,
        setup_ms=runner.setup * 1e3,
        ratio=sum(reference[i] for i in both) / sum(own[i] for i in both),
    )


def cell(row: Figure | None, count: int) -> str:
    """Write one figure: mean / median, ratio, and the number of queries if it had no time for all."""
    if row is None:
        return "-"
    few = f" ({row.queries})" if row.queries < count else ""
    return f"{three_digits(row.mean_us)} / {three_digits(row.median_us)} **{three_digits(row.ratio)}x**{few}"


def show(outcome: Outcome) -> str:
    """Return the tables: first no_cut, then the peers that play by another rule, then the set-up."""
    maps = list(dict.fromkeys(row.map for row in outcome.figures))
    count = max(row.queries for row in outcome.figures)
    fair = [row for row in outcome.figures if row.rule == REFERENCE.rule.name]
    other = [row for row in outcome.figures if row.rule != REFERENCE.rule.name]
    parts = [
        FAIR_HEADING.format(reference=REFERENCE.name, count=count),
        times(fair, maps, count),
    ]
    if other:
        parts += [OTHER_HEADING, times(other, maps, count)]
    parts += ["\n## Set-up, milliseconds\n", setups(outcome.figures, maps)]
    parts.append(f"\n{outcome.checked} paths checked while timing, {len(outcome.problems)} wrong.")
    parts += [f"{name}: {count} queries not optimal." for name, count in outcome.longer.items()]
    return "\n".join(parts) + "\n"


def times(figures: list[Figure], maps: list[str], count: int) -> str:
    """Return the table of query times."""
    rows = []
    for name, found in by_peer(figures).items():
        on = {row.map: row for row in found}
        mean = f"**{three_digits(speed_up(found))}x**"
        rows.append([name, found[0].rule, *(cell(on.get(place), count) for place in maps), mean])
    return table(["peer", "rule", *maps, "geometric mean"], rows)


def setups(figures: list[Figure], maps: list[str]) -> str:
    """Return the table of set-up times."""
    rows = []
    for name, found in by_peer(figures).items():
        on = {row.map: three_digits(row.setup_ms) for row in found}
        rows.append([name, *(on.get(place, "-") for place in maps)])
    return table(["peer", *maps], rows)
