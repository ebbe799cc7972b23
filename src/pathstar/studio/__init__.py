"""The studio: a local web app to draw maps, watch searches step by step, and compare them."""
