"""Draw the pictures of the how-to "Rasters": python examples/rasters/pictures.py [FOLDER], by default here.

Ground that is generated, 30 m a cell: a hillshade, the cost of walking from a village, the corridor to the
next one with the path, and contours of equal time.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import pathstar as ps

mpl.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.colors import LightSource

CELL = 30.0
VILLAGES = [(40, 210), (330, 60)]


def land(height=270, width=400, seed=4):
    """Return heights in metres, and what a metre costs: meadows 1, woods 1.6, no data in the lake."""
    random = np.random.default_rng(seed)
    rows, columns = np.fft.fftfreq(height)[:, None], np.fft.fftfreq(width)[None]
    noise = np.fft.fft2(random.normal(size=(height, width)))

    def hills(power):
        made = np.real(np.fft.ifft2(noise * (np.hypot(rows, columns) + 0.004) ** -power))
        return (made - made.min()) / (made.max() - made.min())

    heights = 600 * hills(2.2)
    friction = np.where(hills(1.4) > 0.52, 1.6, 1.0)
    friction[heights < 120] = np.nan
    return np.maximum(heights, 120), friction


def draw(folder):
    """Write the four pictures."""
    heights, friction = land()
    raster = ps.rasters.Raster(friction, height=heights, pace="tobler", cell_size=CELL, directions=16)
    minutes = ps.rasters.cost_distance(raster, [VILLAGES[0]], outputs=["cost"]).cost / 60
    minutes[np.isinf(minutes)] = np.nan
    path = ps.rasters.least_cost_path(raster, *VILLAGES)
    corridor = ps.rasters.corridor(raster, [VILLAGES[0]], [VILLAGES[1]])
    extra = (corridor.through / corridor.cost - 1) * 100
    shade = LightSource(315, 45).hillshade(heights, vert_exag=2, dx=CELL, dy=CELL)
    shade[np.isnan(friction)] = np.nan

    def picture(name, title, *layers):
        figure, axes = plt.subplots(figsize=(8, 5.6), layout="constrained")
        axes.set_facecolor("#9cc3dd")
        axes.imshow(shade, cmap="gray", vmin=-0.6, vmax=1.2)
        for layer in layers:
            layer(figure, axes)
        for x, y in VILLAGES:
            axes.plot(x, y, "o", color="white", markeredgecolor="black", markersize=8)
        axes.set(title=title, xticks=[], yticks=[])
        figure.savefig(Path(folder) / name, dpi=90)
        plt.close(figure)

    def colours(values, label, **more):
        def paint(figure, axes):
            figure.colorbar(axes.imshow(values, alpha=0.75, **more), label=label, shrink=0.8)

        return paint

    def line(figure, axes):
        axes.plot(*path.points.T, color="#b3001b", linewidth=2)

    def contours(figure, axes):
        drawn = axes.contour(minutes, levels=range(15, 400, 15), colors="#1a3c6e", linewidths=0.9)
        axes.clabel(drawn, levels=drawn.levels[1::2], fmt="%d min", fontsize=8)

    picture("hillshade.png", "The ground: two villages, a lake", line)
    picture(
        "cost.png",
        "Minutes on foot from the village in the west",
        colours(minutes, "minutes", cmap="viridis"),
    )
    near = np.where(extra <= 10, extra, np.nan)
    wide = colours(near, "% longer than the best path", cmap="magma_r", vmin=0, vmax=10)
    picture("corridor.png", "The corridor between them, and the path", wide, line)
    picture("contours.png", "Contours of equal time, 15 minutes apart", contours)


if __name__ == "__main__":
    draw(sys.argv[1] if len(sys.argv) > 1 else ".")
