"""The Risk board as a graph: territories, borders, the cost of a march, and the cheapest way to attack.

Run it with ``python examples/risk.py``. It prints

    Ukraine to Brazil, fewest borders: Ukraine, Southern Europe, North Africa, Brazil (3 borders)
    Against the garrisons: Ukraine, Northern Europe, Western Europe, North Africa, Brazil (5 armies lost)
    From Alaska to everywhere: 7 borders at most, to Congo, Eastern Australia, Madagascar, South Africa
    Fronts of Europe: Iceland, Southern Europe, Ukraine, Western Europe
"""

from __future__ import annotations

import numpy as np

import pathstar as ps
from pathstar.spaces.examples import BORDERS, CONTINENTS, risk


def marches() -> list[str]:
    """Return the sentences at the head of this file."""
    plain, fought = ps.Graph.from_edges(BORDERS, directed=False), risk()
    short = ps.find_path(plain, "Ukraine", "Brazil")
    cheap = ps.find_path(fought, "Ukraine", "Brazil")
    reach = ps.distance_field(plain, ["Alaska"], outward=True).costs
    farthest = sorted(plain.places_of(np.flatnonzero(reach == reach.max())))
    europe = set(CONTINENTS["Europe"])
    fronts = {a if a in europe else b for a, b in BORDERS if (a in europe) != (b in europe)}
    return [
        f"Ukraine to Brazil, fewest borders: {', '.join(short)} ({short.cost:g} borders)",
        f"Against the garrisons: {', '.join(cheap)} ({cheap.cost:g} armies lost)",
        f"From Alaska to everywhere: {reach.max():g} borders at most, to {', '.join(farthest)}",
        f"Fronts of Europe: {', '.join(sorted(fronts))}",
    ]


if __name__ == "__main__":
    print("\n".join(marches()))
