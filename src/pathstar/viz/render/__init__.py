"""Display lists as SVG, PNG and characters."""
