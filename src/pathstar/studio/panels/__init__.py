"""The computations of the page's panels: smoother paths, and walks over unknown ground."""
