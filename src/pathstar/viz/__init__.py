"""Pictures of maps, grids, paths and searches: one palette, one scene, many renderers."""

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.viz.drawables import scene_of
    from pathstar.viz.notebook import html
    from pathstar.viz.printing import show
    from pathstar.viz.save import save_picture
    from pathstar.viz.scene import Scene
    from pathstar.viz.theme import THEMES, Theme

__all__ = ["THEMES", "Scene", "Theme", "html", "save_picture", "scene_of", "show"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "THEMES": "pathstar.viz.theme",
        "Scene": "pathstar.viz.scene",
        "Theme": "pathstar.viz.theme",
        "html": "pathstar.viz.notebook",
        "save_picture": "pathstar.viz.save",
        "scene_of": "pathstar.viz.drawables",
        "show": "pathstar.viz.printing",
    },
    modules=["display_list", "export", "layouts", "render", "scene", "theme", "units"],
)
