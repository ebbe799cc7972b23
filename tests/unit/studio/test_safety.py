"""Who is let in, and how much they may do."""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pathstar.studio.serving.key import key_for
from pathstar.studio.serving.server import own_names
from unit.studio.apps import FAST, PORT, Client, board, studio

Json = dict[str, Any]
MAZE: Json = {"kind": "squares", "generator": "maze", "width": 31, "height": 21}
ONE: Json = {"kind": "squares", "width": 1, "height": 1, "palette": [{"cost": 1.0}], "codes": "AA=="}


def test_without_the_key_nothing_is_told(client: Client) -> None:
    for headers in (
        {"x-pathstar-token": ""},
        {"x-pathstar-token": "k" * 39},
        {"x-pathstar-token": "é".encode()},
    ):
        response = client.get("/api/table", headers=headers)
        assert response.status_code == 401
        assert response.json()["error"]["code"] == "token"


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""]
)
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    for path in ("/", "/api/table", "/1/static/js/main.js"):
        assert client.get(path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://127.0.0.1:{PORT}", "http://127.0.0.1:1"]
)
def test_a_foreign_origin_is_refused(client: Client, origin: str) -> None:
    response = client.get("/api/table", headers={"origin": origin})
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "origin"


def test_the_own_origin_is_not(client: Client) -> None:
    for name in ("127.0.0.1", "localhost"):
        headers = {"host": f"{name}:{PORT}", "origin": f"http://{name}:{PORT}"}
        assert client.get("/api/table", headers=headers).status_code == 200


def test_other_sites_are_told_apart_by_the_browser(client: Client) -> None:
    assert client.get("/api/table", headers={"sec-fetch-site": "cross-site"}).status_code == 403


def test_browsers_are_told_to_be_careful(client: Client) -> None:
    headers = client.get("/").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"


def test_too_much_is_refused(tmp_path: Path) -> None:
    client = studio(tmp_path, replace(FAST, body=2**20))
    response = client.post("/api/open", json={"name": "a.map", "content": "A" * 2**21})
    assert response.status_code == 413

    async def parts() -> Any:
        for _ in range(40):
            yield b"x" * 65536

    assert client.post("/api/map", content=parts()).status_code == 413


def test_a_map_too_large_is_refused(client: Client) -> None:
    for path, asked in (
        (
            "/api/map",
            {"kind": "squares", "width": 200, "height": 200, "palette": [{"cost": 1.0}], "codes": ""},
        ),
        ("/api/generate", {"kind": "squares", "generator": "maze", "width": 4000, "height": 4000}),
        ("/api/open", {"name": "a.npy", "content": base64.b64encode(_huge_array()).decode()}),
    ):
        response = client.post(path, json=asked)
        assert response.status_code == 413, path
        assert response.json()["error"]["code"] == "MapLimitError"


def _huge_array() -> bytes:
    header = b"{'descr': '|u1', 'fortran_order': False, 'shape': (100000, 100000), }"
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


NAMES = [
    "../out.map", "a/../../out.map", "/etc/out.map", "..\\out.map", "C:\\out.map", "c:out.map", ".hidden.map",
    ".git/a.map", "a//b.map", "\0.map", "a\0b.map", "link.map", "linked/out.map", "~/out.map", "a.map/",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "out.map").write_text("type octile\nheight 1\nwidth 1\nmap\n.\n")
    if hasattr(os, "symlink"):
        (inside / "link.map").symlink_to(outside / "out.map")
        (inside / "linked").symlink_to(outside, target_is_directory=True)
    client = studio(inside)
    assert client.post("/api/open", json={"file": name}).status_code in {400, 422}
    asked = {"name": name, "board": board(["..."]), "folder": True, "replace": True}
    assert client.post("/api/save", json=asked).status_code in {400, 422}
    assert (outside / "out.map").read_text().endswith(".\n")
    assert sorted(path.name for path in outside.iterdir()) == ["out.map"]


@pytest.mark.parametrize("name", ["notes.md", "secret", "a.py", "map", "a.docx"])
def test_other_files_are_none_of_its_business(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("secret")
    client = studio(tmp_path)
    response = client.post("/api/open", json={"file": name})
    assert response.status_code == 400
    assert client.get("/api/files").json()["files"] == []
    saved = client.post(
        "/api/save", json={"name": name, "board": board(["..."]), "folder": True, "replace": True}
    )
    assert saved.status_code == 400
    assert (tmp_path / name).read_text() == "secret"


def test_what_is_forgotten_is_asked_for_again(client: Client, query: Json) -> None:
    for rows in (["."] * 3, ["."] * 4):
        client.post("/api/map", json=board(rows))
    response = client.post("/api/path", json=query)
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "unknown_map"
    response = client.post("/api/explain", json={"trace": "0" * 24, "step": 0})
    assert response.json()["error"]["code"] == "unknown_trace"


def test_a_search_ends_when_its_time_is_over(tmp_path: Path) -> None:
    client = studio(tmp_path, replace(FAST, seconds=0.0))
    map = client.post("/api/map", json=board(["." * 120] * 120)).json()["map"]
    asked = {"map": map, "start": [0, 0], "goal": [119, 119], "options": {"algorithm": "dijkstra"}}
    assert client.post("/api/path", json=asked).json()["status"] == "STOPPED"


def test_a_trace_ends_at_its_limit(tmp_path: Path) -> None:
    client = studio(tmp_path, replace(FAST, events=500))
    map = client.post("/api/map", json=board(["." * 120] * 120)).json()["map"]
    data = client.post("/api/trace", json={"map": map, "start": [0, 0], "goal": [119, 119]}).content
    assert b'"status":"LIMIT"' in data[:400]


@pytest.mark.parametrize(
    ("path", "asked", "words"),
    [
        ("/api/path", {"map": "x", "start": [0, 0], "goal": [1, 1]}, "map"),
        ("/api/path", {"start": [0, 0], "goal": [1, 1]}, "map"),
        ("/api/generate", {"kind": "squares", "generator": "maze", "width": "31", "height": 21}, "width"),
        ("/api/generate", {**MAZE, "depth": 1}, "depth"),
        (
            "/api/map",
            {"kind": "squares", "width": 1, "height": 1, "palette": [{"cost": -1}], "codes": "AA=="},
            "cost",
        ),
    ],
)
def test_a_bad_request_is_told_what_is_wrong(client: Client, path: str, asked: Json, words: str) -> None:
    response = client.post(path, json=asked)
    assert response.status_code == 422
    assert words in response.json()["error"]["reason"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "astr"}, "did you mean 'astar'"),
        ({"heuristic": "octil"}, "did you mean 'octile'"),
        ({"corners": "cut"}, "unknown corner rule"),
        ({"directions": 6}, "allowed: 4, 8"),
        ({"open_list": "fifo"}, "only bfs"),
    ],
)
def test_a_bad_option_is_told_what_is_wrong(client: Client, query: Json, options: Json, words: str) -> None:
    response = client.post("/api/path", json={**query, "options": options})
    assert response.status_code == 400
    assert words in response.json()["error"]["reason"]


def test_the_key_stays_and_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    first = key_for(8000)
    assert first == key_for(8000) != key_for(8001)
    file = tmp_path / "pathstar" / "studio-secret"
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
        file.chmod(0o644)
        assert key_for(8000) != first


def test_a_key_without_a_place_to_keep_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pathstar").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert len(key_for(8000)) == 40 == len(key_for(8000))


def test_the_address_at_which_a_request_arrived_is_answered(client: Client) -> None:
    for address in ("10.0.0.9", "[fd00::9]"):
        there = f"http://{address}:{PORT}"
        assert client.get(f"{there}/api/table", headers={"origin": there}).status_code == 200
        assert client.get(f"{there}/", headers={"host": f"evil.example:{PORT}"}).status_code == 403


def test_only_its_own_names_are_answered() -> None:
    assert own_names("127.0.0.1", 80) == ["127.0.0.1:80", "localhost:80", "[::1]:80"]
    assert "10.0.0.7:80" in own_names("10.0.0.7", 80)
