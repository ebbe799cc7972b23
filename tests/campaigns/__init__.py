"""Long, seeded comparisons. `make test` runs a sample of each, `make campaign` runs them all."""
