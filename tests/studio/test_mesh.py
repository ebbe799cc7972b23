"""Mesh boards in the page: made, dragged with pointer, keys and fingers, opened, saved and shared."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

import pathstar as ps
from studio.conftest import Open, Server, Studio
from studio.test_graphs import drop
from studio.test_hands import PHONE

PATH = "(await part('mesh/follow.js')).found"
ROOM = b'{"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [20, 12], [0, 12], [0, 0]]]}'


def make_mesh(studio: Studio, name: str) -> None:
    """Make a mesh board by the dialog."""
    page = studio.page
    page.click("#new")
    page.locator("dialog label:has-text('Made of') select").select_option("mesh")
    page.click(f"dialog button:has(strong:text-is('{name}'))")
    page.click("#make")
    expect(page.locator("dialog")).to_have_count(0)
    studio.settled()


def open_room(studio: Studio) -> None:
    """Open an empty room of 20 x 12."""
    drop(studio, ("room.geojson", ROOM))
    assert studio.ask("state.map.kind") == "mesh"
    studio.ask("Object.assign(state.map.mesh, { start: [2, 6], goal: [18, 6] })")
    studio.ask("(await part('events.js')).emit('edited')")
    studio.settled()


def at(studio: Studio, place: Sequence[float]) -> tuple[float, float]:
    """Return where a point of the plane is on the screen."""
    box = "(({ x, y }) => [x, y])(boards[0].canvas.getBoundingClientRect())"
    left, top, x, y, scale, unit, origin = studio.ask(
        "await part('mesh/edit.js').then(({ plane }) => plane()).then(({ unit, origin }) =>"
        f" [...{box}, boards[0].view.x, boards[0].view.y, boards[0].view.scale, unit, origin])"
    )
    return (
        left + x + (place[0] - origin[0]) * unit * scale,
        top + y + (place[1] - origin[1]) * unit * scale,
    )


def drag(studio: Studio, start: Sequence[float], end: Sequence[float]) -> None:
    mouse = studio.page.mouse
    mouse.move(*at(studio, start))
    mouse.down()
    mouse.move(*at(studio, end), steps=6)
    mouse.up()
    studio.settled()


def click(studio: Studio, place: Sequence[float], button: str = "left") -> None:
    studio.page.mouse.click(*at(studio, place), button=button)  # type: ignore[arg-type]
    studio.settled()


def mesh_of(studio: Studio) -> ps.NavMesh:
    """Return the mesh that the page shows, made at once by the library."""
    polygons, shape = studio.ask("[state.map.mesh.polygons, state.map.mesh.shape]")
    ground = {"type": "MultiPolygon", "coordinates": polygons}
    mesh = ps.NavMesh.from_polygons(ground, radius=shape["radius"])
    for each in shape["obstacles"]:
        if each["kind"] == "disc":
            mesh.add_disc(tuple(each["place"]), each["radius"])
        else:
            mesh.add_obstacle(each["corners"])
    for area in shape["areas"]:
        mesh.add_area({"type": "Polygon", "coordinates": area["polygon"]}, area["cost"])
    return mesh


def check(studio: Studio, within: float = 1.0) -> float:
    """Compare the shown path with the library's; return its cost."""
    start, goal = studio.ask("[state.map.mesh.start, state.map.mesh.goal]")
    wanted = ps.find_path(mesh_of(studio), tuple(start), tuple(goal))
    status, cost = studio.ask(f"[{PATH}.path.status, {PATH}.path.cost]")
    assert status == wanted.status.name
    if wanted:
        assert wanted.cost / within <= cost * (1 + 1e-9)
        assert cost <= wanted.cost * within * (1 + 1e-9)
    return float(cost or math.inf)


def test_obstacles_are_drawn_dragged_and_taken_away_and_the_path_follows(studio: Studio) -> None:
    page = studio.page
    open_room(studio)
    assert check(studio) == 16
    page.keyboard.press("d")
    drag(studio, (10, 6), (10, 8))
    disc = studio.ask("state.map.mesh.shape.obstacles[0]")
    assert disc["kind"] == "disc"
    assert disc["place"] == pytest.approx([10, 6], abs=0.05)
    assert disc["radius"] == pytest.approx(2, abs=0.1)
    assert (around := check(studio)) > 16
    page.keyboard.press("v")
    drag(studio, (10.5, 6.5), (10.5, 8))
    assert 16 < check(studio) < around
    drag(studio, (10.5, 8), (10.5, 10))
    assert check(studio) == 16
    page.keyboard.press("r")
    drag(studio, (5, -1), (7, 10))
    assert check(studio) > 16
    page.keyboard.press("g")
    drag(studio, (12, -1), (14, 13))
    assert studio.ask("state.map.mesh.shape.areas[0].cost") == 3
    assert check(studio, within=1.01) > 20
    page.keyboard.press("e")
    click(studio, (6, 5))
    click(studio, (13, 5))
    assert studio.ask("[state.map.mesh.shape.obstacles.length, state.map.mesh.shape.areas.length]") == [1, 0]
    assert check(studio) == 16
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert check(studio, within=1.01) > 20
    page.keyboard.press("Control+y")
    page.keyboard.press("v")
    click(studio, (6, 5), button="right")
    assert studio.ask("state.map.mesh.shape.obstacles.length") == 1


def test_the_path_follows_while_the_pointer_still_moves(studio: Studio) -> None:
    """At most two requests at a time; at the end the newest has been answered."""
    page = studio.page
    make_mesh(studio, "Floor")
    page.evaluate(
        """() => {
          const plain = window.fetch;
          window.flying = window.most = window.count = 0;
          window.fetch = async (address, options) => {
            if (address !== "/api/mesh-path") return plain(address, options);
            window.count++;
            window.most = Math.max(window.most, ++window.flying);
            try { return await plain(address, options); } finally { window.flying--; }
          };
        }"""
    )
    place = studio.ask("state.map.mesh.shape.obstacles[0].place")
    page.mouse.move(*at(studio, place))
    page.mouse.down()
    page.mouse.move(*at(studio, (place[0] - 5, place[1])), steps=25)
    page.wait_for_function("() => window.count > 2")
    assert studio.ask("state.map.mesh.shape.obstacles[0].place[0]") == pytest.approx(place[0] - 5, abs=0.05)
    check(studio)
    page.mouse.up()
    assert page.evaluate("window.most") <= 2
    check(studio)


def test_ends_are_dragged_to_any_place(studio: Studio) -> None:
    make_mesh(studio, "Floor")
    start = studio.ask("state.map.mesh.start")
    drag(studio, start, (3.3, 7.7))
    assert studio.ask("state.map.mesh.start") == pytest.approx([3.3, 7.7], abs=0.05)
    check(studio)
    drag(studio, (3.3, 7.7), (10, 2))  # into a wall
    assert check(studio) == math.inf
    expect(studio.page.locator("#mesh-status")).to_have_text("The unit does not fit where the start is.")
    studio.page.click("#undo")
    assert check(studio) < math.inf


def test_the_radius_closes_doors(studio: Studio) -> None:
    make_mesh(studio, "Floor")
    slider = studio.page.locator("#mesh-radius")
    narrow = check(studio)
    slider.fill("15")
    assert studio.ask("state.map.mesh.shape.radius") == pytest.approx(0.6)
    assert check(studio) > narrow
    slider.fill("36")
    assert check(studio) == math.inf
    apart = "There is no path: the start and the target lie on different islands."
    expect(studio.page.locator("#mesh-status")).to_have_text(apart)
    expect(studio.page.locator("#explain")).to_have_text(apart)
    studio.page.keyboard.press("Control+z")
    studio.page.keyboard.press("Control+z")
    assert studio.ask("state.map.mesh.shape.radius") == pytest.approx(0.3)
    assert check(studio) == pytest.approx(narrow)


# Compares the board as drawn with one drawn from whole polygons, and with one without the changes. Returns
# how many pixel values differ by more than smoothed edges explain.
DIFFERENT = """(await (async () => {
  const { found } = await part("mesh/follow.js");
  const pixels = () => {
    const { canvas } = boards[0];
    boards[0].draw();
    const { width, height } = canvas;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const drawn = pixels();
  const different = (other) => drawn.filter((value, i) => Math.abs(value - other[i]) > 24).length;
  const show = async (changed) => {
    Object.assign(found, changed);
    (await part("events.js")).emit("mesh", true);
    return pixels();
  };
  const { gone, added } = found.changes;
  const points = [], offsets = [0], costs = [];
  for (const each of [found.polygons, added])
    for (const [number, cost] of each.costs.entries()) {
      if (each !== added && gone.has(number)) continue;
      for (const corner of each.corners.slice(each.offsets[number], each.offsets[number + 1]))
        points.push(each.points[2 * corner], each.points[2 * corner + 1]);
      offsets.push(points.length / 2);
      costs.push(cost);
    }
  const corners = [...Array(points.length / 2).keys()];
  const without = await show({ changes: null });
  const whole = await show({ polygons: { points, corners, offsets, costs } });
  return [different(whole), different(without)];
})())"""


@pytest.mark.parametrize("scale", [1, 1.5])
def test_while_something_is_dragged_only_what_changes_is_drawn(open_studio: Open, scale: float) -> None:
    studio = open_studio(device_scale_factor=scale)
    page = studio.page
    make_mesh(studio, "Park")
    thing = studio.ask("(({ place, corners }) => place ?? corners[0])(state.map.mesh.shape.obstacles[0])")
    page.mouse.move(*at(studio, thing))
    page.mouse.down()
    for far in (1, 2, 3):
        page.mouse.move(*at(studio, (thing[0] + far / 2, thing[1] + far / 4)))
        assert studio.ask(f"{PATH}.changes.gone.size") > 0
    from_whole, from_none = studio.ask(DIFFERENT)
    assert from_none > 2000
    assert from_whole < 100, "only edges at the border of the redrawn part may be smoothed differently"
    page.mouse.up()
    check(studio, within=1.01)
    assert studio.ask(f"{PATH}.changes") is None


def test_everything_is_done_with_the_keyboard(studio: Studio) -> None:
    page = studio.page
    open_room(studio)
    page.locator("#mesh-add-block").press("Enter")
    assert studio.ask("state.map.mesh.shape.obstacles[0].kind") == "block"
    assert (over := check(studio)) > 16
    page.locator("#board-1").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowDown")
    assert studio.ask("state.map.mesh.shape.obstacles[0].corners[0][1]") == pytest.approx(6 - 20 / 26 + 3)
    assert check(studio) == 16
    expect(page.locator("#announce")).to_have_text(re.compile("Length 16|Block 1"))
    page.wait_for_timeout(1200)  # boards of cells announce after a moment how a search ended
    expect(page.locator("#announce")).to_have_text(re.compile("Length 16|Block 1"))
    page.keyboard.press("Enter")  # after the last thing comes the first: the start
    expect(page.locator("#mesh-things [aria-pressed=true]")).to_have_text("Start")
    page.keyboard.press("ArrowUp")
    assert studio.ask("state.map.mesh.start") == pytest.approx([2, 5.8])
    page.keyboard.press("t")
    page.keyboard.press("ArrowLeft")
    assert studio.ask("state.map.mesh.goal") == pytest.approx([17.8, 6])
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Delete")
    assert studio.ask("state.map.mesh.shape.obstacles") == []
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert check(studio) <= over
    page.locator("#mesh-add-disc").press("Enter")
    page.locator("#board-1").focus()
    page.keyboard.press("]")
    assert studio.ask("state.map.mesh.shape.obstacles.at(-1).radius") == pytest.approx(20 / 26 * 1.1)


def test_the_legend_shows_intervals_as_the_board_does(studio: Studio) -> None:
    """Closed ones are lines, open ones dashed lines; only the card says how the search ended."""
    studio.make("Terrain", 20, 12)
    expect(studio.page.locator("#legend-walls i")).to_have_count(2)  # water and rock
    make_mesh(studio, "Park")
    legend = studio.page.locator(".legend")
    wall = studio.page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--wall').match(/\\w\\w/g)"
        ".map((part) => parseInt(part, 16)).join(', ')"
    )
    expect(studio.page.locator("#legend-walls i")).to_have_css("background-color", f"rgb({wall})")
    shown = re.compile(r"^open\s*closed\s*current\s*wall\s*path$")
    expect(legend).to_have_text(shown, use_inner_text=True)
    expect(legend).to_be_visible()
    expect(studio.page.locator("#readout-words")).to_be_hidden()
    for key, style in (("open", "dashed"), ("closed", "solid")):
        expect(legend.locator(f".key.{key}")).to_have_css("border-top", re.compile(f"^3px {style}"))


def test_a_thing_that_is_held_has_its_figures_in_the_card(studio: Studio) -> None:
    page = studio.page
    make_mesh(studio, "Park")
    dear = check(studio, within=1.01)
    stepped = studio.ask("state.results[0].head.cost")
    assert dear < stepped < 1.1 * dear
    expect(page.locator("#mesh-sooner")).to_contain_text(f"end sooner, at a path that costs {stepped:.2f}")
    page.locator("#mesh-things button:has-text('Ground 1')").click()
    cost = page.get_by_role("spinbutton", name="Cost of a unit of length")
    cost.fill("1.05")
    cost.press("Tab")
    assert check(studio, within=1.01) < dear
    page.locator("#mesh-things button:has-text('Disc 2')").click()
    radius = page.get_by_role("spinbutton", name="Radius", exact=True)
    radius.fill("2.5")
    radius.press("Tab")
    assert studio.ask("state.map.mesh.shape.obstacles[1].radius") == 2.5
    check(studio, within=1.01)
    page.click("#mesh-remove")
    assert studio.ask("state.map.mesh.shape.obstacles.length") == 1
    expect(page.locator("#mesh-how")).to_be_visible()


def test_the_squares_on_the_board_become_a_mesh(studio: Studio) -> None:
    make_mesh(studio, "This map")
    assert studio.ask("state.map.mesh.polygons[0].length") == 2  # the wall is a hole
    check(studio)
    expect(studio.page.locator("#map-name")).to_have_text("This map")
    expect(studio.page.locator("#map-size")).to_have_text("8 corners")
    studio.page.keyboard.press("Control+z")
    assert studio.ask("[state.map.kind, state.results[0].head.cost]") == ["squares", 68]
    expect(studio.page.locator("#card-mesh")).to_be_hidden()
    expect(studio.page.locator("#card-explain")).to_be_visible()


def test_a_link_shows_the_same_mesh(studio: Studio) -> None:
    page = studio.page
    make_mesh(studio, "Pillars")
    page.keyboard.press("d")
    click(studio, studio.ask("state.map.mesh.goal.map((each) => each - 2)"))
    before = studio.ask(f"[state.map.mesh, {PATH}.path.points, state.map.name]")
    page.click("#share")  # writes the address at once
    studio.reload()
    assert studio.ask(f"[state.map.mesh, {PATH}.path.points, state.map.name]") == before


@pytest.mark.parametrize(
    ("format", "magic"), [("svg", b"<svg"), ("html", b"<!doctype html>"), ("gif", b"GIF89a")]
)
def test_a_search_is_saved_as_picture_page_and_film(studio: Studio, format: str, magic: bytes) -> None:
    open_room(studio)
    page = studio.page
    page.keyboard.press("r")
    drag(studio, (9, -1), (11, 8))
    page.click("#save")
    page.locator("#export-format").select_option(format)
    with page.expect_download() as download:
        page.click("#export")
    assert download.value.suggested_filename == f"room.{format}"
    assert download.value.path().read_bytes().lower().startswith(magic.lower())
    expect(page.locator("dialog")).to_have_count(0)


def test_over_areas_the_search_is_saved(studio: Studio) -> None:
    open_room(studio)
    studio.ask("state.map.mesh.shape.areas.push({polygon: [[[8, 0], [12, 0], [12, 11], [8, 11]]], cost: 5})")
    studio.ask("(await part('events.js')).emit('edited')")
    studio.settled()
    page = studio.page
    page.click("#save")
    formats = page.locator("#export-format option").evaluate_all("rows => rows.map((row) => row.value)")
    assert formats == ["canvas", "svg", "html", "gif"]
    page.locator("#export-format").select_option("html")
    with page.expect_download() as download:
        page.click("#export")
    assert download.value.path().read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_mesh_is_saved_and_opened_again(studio: Studio, server: Server) -> None:
    page = studio.page
    open_room(studio)
    page.keyboard.press("r")
    drag(studio, (9, -1), (11, 8))
    page.click("#save")
    page.locator("#save-name").fill("cut room.geojson")
    page.get_by_label("Format").select_option(".mesh")
    expect(page.locator("#save-name")).to_have_value("cut room.mesh")
    page.click("#save-folder")
    expect(page.locator(".notice")).to_contain_text("cut room.mesh")
    mesh = ps.NavMesh.read(server.folder / "cut room.mesh")
    assert ps.find_path(mesh, (2, 6), (18, 6)).cost == pytest.approx(check(studio), abs=0.1)
    page.click("#open")
    page.click("dialog button:text-is('cut room.mesh')")
    expect(page.locator("dialog")).to_have_count(0)
    studio.settled()
    assert studio.ask("[state.map.mesh.polygons.length, state.map.mesh.polygons[0].length]") == [1, 1]
    check(studio)
    page.click("#save")
    with page.expect_download() as download:
        page.click("#export")
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_ground_that_the_server_has_dropped_is_sent_again(open_studio: Open) -> None:
    studio = open_studio(quiet=("404",))
    open_room(studio)
    page = studio.page
    for place in range(9):
        ring = [[0, 0], [place + 1, 0], [0, 1]]
        sent = page.evaluate(
            "(polygons) => part('backend/backend.js').then(({ backend }) =>"
            " backend.keepMesh({ kind: 'mesh', polygons }))",
            [[ring]],
        )
        assert len(sent["mesh"]) == 24
    page.keyboard.press("d")
    click(studio, (10, 6))
    assert check(studio) > 16


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_mesh_is_dragged_with_a_finger(open_studio: Open, scheme: str) -> None:
    studio = open_studio(color_scheme=scheme, **PHONE)
    page = studio.page
    open_room(studio)
    page.tap("#tool-disc")
    x, y = at(studio, (10, 6))
    page.touchscreen.tap(x, y)
    studio.settled()
    assert check(studio) > 16
    page.tap("#tab-mesh")
    expect(page.locator("#mesh-status")).to_be_visible()
    expect(page.locator("#tab-steps")).to_be_visible()
    page.tap("#tab-mesh")
    page.tap("#tool-look")
    goal = at(studio, (18, 6))
    session = page.context.new_cdp_session(page)
    there = [at(studio, (14, 2))]
    for kind, spots in (
        ("touchStart", [goal]),
        ("touchMove", there),
        ("touchEnd", []),
    ):
        points = [{"x": spot[0], "y": spot[1]} for spot in spots]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    studio.settled()
    assert studio.ask("state.map.mesh.goal") == pytest.approx([14, 2], abs=0.3)
    check(studio)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_what_a_mesh_cannot_do_says_so(studio: Studio) -> None:
    page = studio.page
    make_mesh(studio, "Floor")
    for hidden in ("#resize", "#materials", "#card-method", "#card-result", "#card-list", "#tool-pen"):
        expect(page.locator(hidden)).to_be_hidden()
    page.click("#units")
    expect(page.locator(".notice")).to_contain_text("squares")
    for key in ("w", "1", "l", "f", "o", "x", " ", ",", "."):
        page.keyboard.press(key)
    assert studio.ask("[state.tool, state.map.kind]") == ["look", "mesh"]
    page.goto(page.url.split("#")[0] + "#e30")  # not a board
    studio.reload()
    expect(page.locator(".notice")).to_contain_text("link")


def test_the_search_is_stepped_with_intervals_and_sentences(studio: Studio) -> None:
    page = studio.page
    open_room(studio)
    page.keyboard.press("r")
    drag(studio, (9, -1), (11, 10))
    count, at, status = studio.ask(
        "[state.results[0].replay.steps, state.position, state.results[0].head.status]"
    )
    assert count == at
    assert status == "FOUND"
    expect(page.locator("#explain")).to_contain_text(
        "The path is read back from the target through the roots"
    )
    assert studio.ask("boards[0].intervals.steps") == count
    page.click("#first")
    studio.settled()
    expect(page.locator("#explain")).to_contain_text("The start (2, 6) sees")
    page.click("#forward")
    studio.settled()
    expect(page.locator("#explain")).to_contain_text("as seen from (2, 6), has the lowest F on the open list")
    page.keyboard.press("g")
    drag(studio, (14, -1), (16, 13))
    studio.settled()
    expect(page.locator("#explain")).to_contain_text("The shortest line is found first")
    page.click("#last")
    studio.settled()
    expect(page.locator("#explain")).to_contain_text("The best path is (2, 6)")
    expect(page.locator("#explain")).to_contain_text("It is the target: no path costs less than")
    assert studio.ask("boards[0].intervals.steps") == studio.ask("state.results[0].head.expanded")


def test_a_long_search_fits_on_the_smallest_phone(open_studio: Open) -> None:
    studio = open_studio(**PHONE | {"viewport": {"width": 320, "height": 640}})
    make_mesh(studio, "Park")
    assert studio.ask("state.results[0].replay.steps") > 9999
    fits = "each => each.scrollWidth <= each.clientWidth"
    assert studio.page.locator("#step-words").evaluate(fits)
    assert studio.page.locator(".readout .legend").evaluate(fits)
