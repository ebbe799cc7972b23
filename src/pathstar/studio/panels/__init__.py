"""What the panels of the page compute beside a search: smoother paths, and walks over unknown ground."""
