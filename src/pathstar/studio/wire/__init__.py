"""What the page and the server send to each other."""
