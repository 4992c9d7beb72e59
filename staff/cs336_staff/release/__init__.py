"""The command `release`: cut the stubs, make the student's copy and Gradescope's zip file.

It imports judge and files; cli and check import it, and audit its stubs.
"""
