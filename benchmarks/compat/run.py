"""What one changed import gains: each function of other packages compared with its stand-in.

    PYTHONPATH=.:tests python benchmarks/compat/run.py
    PYTHONPATH=.:tests python benchmarks/compat/run.py --side 512 --boards 20 --only skimage tcod

Both get a new array in each call; times are CPU times. Ratios are of the sums over all boards; on each board
both packages run in turn. Every path is checked. Garbage is collected between boards, so that no call pays
for another.
"""

from __future__ import annotations

import argparse
import gc
from time import process_time

import numpy as np

from unit.compat.peers import PEERS, Board, Peer, cost_of

# arcade gives up after 500 squares, and searches its whole open list at every step.
_LARGEST = {"arcade": 24}


def boards_of(side: int, count: int, seed: int) -> list[Board]:
    """Return boards with a fifth of walls, and costs from 1 to 9 on every second one."""
    chance, boards = np.random.default_rng(seed), []
    for number in range(count):
        costs = chance.integers(1, 10, (side, side)) if number % 2 else np.ones((side, side))
        costs = np.where(chance.random((side, side)) < 0.2, 0, costs).astype(np.float64)
        start, goal = (int(chance.integers(side)), 0), (int(chance.integers(side)), side - 1)
        costs[start], costs[goal] = 1, 1
        boards.append(Board(costs, start, goal))
    return boards


def seconds_of(peer: Peer, board: Board) -> tuple[float, float]:
    """Return the CPU time of both on one board."""
    gc.collect()
    given = peer.prepare(board)
    begun = process_time()
    own = peer.own(given)
    between = process_time()
    theirs = peer.theirs(given)
    ended = process_time()
    assert cost_of(own, board, peer.step) <= cost_of(theirs, board, peer.step) * (1 + 1e-6)
    return between - begun, ended - between


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=256)
    parser.add_argument("--boards", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[""], help="names begin with one of these")
    options = parser.parse_args()
    gc.freeze()  # loaded objects are no garbage, and scanning them would empty the processor's caches
    gc.disable()
    print(f"{'ms of CPU a call':22} {'theirs':>10} {'pathstar':>10} {'ratio':>8}")
    for name, peer in PEERS.items():
        if not name.startswith(tuple(options.only)):
            continue
        side = min(options.side, _LARGEST.get(name.partition("-")[0], options.side))
        boards = boards_of(side, options.boards, options.seed)
        seconds_of(peer, boards[0])
        own, theirs = map(sum, zip(*(seconds_of(peer, board) for board in boards), strict=True))
        each = 1000 / len(boards)
        print(f"{name:22} {theirs * each:10.2f} {own * each:10.3f} {theirs / own:7.1f}x  ({side} x {side})")


if __name__ == "__main__":
    main()
