"""Pictures and films of units that move."""
