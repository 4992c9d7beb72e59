"""Uploads: find the submissions among them, say whose they are, and unpack one safely.

It imports results and files; grading, release, audit and compare import it.
"""
