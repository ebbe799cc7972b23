"""What every part of the comparison shares: clock, checks, maps, tables."""
