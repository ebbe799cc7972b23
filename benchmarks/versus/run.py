"""Time pathstar and other packages on the same queries in one run; every path is checked.

    python benchmarks/versus/run.py
    python benchmarks/versus/run.py --maps arena2 --queries 20 --peer tcod-graph --algorithm astar dijkstra
    python benchmarks/versus/run.py --part weighted --json weighted.json

Run it in a separate environment with requirements.txt and pathstar; see ../README.md.
Exit status: 0 all paths right, 1 a wrong path, 2 bad usage or missing data.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pathstar as ps
from harness.clock import Clock
from harness.maps import MAPS
from harness.race import Settings
from harness.report import figures, version_of
from parts import hexagons, one_step, queries, roads, voxels, weighted
from peers import PEERS, REFERENCE, Peer, ours
from peers.graphs import GRAPH_PEERS

PARTS = ("queries", "one-step", "weighted", "roads", "hexagons", "voxels")


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), help="what to measure")
    parser.add_argument(
        "--maps", nargs="+", default=list(MAPS), metavar="MAP", help="base names of MovingAI maps"
    )
    parser.add_argument(
        "--queries", type=positive, default=60, metavar="N", help="queries a map, spread evenly"
    )
    parser.add_argument("--peer", nargs="+", choices=PEERS, default=list(PEERS), help="which packages")
    parser.add_argument(
        "--algorithm",
        nargs="+",
        default=["astar"],
        metavar="NAME",
        help="pathstar's algorithms and kinds of index",
    )
    parser.add_argument(
        "--repetitions", type=positive, default=5, metavar="N", help="a query's time is their median"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="measured time for a peer on a map")
    parser.add_argument(
        "--limit", type=float, default=900.0, help="seconds after which a peer of the roads is ended"
    )
    parser.add_argument(
        "--side", type=positive, default=128, metavar="N", help="voxels along each side of the cube"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    return parser.parse_args(arguments)


def positive(text: str) -> int:
    """Read a whole number above 0."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number above 0")
    return number


def chosen(options: argparse.Namespace) -> list[Peer]:
    """Return the peers to run: always the reference, then pathstar's algorithms, then those requested."""
    names = dict.fromkeys([REFERENCE.name, *options.peer])
    peers = [PEERS[name] for name in names]
    for peer in peers:
        if version_of(peer.package) == "not installed":
            print(
                f"{peer.name} is left out: {peer.package} is not installed (requirements.txt)",
                file=sys.stderr,
            )
    present = [peer for peer in peers if version_of(peer.package) != "not installed"]
    return [*present[:1], *(ours(name) for name in options.algorithm), *present[1:]]


def report(options: argparse.Namespace) -> tuple[dict[str, object], list[str]]:
    """Measure every requested part, print its tables; return all data and the problems."""
    clock, settings = Clock(), Settings(options.repetitions, budget=options.seconds, limit=options.limit)
    peers = chosen(options)
    graphs = [peer.package for peer in GRAPH_PEERS] if "roads" in options.part else []
    about = figures([*(peer.package for peer in peers), *graphs])
    print("\n".join(f"{name}: {value}" for name, value in about.items()), end="\n\n", flush=True)
    data: dict[str, object] = {"about": about}
    problems: list[str] = []
    if "queries" in options.part:
        raced = queries.measure(peers, options.maps, options.queries, settings, clock)
        print(queries.show(raced), flush=True)
        data["queries"] = raced.as_json()
        problems += raced.problems
    if "one-step" in options.part:
        stepped = one_step.measure(peers, settings, clock)
        print(one_step.show(stepped), flush=True)
        data["one-step"] = stepped.as_json()
        problems += stepped.problems
    if "weighted" in options.part:
        weighed = weighted.measure(peers, settings, clock)
        print(weighted.show(weighed), flush=True)
        data["weighted"] = weighed.as_json()
        problems += weighed.problems
    if "roads" in options.part:
        driven = roads.measure(settings, clock)
        print(roads.show(driven), flush=True)
        data["roads"] = driven.as_json()
        problems += driven.problems
    if "hexagons" in options.part:
        walked = hexagons.measure(options.algorithm, options.queries, settings, clock)
        print(hexagons.show(walked), flush=True)
        data["hexagons"] = walked.as_json()
        problems += walked.problems
    if "voxels" in options.part:
        flown = voxels.measure(options.side, settings, clock)
        print(voxels.show(flown), flush=True)
        data["voxels"] = flown.as_json()
        problems += flown.problems
    return data, problems


def main() -> int:
    """Run the comparison."""
    options = parse()
    if version_of(REFERENCE.package) == "not installed":
        print(f"{REFERENCE.package} is not installed: pip install -r requirements.txt", file=sys.stderr)
        return 2
    try:
        data, problems = report(options)
    except (FileNotFoundError, ps.OptionError) as problem:
        print(problem, file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if problems:
        print(f"{len(problems)} WRONG PATHS, the first: {problems[0]}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
