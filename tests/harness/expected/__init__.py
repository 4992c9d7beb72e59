"""Right values and known mistakes, in float64 or by torch, for one student module a file or more.

A submission that is graded never sees it. It imports checks, plugin and runtime.
"""
