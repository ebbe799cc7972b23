"""Running the studio: the server, its guard and its key."""
