"""The ground of a world: the map, what each player knows of it, and learned danger."""
