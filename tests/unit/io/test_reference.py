"""The reference page keeps up with the table of formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from pathstar.io.formats import FORMATS

PAGE = Path(__file__).parents[3] / "docs/reference/io.md"


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_and_its_options_are_described(suffix):
    text = PAGE.read_text("utf-8")
    for word in (suffix, *FORMATS[suffix].read_options, *FORMATS[suffix].write_options):
        assert f"`{word}" in text
