"""The command `diff`: a submission beside the reference, function by function; runs neither.

It imports uploads, results and files; report, grading, audit, similar, appeal and
cli import it.
"""
