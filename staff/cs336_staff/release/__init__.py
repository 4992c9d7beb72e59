"""The command `release`: cut the stubs, make the student's copy and Gradescope's zip file.

It imports every package below; cli and audit import its stubs.
"""
