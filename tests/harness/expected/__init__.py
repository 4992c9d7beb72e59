"""Right values and known mistakes, in float64 or by torch: a file for each student module.

A submission that is graded never sees it. It imports checks, plugin and runtime.
"""
