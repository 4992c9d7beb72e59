"""Uploads: find the submissions among them, say whose they are, and unpack one safely.

It imports results; grading, audit, compare and cli import it.
"""
