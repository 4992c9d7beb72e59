"""What grading found: the verdict, results.json, grades.csv, and the folder of a run.

It imports files, errors and paths; every package above may import it.
"""
