"""Pictures in a language: legends, titles, captions and the figures in the terminal."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from pathstar import web
from pathstar.maps.legend import Terrain
from pathstar.viz.drawables import scene_of
from pathstar.viz.export import page
from pathstar.viz.export.bundle import modules_of
from pathstar.viz.export.moments import caption
from pathstar.viz.figures import figures_of, title_of
from pathstar.viz.legend import legend_of
from pathstar.viz.notebook import html
from pathstar.viz.render import fonts
from pathstar.viz.results import Shown
from pathstar.viz.units import page as units_page

GRID = ps.Grid([[1, 1, 1], [1, 0, 1]], cost=[[1, 1, 2], [1, 1, 1]])
CHINESE = re.compile(r"[\u4e00-\u9fff]")
LATIN_WORDS = re.compile(r"[A-Za-z]{3,}")


def searched() -> ps.Trace:
    return ps.trace(GRID, (0, 0), (2, 1))


def test_a_legend_names_everything_in_its_language() -> None:
    scene = scene_of(searched(), step=2)
    for entry in legend_of(scene, "zh"):
        assert CHINESE.search(entry.words), entry
        assert not LATIN_WORDS.search(entry.words), entry
    assert [entry.role for entry in legend_of(scene, "zh")] == [entry.role for entry in legend_of(scene)]


@pytest.mark.parametrize("style", ["order", "g"])
def test_a_heat_map_explains_its_shades_in_its_language(style: str) -> None:
    picture = searched().frame(2, style=style, legend=True, lang="zh", cell=40).svg()
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    assert any(CHINESE.search(text) for text in texts)
    assert not any(LATIN_WORDS.search(text) for text in texts)


def test_wide_characters_get_room_in_a_legend() -> None:
    rows = legend_of(scene_of(searched()), "zh")
    for entry in rows:
        assert entry.right - entry.words_at >= 13 * len(CHINESE.findall(entry.words))


def test_ground_is_named_in_the_language() -> None:
    blocked = {name: Terrain(name, walkable=False) for name in ("out of bounds", "trees", "water")}
    map = ps.Map.from_terrain([[0, 0, 1, 2, 3]], dict(enumerate([*blocked.values(), Terrain("ground")])))
    words = [entry.words for entry in legend_of(scene_of(map), "zh")]
    assert words == ["界外", "树木", "水"]
    assert [entry.words for entry in legend_of(scene_of(map))] == ["out of bounds", "trees", "water"]
    legend = {i: Terrain(f"kind {i}", walkable=False) for i in range(5)}
    kinds = ps.Map.from_terrain([[*range(5)]], legend)
    assert [entry.words for entry in legend_of(scene_of(kinds), "zh")][-1] == "kind 3, kind 4"


def test_a_notebook_speaks_the_language() -> None:
    shown = re.sub(r"<svg.*?</svg>|srcdoc=\".*?\"|<[^>]*>", " ", html(searched(), lang="zh"), flags=re.DOTALL)
    assert "逐步播放这次搜索" in shown
    assert not re.search(r"Play|optimal|cost", shown)
    assert "Play the search, step by step" in html(searched())
    with pytest.raises(ps.OptionError, match="unknown language 'xx'"):
        html(searched(), lang="xx")


def test_a_film_and_its_title_speak_the_language(tmp_path: Path) -> None:
    searched().save(tmp_path / "film.svg", lang="zh")
    text = (tmp_path / "film.svg").read_text()
    assert "从 (0, 0) 到 (2, 1) 的搜索" in text
    assert 'lang="zh"' in text
    assert "Search from" not in text
    assert caption(searched()[0], "zh").startswith("第 1 /")


def test_a_saved_picture_speaks_the_language(tmp_path: Path) -> None:
    file = ps.save_picture(searched().path, tmp_path / "path.svg", legend=True, lang="zh")
    assert "起点" in file.read_text()


def test_the_terminal_speaks_the_language() -> None:
    out = io.StringIO()
    searched().path.show(file=out, lang="zh", width=40, height=10, color="none")
    *_, figures, legend = out.getvalue().splitlines()
    assert figures.startswith("从 (0, 0) 到 (2, 1) 的路径: 找到路径, 代价")
    assert not LATIN_WORDS.search(legend)


@pytest.mark.parametrize(
    "thing",
    [
        searched(),
        searched().path,
        ps.distance_field(GRID, [(0, 0)]),
        ps.islands(GRID),
        ps.Planner(GRID).find_many([(0, 0)], [(2, 1)]),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_figures_speak_the_language(thing: Shown) -> None:
    named = dict(figures_of(thing, "zh"))
    assert len(named) == len(figures_of(thing))
    assert all(CHINESE.search(name) for name in named)
    assert CHINESE.search(title_of(thing, "zh"))


def test_an_unknown_language_is_refused_before_a_file_is_written(tmp_path: Path) -> None:
    for save in (
        lambda: ps.save_picture(GRID, tmp_path / "a.svg", lang="xx"),
        lambda: searched().save(tmp_path / "a.svg", lang="xx"),
        lambda: searched().frame(lang="xx"),
        lambda: GRID.show(file=io.StringIO(), lang="xx"),
    ):
        with pytest.raises(ps.PathstarError, match="language 'xx'"):
            save()
    assert not list(tmp_path.iterdir())


def test_without_a_font_a_png_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(fonts, "WIDE_FONTS", ("no such font.ttf",))
    fonts._wide_font.cache_clear()
    with pytest.raises(ps.PathstarError, match=r"install one such as .* or save the picture as \.svg"):
        ps.save_picture(searched().path, tmp_path / "a.png", legend=True, lang="zh")
    fonts._wide_font.cache_clear()
    assert ps.save_picture(searched().path, tmp_path / "a.png", legend=True).exists()


def parts_said(modules: list[str]) -> set[str]:
    """Return the first words of the keys that modules use, as `tests/unit/words` finds them."""
    found = re.findall(r"""\bsay\(\s*(?:[^"'`()]*\?\s*)?["`]([a-z_]+)\.""", "".join(map(web.text, modules)))
    return set(found)


def facts_of_page(path: Path) -> Any:
    data = json.loads(re.search(r'id="data">(.*?)</script>', path.read_text(), re.DOTALL)[1])  # type: ignore[index]
    return [json.loads(gzip.decompress(base64.b64decode(data[name]))) for name in ("facts", "languages")]


def keys_in(value: Any) -> set[str]:
    """Return the keys of all messages in facts."""
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    if isinstance(value, dict):
        own = {value["say"]} if "say" in value else set()
        return own | keys_in(list(value.get("with", {}).values()))
    return set()


def test_saved_pages_hold_all_that_they_say() -> None:
    assert parts_said(modules_of(page._SCRIPT)) <= set(page._PARTS)
    assert parts_said(modules_of(units_page._SCRIPT)) <= set(units_page._PARTS)
    assert "search" in parts_said(modules_of(page._SCRIPT))


@pytest.mark.parametrize("entry", [page._SCRIPT, units_page._SCRIPT])
def test_modules_in_one_script_know_what_they_need_and_share_no_name(entry: str) -> None:
    modules = modules_of(entry)
    assert len(modules) > 4
    declared: list[str] = []
    for text in map(web.text, modules):
        named = ",".join(re.findall(r'^import \{([^}]*)\} from "[^"]*\.js";$', text, re.MULTILINE))
        assert set(re.findall(r"\w+", named)) <= set(declared)
        declared += re.findall(
            r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE
        )
    assert len(declared) > 20
    assert sorted(declared) == sorted(set(declared))


@pytest.mark.parametrize(
    ("algorithm", "goal"),
    [
        ("bidirectional-astar", (3, 0)),
        ("ida-star", (3, 0)),
        ("astar", ps.goals.any_of([(3, 0), (3, 2)])),
        ("dijkstra", ps.goals.within((3, 0), 1.0)),
        ("jps", (3, 0)),
    ],
)
def test_saved_pages_hold_the_messages_of_their_facts(tmp_path: Path, algorithm: str, goal: Any) -> None:
    grid = ps.Grid([[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 0, 1]])
    ps.trace(grid, (0, 0), goal, algorithm=algorithm).save(tmp_path / "a.html")
    facts, languages = facts_of_page(tmp_path / "a.html")
    said = keys_in(facts["steps"]) | keys_in(facts["end"])
    assert said
    for content in languages.values():
        assert said <= set(content["messages"])
