"""How graphs are made, kept and exported."""
