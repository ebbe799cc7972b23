"""The parts of the comparison: scenario queries, a one-step query, a weighted map."""
