"""What the server prints to the terminal, and how it starts the browser."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from pathstar.studio.serving.key import OneTimeLink
from pathstar.studio.serving.server import serve
from unit.studio.apps import Client


def test_what_it_says_goes_through_a_pipe_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, newline="\n"))
    serve.__kwdefaults__["say"]("here")
    assert pipe.getvalue() == b"here\n"


def test_another_link_leads_to_no_key(client: Client) -> None:
    wrong = client.get("/open/wrong")
    assert (wrong.status_code, wrong.headers["location"]) == (303, "/")


def test_a_link_holds_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    link, late = OneTimeLink("/?token=key"), OneTimeLink("/?token=key")
    assert link.follow(late.name) == link.follow("é") == "/"
    now += 59
    assert [link.follow(link.name) for _ in range(2)] == ["/?token=key", "/"]
    now += 2
    assert late.follow(late.name) == "/"


if sys.platform != "win32":  # where BROWSER does not start the browser

    def test_the_browser_s_arguments_do_not_hold_the_key(tmp_path: Path) -> None:
        pipe, starter = tmp_path / "arguments", tmp_path / "starter"
        os.mkfifo(pipe)
        starter.write_text(f'#!/bin/sh\necho "$@" >"{pipe}"\n')
        starter.chmod(0o755)
        (tmp_path / "a&b #1.map").write_text("type octile\nheight 1\nwidth 1\nmap\n.\n")
        command = [
            sys.executable,
            "-m",
            "pathstar.cli.main",
            "studio",
            tmp_path / "a&b #1.map",
            "--port",
            "0",
        ]
        environment = {**os.environ, "BROWSER": str(starter), "XDG_STATE_HOME": str(tmp_path)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            printed = httpx.URL(address[0])
            link = pipe.read_text().strip()
            assert printed.params["token"] not in link
            first, second = (httpx.get(link, follow_redirects=False) for _ in range(2))
            process.terminate()
        assert first.status_code == second.status_code == 303
        assert httpx.URL(link).join(first.headers["location"]) == printed
        assert printed.params["open"] == "a&b #1.map"
        assert first.headers["cache-control"].startswith("no-store")
        assert second.headers["location"] == "/"
