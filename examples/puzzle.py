"""The sliding puzzle: more boards than memory holds, and IDA* finds the fewest moves among them.

There are eight or fifteen tiles and a gap; a move slides a tile into the gap. A board is a tuple, row by row,
with 0 for the gap. The estimate adds up how far each tile is from its place: a move brings one tile nearer,
by at most one.

It prints

    8 tiles, 24 moves: 6 2 7 1 8 6 2 8 6 3 4 6 ...
    15 tiles, 28 moves: 4 8 9 5 10 13 15 6 11 2 7 3 ...
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import pathstar as ps

Board = tuple[int, ...]
Moves = Callable[[Board], Iterator[tuple[Board, float]]]


def moves_of(side: int) -> Moves:
    """Return the function that yields the boards one move away."""
    beside = [
        [
            y * side + x
            for y, x in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if 0 <= y < side and 0 <= x < side
        ]
        for row in range(side)
        for col in range(side)
    ]

    def moves(board: Board) -> Iterator[tuple[Board, float]]:
        gap = board.index(0)
        for cell in beside[gap]:
            tiles = list(board)
            tiles[gap], tiles[cell] = tiles[cell], 0
            yield tuple(tiles), 1.0

    return moves


def distance_of(side: int) -> Callable[[Board], float]:
    """Return the estimate: the least number of moves that the tiles need, each taken alone."""
    far = [
        [
            abs(tile // side - cell // side) + abs(tile % side - cell % side) if tile else 0
            for cell in range(side * side)
        ]
        for tile in range(side * side)
    ]
    return lambda board: float(sum(far[tile][cell] for cell, tile in enumerate(board)))


def shuffled(side: int, moves: int, seed: int) -> Board:
    """Return a board that many random moves away from the goal."""
    dice, board, before = random.Random(seed), tuple(range(side * side)), None
    for _ in range(moves):
        board, before = dice.choice([after for after, _ in moves_of(side)(board) if after != before]), board
    return board


def solve(side: int, board: Board) -> ps.Path:
    """Return the shortest way to the board in order."""
    goal = tuple(range(side * side))
    return ps.search(board, goal, moves_of(side), distance_of(side), algorithm="ida-star")


def main() -> None:
    """Solve a puzzle of each size."""
    for side, moves in ((3, 30), (4, 40)):
        boards = list(solve(side, shuffled(side, moves, seed=1)))
        slid = [after[before.index(0)] for before, after in itertools.pairwise(boards)]
        print(f"{side * side - 1} tiles, {len(slid)} moves: {' '.join(map(str, slid[:12]))} ...")


if __name__ == "__main__":
    main()
