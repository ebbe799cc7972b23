"""Graphs in the page: made, dragged, searched, opened, saved and shared."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from playwright.sync_api import expect

import pathstar as ps
from pathstar.studio.risk import risk_board
from studio.conftest import Open, Server, Studio

ROADS = b"p sp 4 8\na 1 2 5\na 2 1 5\na 2 3 6\na 3 2 6\na 1 3 20\na 3 1 20\na 3 4 1\na 4 3 1\n"
PLACES = b"p aux sp co 4\nv 1 0 0\nv 2 1000000 0\nv 3 1000000 1000000\nv 4 2000000 1500000\n"


def make_graph(studio: Studio, name: str, **options: float) -> None:
    """Make a graph by the dialog."""
    page = studio.page
    page.click("#new")
    page.locator("dialog label:has-text('Made of') select").select_option("graph")
    page.click(f"dialog button:has(strong:text-is('{name}'))")
    for option, value in options.items():
        page.get_by_role("spinbutton", name=option, exact=True).fill(str(value))
        page.keyboard.press("Tab")
    page.click("#make")
    studio.settled()
    expect(page.locator("dialog")).to_have_count(0)
    assert studio.ask("state.map.kind") == "graph"


def node_at(studio: Studio, node: int) -> tuple[float, float]:
    """Return where a node is on the screen."""
    box = "(({ x, y }) => [x, y])(boards[0].canvas.getBoundingClientRect())"
    left, top, dx, dy = studio.ask(f"[...boards[0].centreOf({node}), ...{box}]")
    return left + dx, top + dy


def drag_node(studio: Studio, node: int, dx: float, dy: float) -> None:
    x, y = node_at(studio, node)
    studio.page.mouse.move(x, y)
    studio.page.mouse.down()
    studio.page.mouse.move(x + dx, y + dy, steps=4)
    studio.page.mouse.up()
    studio.settled()


def graph_of(studio: Studio) -> ps.Graph:
    """Return the graph that the page shows; its costs are the lengths between the nodes as drawn."""
    centres = np.array(studio.ask("[...state.map.graph.centres]")).reshape(-1, 2)
    sources, targets = np.array(studio.ask("[...state.map.graph.edges]")).reshape(-1, 2).T
    return ps.Graph.from_arrays(sources, targets, np.hypot(*(centres[sources] - centres[targets]).T))


def drop(studio: Studio, *files: tuple[str, bytes]) -> None:
    """Drop files on the page."""
    studio.page.evaluate(
        """(files) => {
          const dataTransfer = new DataTransfer();
          for (const [name, content] of files) {
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
            dataTransfer.items.add(new File([bytes], name));
          }
          const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
        }""",
        [[name, base64.b64encode(content).decode()] for name, content in files],
    )
    studio.settled()


def test_the_risk_board_is_searched_and_explained(studio: Studio) -> None:
    make_graph(studio, "Risk")
    names, start, goal = studio.ask("[state.map.graph.names, state.start, state.goal]")
    path = ps.find_path(risk_board(), names[start], names[goal])
    studio.expect_figure("Cost", f"{path.cost:g}")
    studio.expect_figure("Nodes", str(len(path)))
    expect(studio.page.locator("#map-name")).to_have_text("The Risk board")
    studio.go_to(1)
    expect(studio.page.locator("#sentences")).to_contain_text(f"{names[start]} is the start")
    studio.page.mouse.move(*node_at(studio, names.index("Ukraine")))
    expect(studio.page.locator("#readout-words")).to_contain_text("Ukraine, 6 edges")


def test_where_costs_are_lengths_they_follow_a_dragged_node(studio: Studio) -> None:
    make_graph(studio, "Geometric", Nodes=40)
    cost = studio.figure("Cost")
    node = studio.ask("state.results[0].head.path[1]")
    at = studio.ask(f"[...state.map.graph.centres.slice({2 * node}, {2 * node + 2})]")
    drag_node(studio, node, 60, -50)
    assert studio.ask(f"[...state.map.graph.centres.slice({2 * node}, {2 * node + 2})]") != at
    start, goal, found = studio.ask("[state.start, state.goal, state.results[0].head.cost]")
    assert found == pytest.approx(ps.find_path(graph_of(studio), start, goal).cost)
    assert studio.ask("state.results[0].head.heuristic") == "euclidean"
    assert studio.figure("Cost") != cost
    studio.page.keyboard.press("Control+z")
    studio.expect_figure("Cost", cost)
    assert studio.ask(f"[...state.map.graph.centres.slice({2 * node}, {2 * node + 2})]") == at
    studio.page.keyboard.press("Control+y")
    studio.settled()
    assert studio.ask("state.results[0].head.cost") == pytest.approx(found)


def test_the_path_follows_while_a_node_is_dragged(studio: Studio) -> None:
    make_graph(studio, "Geometric", Nodes=40)
    node = studio.ask("state.results[0].head.path[1]")
    x, y = node_at(studio, node)
    costs = [studio.ask("state.results[0].head.cost")]
    studio.page.mouse.move(x, y)
    studio.page.mouse.down()
    for i in range(1, 4):
        studio.page.mouse.move(x + 15 * i, y + 12 * i)
        start, goal, cost = studio.ask("[state.start, state.goal, state.results[0].head.cost]")
        assert cost == pytest.approx(ps.find_path(graph_of(studio), start, goal).cost)
        costs.append(cost)
    studio.page.mouse.up()
    assert len(set(costs)) > 1
    assert studio.ask(f"boards[0].cellAt(...boards[0].centreOf({node}))") == node


def test_where_costs_are_given_only_the_picture_changes(studio: Studio) -> None:
    make_graph(studio, "Risk")
    before = studio.ask("[state.results[0].head.cost, state.results[0].head.path]")
    seen = studio.ask("boards[0].canvas.toDataURL()")
    expect(studio.page.locator("#rules")).to_contain_text("changes only the picture")
    drag_node(studio, before[1][2], 50, 70)
    assert studio.ask("[state.results[0].head.cost, state.results[0].head.path]") == before
    studio.page.mouse.move(5, 300)
    assert studio.ask("boards[0].canvas.toDataURL()") != seen
    studio.page.keyboard.press("Control+z")
    studio.settled()
    assert studio.ask("boards[0].canvas.toDataURL()") == seen


def test_ends_are_put_by_clicks_and_dragged(studio: Studio) -> None:
    make_graph(studio, "Risk")
    names, start, goal = studio.ask("[state.map.graph.names, state.start, state.goal]")
    ukraine, brazil, india = (names.index(name) for name in ("Ukraine", "Brazil", "India"))
    studio.page.click("#tool-start")
    studio.page.mouse.click(*node_at(studio, ukraine))
    studio.page.keyboard.press("b")
    studio.page.mouse.click(*node_at(studio, brazil))
    assert studio.ask("[state.start, state.goal]") == [ukraine, brazil]
    studio.expect_figure("Cost", "5")
    studio.page.mouse.click(*node_at(studio, ukraine))  # the start is there
    assert studio.ask("[state.start, state.goal]") == [ukraine, brazil]
    studio.page.keyboard.press("v")
    studio.page.mouse.move(*node_at(studio, brazil))
    studio.page.mouse.down()
    studio.page.mouse.move(*node_at(studio, india), steps=5)
    studio.page.mouse.up()
    assert studio.ask("state.goal") == india
    for _ in range(3):
        studio.page.keyboard.press("Control+z")
    assert studio.ask("[state.start, state.goal]") == [start, goal]


def test_a_node_s_history(studio: Studio) -> None:
    make_graph(studio, "Risk")
    studio.page.keyboard.press("v")
    node = studio.ask("state.results[0].head.path[3]")
    studio.page.mouse.click(*node_at(studio, node))
    name = studio.ask(f"state.map.graph.names[{node}]")
    expect(studio.page.locator("#square-title")).to_have_text(f"Node {name}")
    expect(studio.page.locator("#events-0")).to_contain_text("closed with G")
    assert studio.page.locator("#events-0 li").count() == studio.ask(
        f"state.results[0].replay.history({node}).length"
    )


def test_by_keyboard(studio: Studio) -> None:
    make_graph(studio, "Risk")
    names = studio.ask("state.map.graph.names")
    studio.page.focus("#board-1")
    start = studio.ask("state.start")
    assert studio.ask("boards[0].cursor") == start
    studio.page.keyboard.press("ArrowRight")
    east = studio.ask("boards[0].cursor")
    centres = "state.map.graph.centres"
    assert studio.ask(f"{centres}[{2 * east}] > {centres}[{2 * start}]"), names[east]
    at = studio.ask(f"{centres}[{2 * east + 1}]")
    studio.page.keyboard.press("Shift+ArrowDown")
    assert studio.ask(f"{centres}[{2 * east + 1}]") == pytest.approx(at + 0.25)
    assert studio.ask("boards[0].cursor") == east
    studio.page.keyboard.press("s")
    assert studio.ask("state.start") == east


def test_only_what_fits_a_graph_is_offered(studio: Studio) -> None:
    make_graph(studio, "Geometric", Nodes=20)
    page = studio.page
    assert page.get_by_label("Estimate H").locator("option").all_inner_texts() == [
        "safest (Euclidean)",
        "Zero",
        "Euclidean",
    ]
    for hidden in ("#materials", "#resize", "#tool-pen", "#tool-fill"):
        expect(page.locator(hidden)).to_be_hidden()
    page.keyboard.press("d")
    page.keyboard.press("w")
    assert studio.ask("state.tool") == "move"
    for algorithm in ("dijkstra", "bfs", "greedy", "weighted-astar"):
        studio.choose("Algorithm", algorithm)
        assert studio.ask("[state.results[0].head.algorithm, state.results[0].head.status]") == [
            *(algorithm, "FOUND")
        ]
    page.click("#compare")
    assert studio.ask("state.results.map((result) => result.head.status)") == ["FOUND", "FOUND"]
    page.keyboard.press("Control+z")
    for _ in range(5):
        page.keyboard.press("Control+z")
    assert studio.ask("[state.map.kind, state.tool]") == ["squares", "pen"]
    expect(page.locator("#materials")).to_be_visible()


def test_files_are_dropped(studio: Studio) -> None:
    drop(studio, ("roads.co", PLACES), ("roads.gr", ROADS))
    expect(studio.page.locator("#notices")).to_contain_text("roads.gr opened: 4 nodes")
    assert studio.ask("state.results[0].head.heuristic") == "great_circle"
    drop(studio, ("towns.edges", b"New Town, Old Town, 2\nOld Town -> mill, 1.5\n"))
    expect(studio.page.locator("#notices")).to_contain_text("towns.edges opened: 3 nodes")
    assert studio.ask("state.map.graph.names") == ["New Town", "Old Town", "mill"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("bad.gr", b"p sp 2 1\na 1 3 4\n", "bad.gr, line 2"),
        ("bad.edges", b"a b\na b -3\n", "bad.edges, line 2"),
        ("alone.co", PLACES, "together with its .gr file"),
        ("huge.gr", b"p sp 3000000 1\na 1 2 4\n", "3,000,000"),
    ],
)
def test_a_wrong_file_is_refused_with_a_reason(
    open_studio: Open, name: str, content: bytes, words: str
) -> None:
    studio = open_studio(quiet=("400", "413"))
    drop(studio, (name, content))
    expect(studio.page.locator("#notices")).to_contain_text(words)
    assert studio.ask("state.map.kind") == "squares"


def test_too_many_nodes_are_held_back(studio: Studio) -> None:
    make_graph(studio, "Geometric", Nodes=1_000_000)
    assert studio.ask("state.map.codes.length") == 2**14
    assert studio.ask("state.results[0].head.status") == "FOUND"


def test_links_hold_where_nodes_are(studio: Studio, open_studio: Open, server: Server) -> None:
    make_graph(studio, "Geometric", Nodes=30)
    drag_node(studio, studio.ask("state.results[0].head.path[1]"), 30, 30)
    facts = "[state.map.kind, state.results[0].head.cost, ...state.map.graph.centres]"
    before = studio.ask(facts)
    studio.page.click("#share")
    studio.settled()
    other = open_studio(f"{server.address}#{studio.page.url.partition('#')[2]}")
    assert other.ask(facts) == before


def test_it_is_saved_and_opened_again(studio: Studio, server: Server) -> None:
    make_graph(studio, "Risk")
    cost = studio.figure("Cost")
    page = studio.page
    page.keyboard.press("Control+s")
    page.fill("#save-name", "world")
    page.get_by_label("Format").select_option(".edges")
    page.click("#save-folder")
    expect(page.locator("#notices")).to_contain_text("saved in the folder")
    saved = ps.read_graph(server.folder / "world.edges")
    assert set(saved.to_networkx().edges) == set(risk_board().to_networkx().edges)
    page.keyboard.press("Control+o")
    page.click("dialog .files button:text-is('world.edges')")
    expect(page.locator("#map-name")).to_have_text("world.edges")
    names = studio.ask("state.map.graph.names")
    path = ps.find_path(saved, *(names[node] for node in studio.ask("[state.start, state.goal]")))
    studio.expect_figure("Cost", f"{path.cost:g}")
    page.keyboard.press("Control+z")
    studio.expect_figure("Cost", cost)


@pytest.mark.parametrize("format", ["html", "svg", "canvas"])
def test_searches_are_downloaded(studio: Studio, format: str) -> None:
    make_graph(studio, "Risk")
    assert len(studio.download(format)) > 5000
