"""Pictures of maps, grids, paths and searches: one palette, one scene, many renderers."""

from pathstar.viz.drawables import scene_of
from pathstar.viz.notebook import html
from pathstar.viz.save import save_picture
from pathstar.viz.scene import Scene
from pathstar.viz.show import show
from pathstar.viz.theme import THEMES, Theme

__all__ = ["THEMES", "Scene", "Theme", "html", "save_picture", "scene_of", "show"]
