"""How planners find paths to goals other than one place."""
