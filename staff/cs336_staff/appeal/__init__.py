"""What a person needs to answer an appeal, in one folder: calls, inputs, expected values, handout.

It imports compare, uploads and results, and the harness to record calls; cli imports it.
"""
