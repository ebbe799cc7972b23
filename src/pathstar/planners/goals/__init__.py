"""How planners find paths to goals that are not one place."""
