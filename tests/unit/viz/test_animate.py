"""Searches in files: films, pages, sheets, and data for Posthoc."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import pathstar as ps
from pathstar import progress, web
from pathstar.traces import codec
from pathstar.viz.export import page, page_words, save, svg
from pathstar.viz.export.bundle import modules_of
from pathstar.viz.export.moments import caption
from pathstar.words import as_json

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def large() -> ps.Trace:
    walkable = np.random.default_rng(5).random((90, 150)) > 0.25
    walkable[0, 0] = walkable[-1, -1] = True
    cost = np.random.default_rng(6).uniform(1, 4, walkable.shape)
    return ps.trace(ps.Grid(walkable, cost=cost), (0, 0), (149, 89))


def test_a_gif_has_a_picture_for_each_step(trace: ps.Trace, tmp_path) -> None:
    trace.save(tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == len(trace) + 1
        assert film.size == (7 * 64, 5 * 64 + 26)
        assert film.info["loop"] == 0
        durations = []
        for frame in range(film.n_frames):
            film.seek(frame)
            durations.append(film.info["duration"])
        assert len(set(durations[:-1])) == 1
        assert durations[-1] == 3000
        last = film.convert("RGB").getpixel((2 * 64 + 32, 32))
    assert np.abs(np.subtract(last, (207, 18, 150))).max() < 12  # a dot of the path


def test_a_gif_of_a_long_search_leaves_steps_out(large: ps.Trace, tmp_path) -> None:
    large.save(tmp_path / "a.gif", most_frames=12, seconds=6, captions=False)
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == 12
        assert film.size == (150 * 4, 90 * 4)
        assert film.info["duration"] == 500


@pytest.mark.parametrize(
    ("suffix", "options", "calls"),
    [
        (".html", {}, 50),
        (".gif", {"most_frames": 12}, 13),
        (".svg", {}, 40),
        (".png", {}, 1),
        (".png", {"moments": 4}, 4),
        (".json", {}, 2),
        (".npz", {}, 1),
    ],
)
def test_progress_is_the_fraction_done(
    large: ps.Trace, suffix: str, options: dict[str, int], calls: int, tmp_path
) -> None:
    parts: list[float] = []
    large.save(tmp_path / f"a{suffix}", progress=parts.append, **options)
    assert parts == sorted(parts)
    assert len(parts) >= calls
    assert 0 <= parts[0] <= parts[-1] == 1.0


@pytest.mark.parametrize("suffix", [".html", ".gif", ".svg", ".json"])
def test_an_exception_in_progress_leaves_no_file(large: ps.Trace, suffix: str, tmp_path) -> None:
    def cancel(part: float) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        large.save(tmp_path / f"a{suffix}", progress=cancel)
    assert not list(tmp_path.iterdir())


def test_a_sheet_of_moments(trace: ps.Trace, large: ps.Trace, tmp_path) -> None:
    trace.save(tmp_path / "end.png")
    with Image.open(tmp_path / "end.png") as picture:
        assert picture.size == (448, 320)
    trace.save(tmp_path / "sheet.png", moments=6, cell=20)
    with Image.open(tmp_path / "sheet.png") as sheet:
        across = round((sheet.width - 16) / (140 + 16))
        assert across in (1, 2, 3)
        assert sheet.height == -(-6 // across) * (100 + 26 + 16) + 16
    large.save(tmp_path / "large.png", moments=4, theme="dark")


def hidden_at(root: ElementTree.Element, moment: float) -> set[ElementTree.Element]:
    """Return the elements that are hidden at a moment, by the rules of SMIL."""
    found = set()
    for element in root.iter():
        visible = element.get("visibility") != "hidden"
        for timer in element.findall(f"{SVG}set"):
            begin, end = ((timer.get(name) or "").partition("+")[2] or "0s" for name in ("begin", "end"))
            if float(begin[:-1]) <= moment < float(end[:-1]):
                visible = timer.get("to") == "visible"
        if not visible:
            found.add(element)
    return found


def test_an_svg_shows_each_square_while_it_holds(trace: ps.Trace, tmp_path) -> None:
    trace.save(tmp_path / "a.svg", seconds=len(trace))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    groups = {group.get("class"): group for group in root.iter(f"{SVG}g") if group.get("class")}
    for steps in range(len(trace) + 1):
        state = trace[steps - 1] if steps else trace.beginning
        hidden = hidden_at(root, steps + 0.5)
        for role, nodes in (("open", state.open), ("closed", state.closed)):
            boxes = [box for box in groups[role] if box not in hidden]
            corners = [re.findall(r"M(\S+) (\S+?)h", box.get("d"))[0] for box in boxes]
            places = {(int(float(x) // 64), int(float(y) // 64)) for x, y in corners}
            assert places == set(map(tuple, trace.space.places_of(nodes).tolist()))
            assert len(boxes) == len(nodes)
        lost = {text for group in hidden for text in group.iter(f"{SVG}text")}
        texts = [
            text for text in root.iter(f"{SVG}text") if text not in lost and not text.get("dominant-baseline")
        ]
        assert len(texts) == 3 * len(state.nodes)
        bold = sorted(float(text.text) for text in texts if text.get("font-weight"))
        assert bold == sorted(state.f.tolist())
        path_hidden = any("dots" in {each.get("class") for each in group.iter()} for group in hidden)
        assert path_hidden == (steps < len(trace))
    assert len(root.findall(f".//{SVG}animateTransform")) == 1


def test_an_svg_of_a_large_map_is_cut_into_moments(large: ps.Trace, tmp_path, monkeypatch) -> None:
    file = tmp_path / "a.svg"
    large.save(file)
    root = ElementTree.parse(file).getroot()
    assert len(root.findall(f".//{SVG}set")) > 100
    assert file.stat().st_size < 40 * len(large.events)
    frontier = [path for path in root.iter(f"{SVG}path") if path.get("class") == "open"]
    assert len(frontier) == 100
    monkeypatch.setattr(svg, "_MOST_CLOSED", 10)
    large.save(file)
    assert "<set" not in file.read_text()


def page_data(text: str) -> dict:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def unpacked(packed: str, kind: str) -> np.ndarray:
    return np.frombuffer(gzip.decompress(base64.b64decode(packed)), kind)


@pytest.mark.parametrize("open_list", ["heap", "bucket"])
def test_a_page_holds_all_events(large: ps.Trace, tmp_path, monkeypatch, open_list: str) -> None:
    monkeypatch.setattr(page_words, "EXPLAINED", 100)
    trace = ps.trace(large.space, (0, 0), (149, 89), open_list=open_list)
    trace.save(tmp_path / "a.html")
    data = page_data((tmp_path / "a.html").read_text())
    _, columns = codec.unpacked(gzip.decompress(base64.b64decode(data["events"])))
    assert (codec.events_of(columns) == trace.events).all()
    assert unpacked(data["path"], "<u4").tolist() == trace.path.nodes.tolist()
    codes = unpacked(data["codes"], "<u2").reshape(trace.space.shape)
    assert np.array_equal(codes != 1, trace.space.walkable)


def test_a_page_holds_the_facts_of_its_steps(trace: ps.Trace, tmp_path) -> None:
    trace.save(tmp_path / "a.html", title="A <first> search", theme="dark")
    text = (tmp_path / "a.html").read_text()
    data = page_data(text)
    said = json.loads(gzip.decompress(base64.b64decode(data["facts"])))
    for step, told in enumerate(said["steps"]):
        assert [fact[:2] for fact in told] == [[each.kind, as_json(each.say)] for each in trace.facts(step)]
    assert len(said["steps"]) == len(trace)
    assert said["steps"][2][0][2] == [trace.space.node_of((2, 3))]
    assert "A &lt;first&gt; search" in text
    assert 'data-theme="dark"' in text
    assert data["palette"] == [1.0, None]


def test_a_page_stands_alone(trace: ps.Trace, tmp_path) -> None:
    trace.save(tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text()
    assert len(text) < 150_000
    assert not re.search(
        r"""(?:src|href)\s*=|@import|url\(|https?://|^import |^export """, text, re.MULTILINE
    )
    assert "@title@" not in text
    for name in ("play", "scrub", "speed", "back", "forth", "theme", "says"):
        assert f'id="{name}"' in text


@pytest.mark.parametrize("entry", ["saved/page.js", "saved/units.js"])
def test_no_text_of_a_page_goes_over_several_lines(entry: str) -> None:
    """Pages leave out the spaces at the beginning of lines."""
    for name in modules_of(entry):
        for line in web.text(name).splitlines():
            assert line.count("`") % 2 == 0, f"{name}: {line}"


def test_a_long_page_explains_its_first_steps_and_the_end(large: ps.Trace, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(page_words, "EXPLAINED", 100)
    large.save(tmp_path / "a.html")
    data = page_data((tmp_path / "a.html").read_text())
    said = json.loads(gzip.decompress(base64.b64decode(data["facts"])))
    assert len(said["steps"]) == int((large.step_starts < 100).sum())
    assert [fact[1] for fact in said["end"]] == [as_json(each.say) for each in large.facts(-1)]
    monkeypatch.setattr(page, "MOST_EVENTS", 100)
    with pytest.raises(ps.OptionError, match="holds at most 100"):
        large.save(tmp_path / "a.html")


def test_a_notebook_can_play_a_short_search(trace: ps.Trace, large: ps.Trace) -> None:
    shown = trace._repr_html_()
    assert shown.startswith("<figure")
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert len(page_data(html.unescape(page))["palette"]) == 2
    assert "srcdoc" not in large._repr_html_()
    assert "srcdoc" not in trace.path._repr_html_()


def test_a_search_that_never_began_can_be_saved(tmp_path) -> None:
    trace = ps.trace(ps.Grid([[0, 1]]), (0, 0), (1, 0))
    for suffix in save.EXPORTERS:
        trace.save(tmp_path / f"a{suffix}")
        assert (tmp_path / f"a{suffix}").stat().st_size > 100


def test_what_is_not_allowed(trace: ps.Trace, tmp_path) -> None:
    with pytest.raises(ps.OptionError, match=r"unknown trace format '.gf'; did you mean '.gif'"):
        trace.save(tmp_path / "a.gf")
    with pytest.raises(ps.OptionError, match="has no suffix"):
        trace.save(tmp_path / "a")
    with pytest.raises(ps.OptionError, match=r"\.html has no option 'cell'"):
        trace.save(tmp_path / "a.html", cell=3)
    with pytest.raises(ps.OptionError, match="seconds is 0"):
        trace.save(tmp_path / "a.svg", seconds=0)
    with pytest.raises(ps.OptionError, match="most_frames is 1"):
        trace.save(tmp_path / "a.gif", most_frames=1)
    with pytest.raises(ps.OptionError, match="not a number of moments"):
        trace.save(tmp_path / "a.png", moments=0)
    with pytest.raises(FileNotFoundError):
        trace.save(tmp_path / "no" / "a.svg")


def test_a_bar_is_shown_on_a_terminal_after_a_second(tmp_path, monkeypatch, capsys) -> None:
    trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    trace.save(tmp_path / "film.gif")
    assert "film.gif" in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    trace.save(tmp_path / "film.gif")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("suffix", [".html", ".gif", ".svg", ".png", ".npz"])
def test_after_an_edit_a_search_is_not_saved_on_other_walls(suffix: str, tmp_path) -> None:
    map = ps.Map(np.ones((3, 5)))
    trace = ps.trace(map.grid(), (0, 1), (4, 1))
    map.edit("passable", (2, 1), False)
    with pytest.raises(ps.StaleError, match="the space was edited since this trace was recorded"):
        trace.save(tmp_path / f"search{suffix}", progress=False)
    assert not list(tmp_path.iterdir())
    for draw in (trace.frame, trace.show, lambda: ps.save_picture(trace, tmp_path / "end.svg")):
        with pytest.raises(ps.StaleError, match="record it again to draw it"):
            draw()


def test_what_is_no_progress_and_no_type_of_event(tmp_path) -> None:
    trace = ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0))
    with pytest.raises(ps.OptionError, match="progress is 3; allowed: a function"):
        trace.save(tmp_path / "search.html", progress=3)
    with pytest.raises(ps.OptionError, match="'EXPAND' is not a type of event"):
        trace.of_type("EXPAND")  # type: ignore[arg-type]


def test_a_film_begins_with_what_is_open() -> None:
    grid = ps.Grid(np.ones((3, 5)))

    def begins(trace: ps.Trace) -> str:
        return caption(trace.beginning)

    assert begins(ps.trace(grid, (0, 0), (4, 2))) == "the start is open"
    both = ps.trace(grid, (0, 0), (4, 2), algorithm="bidirectional-astar")
    assert begins(both) == "the start and the target are open"
    assert begins(ps.Replanner(grid, (0, 0), (4, 2), "d-star-lite").trace()) == "the target is open"
