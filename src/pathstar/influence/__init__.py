"""Influence: what units spread around them, as a layer of a map that follows them."""

from pathstar.influence.influence import Influence, Source, risk
from pathstar.influence.spreads import SPREADS

__all__ = ["SPREADS", "Influence", "Source", "risk"]
