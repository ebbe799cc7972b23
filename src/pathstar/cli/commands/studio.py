"""pathstar studio: the web app to draw maps and watch searches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pathstar.cli.language import Lang
from pathstar.errors import OptionError, need_extra


def studio(
    map: Annotated[Path | None, typer.Argument(metavar="[MAP]")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(),
    ] = None,
    host: Annotated[str, typer.Option()] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535)] = None,
    lang: Lang = None,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
) -> int:
    """Start the studio, a local web app, and open it in the browser.

    Draw maps, watch searches step by step, compare them, take the lesson. Everything stays on this machine.

    \b
    Examples:
      pathstar studio
      pathstar studio arena.map
      pathstar studio --lang zh
      pathstar studio --folder maps --port 9000 --no-browser
    """  # noqa: D301  # \b keeps lines apart
    need_extra("fastapi", "studio")
    need_extra("uvicorn", "studio")
    from pathstar.studio.serving.server import USUAL_PORT, is_free, serve

    root, file = _place(map, folder)
    if port is None:
        port = USUAL_PORT if is_free(host, USUAL_PORT) else 0
    serve(root, host=host, port=port, file=file, browser=not no_browser, lang=lang)
    return 0


def _place(map: Path | None, folder: Path | None) -> tuple[Path, str | None]:
    """Return the studio's folder, and the name of the map to open in it."""
    root = (folder or (map.parent if map else Path())).resolve()
    if not root.is_dir():
        raise OptionError(f"{root} is not a folder")
    if map is None:
        return root, None
    if not map.is_file():
        raise OptionError(f"there is no file {map}")
    if not map.resolve().is_relative_to(root):
        raise OptionError(f"{map} is not in the folder {root}")
    return root, map.resolve().relative_to(root).as_posix()
