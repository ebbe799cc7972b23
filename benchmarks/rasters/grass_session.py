"""GRASS in a separate folder: maps from arrays, modules, maps as arrays and as printed numbers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

NOT_INSTALLED = 3  # exit status
DIGITS = 13  # significant digits that GRASS prints


class Session:
    """A GRASS location in a folder, used without the start-up of a session: its variables are set here."""

    def __init__(self, folder: Path) -> None:
        base = subprocess.run(
            ["grass", "--config", "path"], capture_output=True, text=True, check=True
        ).stdout.strip()
        self.folder = folder
        subprocess.run(["grass", "-c", "XY", str(folder / "grass"), "-e"], capture_output=True, check=True)
        (folder / "rc").write_text(
            f"GISDBASE: {folder}\nLOCATION_NAME: grass\nMAPSET: PERMANENT\nGUI: text\n"
        )
        self._variables = {
            **os.environ,
            "GISBASE": base,
            "GISRC": str(folder / "rc"),
            "GRASS_VERBOSE": "-1",
            "GRASS_COMPRESSOR": "LZ4",
            "GRASS_OVERWRITE": "1",
            "PATH": f"{base}/bin:{base}/scripts:{os.environ['PATH']}",
            "LD_LIBRARY_PATH": f"{base}/lib",
            "TMPDIR": str(folder),
        }

    def run(self, *command: str) -> None:
        """Run a module of GRASS.

        Raises:
            CalledProcessError: It failed.
        """
        subprocess.run(command, env=self._variables, check=True, capture_output=True)

    def load(self, name: str, values: np.ndarray, cell: tuple[float, float] = (1, 1)) -> None:
        """Make a raster map from an array, which sets the region; NaN is null."""
        rows, columns = values.shape
        north, east = f"n={rows * cell[1]!r}", f"e={columns * cell[0]!r}"
        self.run("g.region", north, "s=0", east, "w=0", f"ewres={cell[0]!r}", f"nsres={cell[1]!r}")
        file = self.folder / "in.bin"
        wide = values.dtype == np.float64
        values.astype("<f8" if wide else "<f4").tofile(file)
        box = [f"north={rows * cell[1]!r}", "south=0", f"east={columns * cell[0]!r}", "west=0"]
        kind = ["-d", "bytes=8"] if wide else ["-f", "bytes=4"]
        self.run(
            "r.in.bin", *kind, f"input={file}", f"output={name}", *box, f"rows={rows}", f"cols={columns}"
        )
        file.unlink()

    def read(self, name: str, shape: tuple[int, int]) -> np.ndarray:
        """Return a raster map as it is stored, float64; null is infinity."""
        file = self.folder / "out.bin"
        self.run("r.out.bin", "-f", f"input={name}", f"output={file}", "bytes=8", "null=inf")
        return np.fromfile(file, "<f8").reshape(shape)

    def printed(self, name: str) -> list[str]:
        """Return the numbers of a raster map as GRASS prints them, row by row; null is "*"."""
        file = self.folder / "out.txt"
        self.run("r.out.ascii", "-h", f"input={name}", f"output={file}", f"precision={DIGITS}")
        return file.read_text().split()


def session(folder: Path) -> Session:
    """Return a session in a folder.

    Raises:
        SystemExit: GRASS is not installed.
    """
    if shutil.which("grass") is None:
        print("GRASS is not installed; on Debian: apt-get install grass-core", file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    return Session(folder)
