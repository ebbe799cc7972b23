"""What the plan files of other programs look like inside."""
