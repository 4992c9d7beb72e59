"""The command `release`: cut the stubs, make the student's copy and Gradescope's zip file.

It imports judge and files; cli imports it, and audit its stubs.
"""
