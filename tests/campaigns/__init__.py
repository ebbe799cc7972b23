"""Long, seeded comparisons. `make test` asks a sample of each, `make campaign` asks them all."""
