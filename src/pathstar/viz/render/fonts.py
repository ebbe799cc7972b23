"""Fonts of PNG pictures: Pillow's own, or an installed one for characters that Pillow's lacks."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from pathstar.errors import OptionError, need_extra

_FIRST_WIDE = "\u2e80"  # where the East Asian scripts begin

# The usual files on Linux, macOS and Windows; Pillow searches the system's folders for them.
WIDE_FONTS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "SourceHanSansSC-Regular.otf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "STHeiti Light.ttc",
    "msyh.ttc",
    "simhei.ttf",
    "simsun.ttc",
)


class MissingFontError(OptionError):
    """No installed font has the characters of a text."""


def font_for(text: str, size: float) -> Any:
    """Return a font of Pillow that has the characters of a text.

    Raises:
        MissingExtraError: Pillow is not installed.
        MissingFontError: The text is Chinese, Japanese or Korean, and no font for it is installed.
    """
    if max(text, default="") < _FIRST_WIDE:
        return _plain_font(size)
    return _wide_font(size)


@lru_cache(maxsize=16)
def _plain_font(size: float) -> Any:
    return need_extra("PIL.ImageFont", "plot").load_default(size)


@lru_cache(maxsize=16)
def _wide_font(size: float) -> Any:
    fonts = need_extra("PIL.ImageFont", "plot")
    for name in WIDE_FONTS:
        with suppress(OSError):  # not installed
            return fonts.truetype(name, size)
    raise MissingFontError(
        "no installed font has the characters of this picture's text; "
        f"install one such as {WIDE_FONTS[0]}, or save the picture as .svg"
    )
