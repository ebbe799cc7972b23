"""The world behind the game mode."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import pathstar as ps
from pathstar.fleet.world.events import EVENTS
from pathstar.fleet.world.unit import Doing
from pathstar.spaces.moves import Moves
from pathstar.studio.boards import Board, Kind
from pathstar.studio.game import MOST_UNITS, Game, NewUnit, Order, Painted, Report, Turn
from pathstar.studio.refusals import StudioError
from pathstar.words import catalogue
from unit.studio.apps import EXAMPLE, FAST, Client, board, studio

OPEN = Board(np.zeros((5, 9), np.uint16), (Kind(1.0), Kind(None)))


def test_walls_painted_while_units_walk_are_walked_round() -> None:
    game = Game(OPEN, Moves())
    game.play(Turn(2, [NewUnit((0, 2))], orders=[Order([0], "go", (8, 2))]))
    wall = [Painted((5, y), None) for y in range(4)]
    places = [game.play(Turn(0.25, painted=wall if not i else ())).positions[0] for i in range(60)]
    assert places[-1] == (8, 2)
    assert not any(x == 5 and y < 4 for x, y in places)


def test_a_wall_is_not_painted_on_a_unit() -> None:
    game = Game(OPEN, Moves())
    game.play(Turn(0, [NewUnit((3, 3))]))
    report = game.play(Turn(6, painted=[Painted((3, 3), None)], orders=[Order([0], "go", (0, 0))]))
    assert report.positions == [(0, 0)]


def test_a_lost_unit_is_no_longer_told_of() -> None:
    game = Game(OPEN, Moves(), danger=True)
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((8, 4), player=1)]))
    report = game.play(Turn(1, remove=[0], look=0))
    assert (report.units, report.players, report.look) == ([1], [1], None)
    assert [event.kind for event in report.events] == ["lost"]


def test_a_turn_that_takes_too_long_ends_early() -> None:
    game = Game(OPEN, Moves())
    start = Turn(0, [NewUnit((0, 2))], orders=[Order([0], "go", (8, 2))])
    assert game.play(start).now == 0
    early = game.play(Turn(10), stop=lambda: True)
    assert 0 < early.now < 1
    late = game.play(Turn(10 - early.now))
    assert (late.now, late.positions) == (10, [(8, 2)])


def test_a_turn_that_is_sent_again_is_reported_again_and_not_made_twice() -> None:
    game = Game(OPEN, Moves())
    turn = Turn(1, [NewUnit((0, 0))])
    first = game.play(turn, number=1)
    assert game.play(turn, number=1) is first
    assert game.play(Turn(0), number=2).units == [0]
    assert game.play(Turn(0.5), number=3).now == 1.5


def test_refused_counts_change_nothing() -> None:
    game = Game(OPEN, Moves())
    game.play(Turn(0, [NewUnit((0, 0))]))
    wall = [Painted((5, y), None) for y in range(5)]
    with pytest.raises(ps.OptionError, match="orders to at most"):
        game.play(Turn(1, painted=wall, orders=[Order([0] * 600, "stop")] * 2))
    report = game.play(Turn(20, orders=[Order([0], "go", (8, 0))]))
    assert (report.now, report.positions) == (20, [(8, 0)])


def test_the_time_limit_ends_a_turn(tmp_path: Path) -> None:
    client = studio(tmp_path, replace(FAST, seconds=0.0))
    map = client.post("/api/map", json=board(EXAMPLE)).json()["map"]
    game = client.post("/api/game", json={"map": map}).json()["game"]
    reply = client.post("/api/turn", json={"game": game, "dt": 10})
    assert reply.status_code == 200
    assert 0 < reply.json()["now"] < 10


def test_too_many_units_and_wrong_orders_are_refused() -> None:
    game = Game(OPEN, Moves())
    with pytest.raises(StudioError, match="at most"):
        game.play(Turn(0, [NewUnit((0, 0))] * (MOST_UNITS + 1)))
    with pytest.raises(ps.OptionError):
        game.play(Turn(0, orders=[Order([7], "go", (0, 0))]))
    with pytest.raises(StudioError, match="squares only"):
        Game(Board(np.zeros((3, 3), np.uint16), (Kind(1.0),), kind="odd-r"), Moves())


def test_nothing_of_units_out_of_sight_is_sent_to_the_page(client: Client) -> None:
    map = client.post("/api/map", json=board(["...#...", "...#...", "...#..."])).json()["map"]
    game = client.post("/api/game", json={"map": map}).json()["game"]
    add = [{"place": [0, 0]}, {"place": [6, 2], "player": 1}, {"place": [6, 0], "player": 1}]
    client.post("/api/turn", json={"game": game, "add": add})
    orders = [{"units": [1], "kind": "go", "place": [4, 0]}]
    for turn in [{"orders": orders}, {}, {"remove": [2], "look": 1}, {"look": 2}]:
        reply = client.post("/api/turn", json={"game": game, "dt": 2, "viewer": 0, **turn}).json()
        assert (reply["units"], reply["positions"], reply["players"]) == ([0], [[0, 0]], [0])
        assert (reply["events"], reply["look"]) == ([], None)
    assert client.post("/api/turn", json={"game": game}).json()["units"] == [0, 1]


def test_the_page_plays(client: Client) -> None:
    map = client.post("/api/map", json=board(EXAMPLE)).json()["map"]
    game = client.post("/api/game", json={"map": map}).json()["game"]
    turn = {
        "game": game,
        "dt": 10,
        "add": [{"place": [1, 2], "speed": 2.0}],
        "orders": [{"units": [0], "kind": "go", "place": [5, 2]}],
        "look": 0,
    }
    reply = client.post("/api/turn", json=turn).json()
    assert reply["positions"] == [[5, 2]]
    assert reply["look"] == {"order": None, "doing": "standing", "path": [], "waits_for": None}
    assert client.post("/api/turn", json={"game": "0" * 24}).json()["error"]["code"] == "unknown_game"
    taken = client.post("/api/turn", json={"game": game, "add": [{"place": [5, 2]}]})
    assert taken.status_code == 400


def test_a_patrol_walks_along_its_places(tmp_path: Path) -> None:
    client = studio(tmp_path)
    map = client.post("/api/map", json=board([".....", ".....", "....."])).json()["map"]
    game = client.post("/api/game", json={"map": map}).json()["game"]
    beat = {"units": [0], "kind": "patrol", "places": [[4, 0], [4, 2], [0, 2]]}
    client.post("/api/turn", json={"game": game, "add": [{"place": [0, 0]}], "orders": [beat]})
    seen = set()
    for _ in range(60):
        x, y = client.post("/api/turn", json={"game": game, "dt": 0.25}).json()["positions"][0]
        seen.add((round(x), round(y)))
    assert {(4, 0), (4, 2), (0, 2)} <= seen


def test_a_viewer_sees_what_its_units_have_seen() -> None:
    walled = OPEN.codes.copy()
    walled[:, 4] = 1
    game = Game(Board(walled, OPEN.palette), Moves())
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((8, 4), player=1)]))
    left, right = (game.play(Turn(0, viewer=player)).seen for player in (0, 1))
    assert left is not None
    assert right is not None
    assert left[:, :4].all()
    assert not left[:, 5:].any()
    assert right[:, 5:].all()
    assert game.play(Turn(0)).seen is None


WALLED = Board(np.repeat([[0, 0, 0, 0, 1, 0, 0, 0, 0]], 5, axis=0).astype(np.uint16), OPEN.palette)


def test_a_viewer_gets_no_news_of_units_that_its_own_do_not_see() -> None:
    game = Game(WALLED, Moves())
    own, near, far = NewUnit((0, 0)), NewUnit((1, 2), player=1), NewUnit((8, 4), player=1)
    game.play(Turn(0, [own, near, far]))
    orders = [Order([2], "go", (6, 0)), Order([1], "go", (2, 2))]
    report = game.play(Turn(20, orders=orders, look=1, viewer=0))
    assert (report.units, report.players, report.positions) == ([0, 1], [0, 1], [(0, 0), (2, 2)])
    assert {event.unit for event in report.events} == {1}
    assert report.look is None
    assert game.play(Turn(0, look=0, viewer=0)).look is not None
    everyone = game.play(Turn(1, look=1))
    assert everyone.units == [0, 1, 2]
    assert everyone.look is not None


def box(player: int = 0) -> list[NewUnit]:
    return [NewUnit((x, y), player=player) for y in range(3) for x in range(6, 9)]


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_box_over_units_of_others_is_filled_around_them(viewer: int | None) -> None:
    game = Game(WALLED, Moves())
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((7, 1), player=1), NewUnit((0, 4)), NewUnit((1, 4))]))
    orders = [Order([0], "go", (3, 0))]
    report = game.play(Turn(8, box(), remove=[2], orders=orders, viewer=viewer))
    assert report.units == [0, 1, 3, *range(4, 12)]
    assert report.players == [0, 1, *[0] * 9]
    assert report.positions[0] == (3, 0)
    places = {(x, y) for x in range(6, 9) for y in range(3)}
    assert sorted(report.positions[3:]) == sorted(places - {(7, 1)})


def test_a_refusal_in_fog_does_not_say_who_is_in_the_way() -> None:
    for viewer, said in ((None, "unit 1 is there"), (0, r"^no unit fits at \(7, 1\)$")):
        game = Game(WALLED, Moves())
        game.play(Turn(0, [NewUnit((0, 0)), NewUnit((7, 1), player=1)]))
        with pytest.raises(ps.PlaceError, match=said):
            game.play(Turn(1, [NewUnit((7, 1)), NewUnit((4, 1))], viewer=viewer))
        assert game.play(Turn(0)).units == [0, 1]


def test_the_loss_of_a_unit_out_of_sight_is_no_news() -> None:
    game = Game(WALLED, Moves())
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((1, 2), player=1), NewUnit((8, 4), player=1)]))
    report = game.play(Turn(1, remove=[1, 2], viewer=0))
    assert [(event.kind, event.unit) for event in report.events] == [("lost", 1)]


def test_an_event_in_sight_does_not_name_a_unit_out_of_sight() -> None:
    game = Game(Board(np.zeros((1, 12), np.uint16), OPEN.palette), Moves())
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((4, 0), player=1), NewUnit((9, 0), player=2)]))
    orders = [Order([1], "chase", 2)]
    caught = [game.play(Turn(0.25, orders=orders if not i else (), viewer=0)).events for i in range(40)]
    assert not any(event.other == 2 for events in caught for event in events)


def test_a_viewer_does_not_learn_why_units_of_others_wait() -> None:
    corridor = Board(np.zeros((1, 9), np.uint16), OPEN.palette)
    ends = [Order([0], "go", (8, 0)), Order([1], "go", (0, 0))]

    def seen(viewer: int | None) -> set[tuple[str, int | None]]:
        game = Game(corridor, Moves())
        game.play(Turn(0, [NewUnit((0, 0)), NewUnit((8, 0), player=1)]))
        reports = [game.play(Turn(0.25, orders=ends if not i else (), viewer=viewer)) for i in range(40)]
        return {
            (report.doing[row], report.waits_for[row])
            for report in reports
            for row in [i for i, number in enumerate(report.units) if number == 1]
        }

    assert ("waiting", 0) in seen(None) & seen(1)
    assert seen(0) <= {("standing", None), ("moving", None)}


@pytest.mark.parametrize("seed", range(6))
def test_what_a_viewer_is_sent_does_not_depend_on_what_it_does_not_see(seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = (random.random((12, 24)) < 0.2).astype(np.uint16)
    codes[:, 11:13] = 1  # no unit sees or goes through
    free = [(int(x), int(y)) for y, x in np.argwhere(codes == 0)]
    left = [place for place in free if place[0] < 11]
    right = [place for place in free if place[0] > 12]
    own = [left[i] for i in random.permutation(len(left))[:6]]

    def sent(places: list[tuple[int, int]], targets: list[tuple[int, int]]) -> list[tuple[object, ...]]:
        game = Game(Board(codes, OPEN.palette), Moves())
        units = [NewUnit(place, player=i % 2) for i, place in enumerate(own)]
        game.play(Turn(0, [*units, *(NewUnit(place, player=1) for place in places)]))
        orders = [Order([i], "go", left[i]) for i in range(6)]
        orders += [Order([6 + i], "go", place) for i, place in enumerate(targets)]
        reports = [game.play(Turn(0.4, orders=orders if not i else (), viewer=0)) for i in range(30)]
        return [(*vars_of(report), report.seen.tobytes()) for report in reports if report.seen is not None]

    def vars_of(report: Report) -> tuple[object, ...]:
        return report.now, report.units, report.positions, report.doing, report.waits_for, report.events

    one = sent(right[:5], right[-5:])
    assert one == sent(right[5:10], right[10:15])
    assert len(one) == 30


def test_no_wall_is_painted_where_a_unit_is_stepping() -> None:
    game = Game(OPEN, Moves())
    start = Turn(0.5, [NewUnit((0, 2))], orders=[Order([0], "go", (8, 2))])
    assert game.play(start).positions == [(0.5, 2)]
    walls = [Painted((x, 2), None) for x in (0, 1)]
    report = game.play(Turn(20, painted=walls, orders=[Order([0], "go", (0, 0))]))
    assert report.positions == [(0, 0)]


def test_for_whom_each_unit_waits_is_reported() -> None:
    corridor = Board(np.zeros((1, 9), np.uint16), (Kind(1.0), Kind(None)))
    game = Game(corridor, Moves())
    game.play(Turn(0, [NewUnit((0, 0)), NewUnit((8, 0))]))
    orders = [Order([0], "go", (8, 0)), Order([1], "go", (0, 0))]
    reports = [game.play(Turn(0.25, orders=orders if not i else ())) for i in range(40)]
    assert {(1, None), (None, 0)} & {tuple(report.waits_for) for report in reports}


def test_danger_is_switched_off_and_on() -> None:
    def way(danger: bool | None) -> int:
        """Return how far from the straight line the second unit walks."""
        game = Game(OPEN, Moves(), danger=True)
        game.play(Turn(0, [NewUnit((4, 2)), NewUnit((0, 2))]))
        game.play(Turn(0.1, remove=[0], danger=danger))
        report = game.play(Turn(0.1, orders=[Order([1], "go", (8, 2))], look=1))
        assert report.look
        return max(abs(y - 2) for _, y in report.look.path)

    assert way(None) == way(True) > 0
    assert way(False) == 0


def test_the_page_has_words_for_all_that_units_do() -> None:
    said = {
        key.removeprefix("studio.game.") for key in catalogue().messages if key.startswith("studio.game.")
    }
    assert {key for key in said if key.startswith("doing.")} == {
        f"doing.{word.replace(' ', '_')}" for word in get_args(Doing)
    }
    assert {key for key in said if key.startswith("event.")} == {f"event.{kind}" for kind in EVENTS}
