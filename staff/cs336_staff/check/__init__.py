"""The command `check`: what a problem, or the assignment, still lacks, and how to mend it.

`lacks.py` comes first. It imports release, audit's corpus and what is below; only cli imports it.
"""
