"""Trials of the suite that take too long for a test: mutants and many seeds."""
