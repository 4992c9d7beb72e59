"""Figures that the assignment promises: `python -m staff.benchmarks`."""
