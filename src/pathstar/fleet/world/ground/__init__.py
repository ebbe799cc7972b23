"""The ground of a world: what units walk on, what each player knows of it, and where it was dangerous."""
