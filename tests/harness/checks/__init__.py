"""What a test calls: compare values, expect errors, measure time, use a GPU, read checkpoints.

It imports plugin and runtime; expected, rules and the tests import it, and the staff's
judge, report and compare.
"""
