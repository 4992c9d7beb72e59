"""The command `grade`: one submission, a class on this machine, a class on Slurm.

It imports every package below; only cli imports it.
"""
