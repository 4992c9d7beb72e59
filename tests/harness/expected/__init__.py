"""Right values and known mistakes, in float64 or by torch itself, one file for each student module.

Never visible to a submission that is graded. It imports checks, plugin and runtime; tests import it.
"""
