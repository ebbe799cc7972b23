"""The files of the page: a browser caches each for ever, and a changed file has a new address."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pathstar import web
from pathstar.studio.serving.page_files import revision_of
from unit.studio.apps import Client


def test_the_page_names_files_that_a_browser_keeps(client: Client) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    linked = re.findall(r'(?:href|src)="(/[0-9a-f]{16}/[^"]+)"', page.text)
    assert len(linked) > 100
    for address in linked:
        reply = client.get(address)
        assert (reply.status_code, reply.headers["cache-control"]) == (200, "max-age=31536000, immutable")
        if address.endswith(".js"):
            assert reply.headers["content-type"].startswith("text/javascript")


def test_every_module_and_language_is_served(client: Client) -> None:
    paths = ["words/en.json", "words/zh.json"]
    for folder, name in (("lib", "lib"), ("studio", "static")):
        files = (path for path in (web.FOLDER / folder).rglob("*.*"))
        paths += [f"{name}/{path.relative_to(web.FOLDER / folder).as_posix()}" for path in files]
    for path in paths:
        assert "immutable" in client.get(f"/0123456789abcdef/{path}").headers["cache-control"], path


@pytest.mark.parametrize("path", ["static/js/none.js", "static/js/../../../api.py", "x/y.js"])
def test_nothing_else_is_served(client: Client, path: str) -> None:
    assert client.get(f"/0123456789abcdef/{path}").status_code == 404


def test_a_language_that_there_is_not_is_refused(client: Client) -> None:
    assert client.get("/0123456789abcdef/words/xx.json").status_code == 400


def test_a_changed_file_changes_the_revision(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    file = tmp_path / "js" / "main.js"
    file.write_text("let a = 1;")
    before = revision_of([tmp_path])
    assert revision_of([tmp_path]) == before
    file.write_text("let a = 2;")  # the same length, at another time
    os.utime(file, ns=(1, 1))
    assert revision_of([tmp_path]) != before
    changed = revision_of([tmp_path])
    (tmp_path / "js" / "more.js").write_text("")
    assert revision_of([tmp_path]) not in {before, changed}
