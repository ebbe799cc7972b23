"""One moment of a search as a picture."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.analysis.clusters import Clusters
from pathstar.atomic import atomic_write
from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import checked_file, checked_name, checked_switch, checked_text
from pathstar.maps.map import Map
from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.viz.display_list.picture import Picture, picture_of
from pathstar.viz.drawables import bare_scene, with_state
from pathstar.viz.ground import UNKNOWN, field_ground
from pathstar.viz.layouts.sheet import Sheet, sheet_of
from pathstar.viz.layouts.table import Projection
from pathstar.viz.marks import CLOSED, CURRENT
from pathstar.viz.project_states import on_cells
from pathstar.viz.render.png import drawn
from pathstar.viz.render.svg import document
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme, theme_named
from pathstar.words import language_named

if TYPE_CHECKING:
    from PIL import Image

STYLES: dict[str, str] = {
    "auto": "guide if squares are large enough to be outlined one by one, otherwise order",
    "guide": "as in the classic guide: open and closed squares outlined, F, G and H if there is room",
    "order": "a heat map: closed squares shaded by the order of closing, the open ones on top",
    "g": "a heat map: closed squares shaded by their cost from the start, the open ones on top",
}
_SHADED_BY = {"order": "closed_in_step", "g": "cost_from_start"}


@dataclass(frozen=True, eq=False)
class Board:
    """The common parts of all frames of a trace.

    Attributes:
        trace: The trace.
        theme: The colours.
        sheet: The measures.
        cell: The requested size of a square, or None.
        style: ``"guide"``, ``"order"`` or ``"g"``.
        whole: The scene of the whole trace.
    """

    trace: Trace
    theme: Theme
    sheet: Sheet
    cell: int | None
    style: str
    whole: Scene

    @classmethod
    def of(
        cls,
        trace: Trace,
        *,
        theme: str | Theme = "light",
        cell: int | None = None,
        style: str = "auto",
        projection: Projection = "square",
        floor: int | None = None,
        on: Map | None = None,
        clusters: Clusters | None = None,
    ) -> Board:
        """Lay out the frames of a trace.

        Raises:
            OptionError: An unknown theme or style, or a size that cannot be drawn.
            SpaceError: The space cannot be drawn.
            ArrayError: The map to draw on has another shape.
        """
        checked_name("style", style, STYLES)
        whole = bare_scene(trace, projection=projection, floor=floor, on=on, clusters=clusters)
        trace = on_cells(trace)
        sheet = sheet_of(whole.layout, cell)
        if trace.intervals is not None:
            if style not in ("auto", "guide"):
                raise OptionError(f"style is {style!r}; a search over intervals is drawn as 'guide'")
            style = "guide"
        if style == "auto":
            style = "guide" if sheet.detailed else "order"
        colours = theme_named(theme)
        if style != "guide":
            colours = replace(colours, tint=0.9)  # the open squares form a thin line here
        return cls(trace, colours, sheet, cell, style, whole)

    @cached_property
    def _closed_in(self) -> NDArray[np.float64]:
        """The step in which each square was last closed, NaN if never."""
        when = np.full(self.whole.ground.size, np.nan)
        when[self.trace.events["node"][self.trace.step_starts]] = np.arange(len(self.trace))
        return when

    @cached_property
    def _costs(self) -> NDArray[np.float64]:
        """The cost at which each square was last closed, NaN if never."""
        costs = np.full(self.whole.ground.size, np.nan)
        expanded = self.trace.events[self.trace.of_type(EventType.EXPAND)]
        costs[expanded["node"]] = expanded["g"]
        return costs

    def scene(self, state: State) -> Scene:
        """Return the scene of one state."""
        scene = with_state(self.whole, state)
        if not self.sheet.pointed:
            scene = replace(scene, values=None)
        return scene if self.style == "guide" else self._heat(scene, state)

    def _heat(self, scene: Scene, state: State) -> Scene:
        """Shade closed squares instead of outlining them; the shades cover the whole search."""
        values = self._closed_in if self.style == "order" else self._costs
        shape = scene.ground.shape
        assert scene.search is not None
        ground, shading = field_ground(scene.ground >= UNKNOWN, values.reshape(shape))
        closed = (scene.search == CLOSED) | (scene.search == CURRENT)
        if shading is not None:
            high = f"{len(self.trace) - 1:,}" if self.style == "order" else shading.high
            shading = replace(shading, what=_SHADED_BY[self.style], high=high)
        search = np.where(scene.search == CLOSED, np.uint8(0), scene.search)
        return replace(scene, ground=np.where(closed, ground, scene.ground), shading=shading, search=search)


class Frame:
    """A picture of the board after one step, in the style of the classic guide or as a heat map.

    If squares are large enough, they show F at the top left, G at the bottom left, H at the bottom right and
    a pointer to the parent. Made by `Trace.frame`; a notebook shows it.

    Args:
        trace: The trace.
        step: The step, as in ``trace[step]``; None means the end.
        theme: ``"light"``, ``"dark"`` or a `Theme`.
        cell: Pixels per square; by default the picture is about a thousand pixels large.
        style: A key of `STYLES`.
        legend: Whether to explain the colours below the picture.
        title: The text above it; an empty one takes no room.
        projection, floor, on, clusters: How to draw the space, and what to draw with it; see
            `pathstar.viz.scene_of`.
        lang: The language of the legend, a name in `pathstar.words.LANGUAGES`.

    Raises:
        IndexError: There is no such step.
        OptionError: An unknown theme, style or language, or a size that cannot be drawn.
        SpaceError: The space cannot be drawn.

    Example:
        >>> import pathstar as ps
        >>> frame = ps.trace(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1)).frame(1)
        >>> frame
        Frame(step 1 of 3, guide)
        >>> frame.svg()[:4]
        '<svg'
    """

    def __init__(
        self,
        trace: Trace,
        step: int | None = None,
        *,
        theme: str | Theme = "light",
        cell: int | None = None,
        style: str = "auto",
        legend: bool = False,
        title: str = "",
        projection: Projection = "square",
        floor: int | None = None,
        on: Map | None = None,
        clusters: Clusters | None = None,
        lang: str = "en",
    ) -> None:
        self._board = Board.of(
            trace,
            theme=theme,
            cell=cell,
            style=style,
            projection=projection,
            floor=floor,
            on=on,
            clusters=clusters,
        )
        self._look: dict[str, Any] = {
            "legend": checked_switch("legend", legend),
            "title": checked_text("title", title),
            "lang": language_named(lang),
        }
        trace = self._board.trace
        at_end = len(trace) == 0 and step is None
        self.state = trace.beginning if at_end else trace[-1 if step is None else step]

    @property
    def step(self) -> int:
        """The number of the step; -1 if there are none."""
        return self.state.step

    @property
    def style(self) -> str:
        """Its style, a key of `STYLES`."""
        return self._board.style

    @property
    def scene(self) -> Scene:
        """Its content as layers of cells."""
        return self._board.scene(self.state)

    def svg(self) -> str:
        """Return the picture as an SVG document."""
        board = self._board
        return document(board.trace, self._picture(), board.theme, lang=self._look["lang"])

    def image(self) -> Image.Image:
        """Return the picture as a Pillow image.

        Raises:
            MissingExtraError: Pillow is not installed.
        """
        return drawn(self._picture(), self._board.theme.page)

    def png(self, file: str | os.PathLike[str]) -> FilePath:
        """Save the picture as PNG and return the file's path.

        Raises:
            MissingExtraError: Pillow is not installed.
            OSError: The file cannot be written.
        """
        target = checked_file("file", file)
        picture = self.image()
        with atomic_write(target) as out:
            picture.save(out, "PNG", compress_level=4)
        return target

    def _picture(self) -> Picture:
        return picture_of(self.scene, self._board.theme, cell=self._board.cell, **self._look)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Frame(step {self.step} of {len(self._board.trace)}, {self.style})"


def frame_of(trace: Trace, step: int | None = None, **options: Any) -> Frame:
    """Return a picture of a trace after one step; see `Frame`.

    Raises:
        OptionError: An unknown option; or as `Frame`.
    """
    allowed = Frame.__init__.__kwdefaults__ or {}
    for name in options:
        if name not in allowed:
            raise unknown_name("option of a frame", name, allowed)
    return Frame(trace, step, **options)


def image_of(board: Board, state: State) -> Image.Image:
    """Return the picture of one state as a Pillow image, without title and legend.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    return drawn(picture_of(board.scene(state), board.theme, cell=board.cell), board.theme.page)
