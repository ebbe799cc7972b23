"""Random calls, made from the API's own description."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from tests.sampling import examples

from pathstar.studio.api import make_api
from pathstar.studio.files.folder import Folder
from pathstar.studio.limits import LIMITS
from pathstar.studio.session import Session
from studio.conftest import ROOT, Server

DESCRIPTION = make_api(Session(LIMITS), Folder(ROOT, most=1, shown=1)).openapi()
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}

# A call that the description allows may still be refused with a reason: a place outside the map, an unknown
# name, a map that is too large.
CHECKED = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name != "positive_data_acceptance"]


def sent_map(address: str, token: str) -> str:
    """Send a map of 7 x 5, and return its id."""
    board = {
        "kind": "squares",
        "width": 7,
        "height": 5,
        "palette": [{"cost": 1.0}],
        "codes": base64.b64encode(bytes(35)).decode(),
    }
    answer = httpx.post(f"{address}/api/map", json=board, headers={"x-pathstar-token": token})
    return str(answer.json()["map"])


def bring_near(body: Any, map: str) -> None:
    """Change a random call so that searches really run: an existing map, and places on or near it."""
    if isinstance(body, dict) and "map" in body:
        body["map"] = map
        for end in {name for name in ("start", "goal") if body.get(name) is not None}:
            body[end] = [part % most for part, most in zip(body[end], (9, 6), strict=False)]


def test_every_call_is_described() -> None:
    assert len(OPERATIONS) >= 12
    for path in DESCRIPTION["paths"].values():
        for call in path.values():
            assert call["description"]
            assert {"401", "403", "422"} <= set(call["responses"])


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("label", OPERATIONS)
def test_no_call_breaks_the_server(label: str, mode: GenerationMode, server: Server) -> None:
    address, _, token = server.address.partition("/?token=")
    operation = OPERATIONS[label]
    if mode is GenerationMode.NEGATIVE and operation.method.upper() == "GET":
        return  # it has no arguments that could be wrong

    map = sent_map(address, token)
    headers = {"x-pathstar-token": token}

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples(40),
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def call(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:
            bring_near(case.body, map)
        case.call_and_validate(
            base_url=address, headers=headers, timeout=120, checks=CHECKED, session=session
        )

    with requests.Session() as session:  # else each call looks for proxies and certificates
        session.trust_env = False
        call()
