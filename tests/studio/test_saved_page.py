"""The page that `trace.save("x.html")` writes, in a real Chromium, without any server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import pathstar as ps
from pathstar.maps import Terrain
from pathstar.maps.examples import worked_example
from pathstar.spaces.base import place_list
from pathstar.traces.explain.facts import place_words
from pathstar.viz.drawables import scene_of
from pathstar.viz.theme import THEMES

READY = "() => document.documentElement.dataset.ready === 'yes'"


@pytest.fixture(scope="module")
def trace() -> ps.Trace:
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    return ps.trace(grid, (1, 2), (5, 2), heuristic="manhattan")


@pytest.fixture
def page(browser: Browser, trace: ps.Trace, tmp_path: Path) -> Iterator[Page]:
    trace.save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        yield page


@contextmanager
def opened(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """Open a page from a file; it must fetch nothing and report no error."""
    context = browser.new_context(viewport={"width": 1200, "height": 760}, offline=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(("file:", "blob:")) else problems.append(asked.url),
    )
    page.goto((tmp_path / "search.html").as_uri())
    page.wait_for_function(READY)
    yield page
    context.close()
    assert problems == []


def said(page: Page) -> str:
    return "\n".join(page.locator("#says li").all_inner_texts())


def step_through(page: Page, trace: ps.Trace) -> None:
    """Press the key for the next step up to the end; the page must agree with the trace."""
    for step in range(len(trace)):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text(f"{step + 1} of {len(trace)}")
        assert said(page) == str(trace.explain(step))
        assert page.inner_text("#open") == str(len(trace[step].open))
        assert page.inner_text("#closed") == str(len(trace[step].closed))


def test_it_steps_on_and_back_with_the_library_s_words(page: Page, trace: ps.Trace) -> None:
    expect(page.locator("#count")).to_have_text("0 of 12")
    step_through(page, trace)
    for step in range(len(trace) - 2, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert said(page) == str(trace.explain(step))
        assert page.inner_text("#open") == str(len(trace[step].open))
    page.keyboard.press("End")
    assert "costs 68" in said(page)
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text("0 of 12")


def test_it_plays_pauses_and_scrubs(page: Page) -> None:
    page.select_option("#speed", "10")
    page.evaluate(
        """() => {
          const [button, labels] = [document.querySelector("#play"), (window.labels = [])];
          const watch = new MutationObserver(() => labels.push(button.ariaLabel));
          watch.observe(button, { attributeFilter: ["aria-label"] });
        }"""
    )
    page.click("#play")
    expect(page.locator("#count")).to_have_text("12 of 12")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    assert page.evaluate("labels") == ["Pause", "Play"]
    page.locator("#scrub").fill("5")
    expect(page.locator("#count")).to_have_text("5 of 12")
    assert "gets a better way: G falls from 28 to 20" in said(page)


def test_a_square_tells_its_history(page: Page) -> None:
    page.keyboard.press("End")
    spot = page.locator("#board").bounding_box()
    assert spot
    side = min((spot["width"] - 24) / 7, 92) // 1
    left, top = spot["x"] + (spot["width"] - 7 * side) / 2, spot["y"] + (spot["height"] - 5 * side) / 2
    page.mouse.click(left + 1.5 * side, top + 4.5 * side)
    events = page.locator("#events li")
    expect(events).to_have_text(
        ["step 3: opened from (2, 3): G 28, H 60", "step 5: a better way from (1, 3): G 20"]
    )
    assert "(1, 4) open: F 80 = G 20 + H 60, parent (1, 3)" in page.inner_text("#square")


def test_dark_light_and_a_phone(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(ground)
    page.keyboard.press("t")
    assert page.evaluate(ground) != before
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#forth").tap() if page.evaluate("'ontouchstart' in window") else page.click("#forth")
    expect(page.locator("#count")).to_have_text("1 of 12")


def test_axe_finds_no_serious_violation(page: Page) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    for _ in range(2):
        found = axe.Axe().run(page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        page.keyboard.press("End")
        page.keyboard.press("t")


def test_a_large_search_with_costs(browser: Browser, tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    grid = ps.Grid(random.random((200, 200)) > 0.2, cost=random.uniform(1, 3, (200, 200)))
    free = np.argwhere(grid.walkable)[:, ::-1].tolist()
    trace = ps.trace(grid, tuple(free[0]), tuple(free[-1]), open_list="bucket")
    trace.save(tmp_path / "search.html")
    page = browser.new_page()
    page.goto((tmp_path / "search.html").as_uri())
    page.wait_for_function(READY)
    for step in (len(trace) // 2, len(trace) // 3, len(trace) - 1):
        page.locator("#scrub").fill(str(step + 1))
        assert page.inner_text("#open") == f"{len(trace[step].open):,}"
        assert page.inner_text("#closed") == f"{len(trace[step].closed):,}"
    page.close()


def other_kinds() -> dict[str, ps.Trace]:
    """Return searches that are not drawn as plain squares."""
    walkable = np.ones((6, 8), bool)
    walkable[1:5, 4] = False
    cost = np.where(np.arange(48).reshape(6, 8) % 5, 1.0, 3.0)
    rows, columns = (ps.HexGrid(walkable, layout=layout, cost=cost) for layout in ("odd-r", "even-q"))
    edges = [("ash", "birch", 2), ("birch", "cedar", 2), ("ash", "elm", 1), ("elm", "cedar", 4)]
    roads = ps.Graph.from_edges([*edges, ("cedar", "fir", 1), ("elm", "ash", 1)])
    return {
        "rows": ps.trace(rows, (0, 0), (7, 5)),
        "columns": ps.trace(columns, (0, 0), (7, 5)),
        "triangles": ps.trace(ps.TriangleGrid(walkable, cost=cost), (0, 0), (7, 5)),
        "graph": ps.trace(roads, "ash", "fir"),
        "isometric": ps.trace(ps.Grid(walkable), (0, 0), (7, 5)),
    }


@pytest.mark.parametrize("kind", other_kinds())
def test_pages_of_other_shapes(kind: str, browser: Browser, tmp_path: Path) -> None:
    trace = other_kinds()[kind]
    projection = "isometric" if kind == "isometric" else "square"
    trace.save(tmp_path / "search.html", projection=projection)
    with opened(browser, tmp_path) as page:
        step_through(page, trace)
        plan = scene_of(trace, projection=projection).layout
        box = page.locator("#board").bounding_box()
        assert plan is not None
        assert box is not None
        room = min(
            (side - 24) / units for side, units in zip((box["width"], box["height"]), plan.size, strict=True)
        )
        scale = int(min(room, 116 / plan.room))  # the board fits, is centred, and has whole pixels
        middle = np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
        for node, place in enumerate(place_list(trace.space.places_of(range(trace.space.size)))):
            page.mouse.move(*(middle + (plan.centres[node] - np.array(plan.size) / 2) * scale).tolist())
            assert page.inner_text("#square").startswith(f"{place_words(place)} ")


def test_a_phone_says_that_there_is_no_path(browser: Browser, tmp_path: Path) -> None:
    grid = ps.Grid([[1, 0, 1], [1, 0, 1]])
    ps.trace(grid, (0, 0), (2, 0)).save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        summary = page.locator("#summary")
        expect(summary).to_be_visible()
        expect(summary).to_contain_text("no path")
        assert "optimal" not in summary.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_large_numbers_are_grouped_and_keep_to_their_row(browser: Browser, tmp_path: Path) -> None:
    ps.trace(ps.Grid(np.ones((200, 200))), (5, 5), (190, 180), algorithm="dijkstra").save(
        tmp_path / "search.html"
    )
    with opened(browser, tmp_path) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.keyboard.press("End")
        steps = page.evaluate("Number(document.getElementById('scrub').max).toLocaleString('en')")
        assert "," in steps
        expect(page.locator("#count")).to_have_text(f"{steps} of {steps}")
        assert "10,000/s" in page.locator("#speed option").all_inner_texts()
        controls = page.locator("#controls").bounding_box()
        assert controls
        assert controls["height"] <= 100, "the slider, and one row"


@pytest.mark.parametrize("width", [350, 390])
def test_the_number_of_the_step_keeps_off_the_speed(width: int, browser: Browser, tmp_path: Path) -> None:
    ps.trace(ps.Grid([[1] * 140]), (0, 0), (139, 0)).save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        page.set_viewport_size({"width": width, "height": 640})
        page.keyboard.press("End")
        expect(page.locator("#count")).to_have_text("140 of 140")
        shown, needed = page.locator("#count").evaluate("field => [field.clientWidth, field.scrollWidth]")
        assert needed <= shown


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_cuts_no_speed_off(language: str, browser: Browser, tmp_path: Path) -> None:
    ps.trace(ps.Grid([[1] * 40]), (0, 0), (39, 0)).save(tmp_path / "search.html", lang=language)
    with opened(browser, tmp_path) as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.keyboard.press("End")
        shown, needed = page.locator("#speed").evaluate(
            """(field) => {
              const shown = field.offsetWidth;
              field.style.width = "max-content";
              return [shown, field.offsetWidth];
            }"""
        )
        assert shown >= needed
        controls = page.locator("#controls").bounding_box()
        assert controls
        assert controls["height"] <= 100, "the slider, and one row"


@pytest.mark.parametrize(("width", "height", "most"), [(844, 390, 48), (390, 844, 92), (1200, 760, 70)])
def test_the_player_leaves_the_board_its_room(page: Page, width: int, height: int, most: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    controls = page.locator("#controls").bounding_box()
    assert controls
    assert controls["height"] <= most
    for name in ("#first", "#last", "#scrub", "#count", "#speed"):
        box = page.locator(name).bounding_box()
        assert box
        assert box["x"] >= controls["x"]
        assert box["x"] + box["width"] <= controls["x"] + controls["width"]


def test_it_has_a_key_for_the_numbers(page: Page) -> None:
    key = page.locator("#sum-key")
    expect(key.locator("dt")).to_have_text(["F", "G", "H"])
    expect(key).to_contain_text("cost from the start")
    page.select_option("#language", "zh")
    expect(key).not_to_contain_text("cost")


def test_the_key_explains_both_ends(browser: Browser, tmp_path: Path) -> None:
    trace = ps.trace(ps.Grid(np.ones((5, 7))), (1, 2), (5, 2), algorithm="bidirectional-astar")
    trace.save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        expect(page.locator("#sum-key")).to_contain_text("estimate to the target (◆ from the start)")
        assert said(page).split("\n") == [
            "The start and the target are open: a search begins at each of them.",
            "Step on to see what happens.",
        ]


def test_the_key_says_what_breadth_first_search_takes_next(browser: Browser, tmp_path: Path) -> None:
    trace = ps.trace(ps.Grid(np.ones((5, 7))), (1, 2), (5, 2), algorithm="bfs")
    trace.save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        assert page.locator("#sum-key dd").all_inner_texts() == [
            "G here: what has waited longest is taken next",
            "cost from the start",
            "no estimate: 0",
        ]
        assert said(page).startswith("Only the start is on the open list.")


def test_it_shows_terrain_in_its_colours(browser: Browser, tmp_path: Path) -> None:
    kinds = {0: Terrain("plain"), 1: Terrain("sand", 2.0), 2: Terrain("water", walkable=False)}
    map = ps.Map.from_terrain([[0, 1, 1, 2], [0, 0, 0, 0]], kinds)
    ps.trace(map.grid(), (0, 1), (3, 1)).save(tmp_path / "search.html", theme="light", on=map)
    with opened(browser, tmp_path) as page:
        expect(page.locator("#legend .ground")).to_have_text(["water", "sand"])
        seen = page.evaluate(
            """() => {
              const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
              const inks = new Set();
              for (let i = 0; i < data.length; i += 4) inks.add([...data.slice(i, i + 3)].join());
              return [...inks];
            }"""
        )
        for name in ("sand", "water"):
            assert "{},{},{}".format(*THEMES["light"].terrain[name]) in seen


def clicked(page: Page, x: int, y: int, width: int, height: int) -> None:
    """Click a square of a board that is fully visible."""
    spot = page.locator("#board").bounding_box()
    assert spot
    side = min((spot["width"] - 24) / width, (spot["height"] - 24) / height, 92) // 1
    left = spot["x"] + (spot["width"] - width * side) / 2
    top = spot["y"] + (spot["height"] - height * side) / 2
    page.mouse.click(left + (x + 0.5) * side, top + (y + 0.5) * side)


def test_it_says_why_the_path_does_not_lead_through_a_square(page: Page) -> None:
    why = page.locator("#why")
    clicked(page, 1, 4, 7, 5)
    expect(why).to_contain_text("The cheapest way through (1, 4) costs")
    clicked(page, 3, 2, 7, 5)
    expect(why).to_contain_text("(3, 2) cannot be entered.")
    clicked(page, 1, 2, 7, 5)
    expect(why).to_have_text("The path leads through (1, 2).")
    page.locator("#language").select_option("zh")
    expect(why).to_have_text("路径经过 (1, 2)。")
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()


def test_on_a_large_board_the_studio_says_why(browser: Browser, tmp_path: Path) -> None:
    grid = ps.Grid(np.ones((130, 130), bool))
    ps.trace(grid, (0, 0), (5, 0)).save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        page.mouse.click(400, 300)
        expect(page.locator("#why")).to_contain_text("more than 16384 places")


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        (lambda grid: ps.Turning(grid, 1), "The cheapest way through (1, 4) costs"),
        (lambda grid: grid.sized(2), "The cheapest way through (1, 4) costs"),
        (ps.Timed, "depends on when one gets there"),
    ],
    ids=["turning", "sized", "timed"],
)
def test_pages_of_layers_say_why(layer: Any, words: str, browser: Browser, tmp_path: Path) -> None:
    walkable = np.ones((6, 8))
    walkable[2, 3:6] = 0
    ps.trace(layer(ps.Grid(walkable)), (0, 0), (6, 0)).save(tmp_path / "search.html")
    with opened(browser, tmp_path) as page:
        clicked(page, 1, 4, 8, 6)
        expect(page.locator("#why")).to_contain_text(words)


@pytest.mark.parametrize("algorithm", ["lazy-theta-star", "anya"])
def test_searches_along_lines(algorithm: str, browser: Browser, tmp_path: Path) -> None:
    walkable = np.ones((7, 8))
    walkable[1:6, 3] = 0
    grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
    trace = ps.trace(grid, (1, 3), (6, 3), algorithm=algorithm)
    trace.save(tmp_path / "search.html", theme="light")
    with opened(browser, tmp_path) as page:
        step_through(page, trace)
        corner = trace.path.points[1:3].mean(axis=0)
        assert colour_at(page, *corner, width=8, height=7) == THEMES["light"].path
        clicked(page, 1, 1, 8, 7)
        expect(page.locator("#history")).to_be_visible(visible=algorithm != "anya")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        if trace.intervals is not None:
            first = trace.intervals[trace[0].current]
            middle = (first["left"] + first["right"]) / 2
            assert colour_at(page, *middle, width=8, height=7) == THEMES["light"].current


def test_a_search_over_a_mesh(browser: Browser, tmp_path: Path) -> None:
    corners = [(0, 0), (4, 0), (4, 2), (0, 2), (8, 0), (8, 6), (4, 6)]
    trace = ps.trace(ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 6, 2]]), (1, 1), (4.5, 5.5))
    trace.save(tmp_path / "search.html", theme="light")
    with opened(browser, tmp_path) as page:
        step_through(page, trace)
        # The board is 41.2 by 31.2 units, five to one of the mesh, with a border of 0.6.
        x, y = trace.path.points[1:3].mean(axis=0)
        assert colour_at(page, 5 * x + 0.1, 5 * y + 0.1, width=41.2, height=31.2) == THEMES["light"].path
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        first = trace.intervals[trace[0].current]
        x, y = 0.3 * first["left"] + 0.7 * first["right"]
        assert colour_at(page, 5 * x + 0.1, 5 * y + 0.1, width=41.2, height=31.2) == THEMES["light"].current


def test_a_search_over_ground_that_costs_differently(browser: Browser, tmp_path: Path) -> None:
    corners = [(0, 0), (4, 0), (4, 2), (0, 2), (8, 0), (8, 6), (4, 6)]
    mesh = ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 6, 2]], costs=[1, 3])
    trace = ps.trace(mesh, (1, 1), (4.5, 5.5))
    assert trace.deepens
    trace.save(tmp_path / "search.html", theme="light")
    with opened(browser, tmp_path) as page:
        step_through(page, trace)
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#says")).to_contain_text("The shortest line is found first")


def colour_at(page: Page, x: float, y: float, *, width: float, height: float) -> tuple[int, ...]:
    """The colour of the canvas at a point between cells, once it is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    canvas = page.locator("#board")
    box = canvas.bounding_box()
    assert box is not None
    cell = int(min((box["width"] - 24) / width, (box["height"] - 24) / height, 92))
    left, top = (
        (side - cell * count) / 2 for side, count in ((box["width"], width), (box["height"], height))
    )
    at = [round(left + (x + 0.5) * cell), round(top + (y + 0.5) * cell)]
    found: list[int] = canvas.evaluate(
        "(canvas, [x, y]) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]", at
    )
    return tuple(found[:3])
