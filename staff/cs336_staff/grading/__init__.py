"""The command `grade`: one submission, a class on this machine, a class on Slurm.

It imports judge, report, compare, uploads, results and files; only cli imports it.
"""
