"""Uploads: find the submissions among them, say whose they are, and unpack one safely.

It imports results; grading, audit, compare, similar, appeal and cli import it.
"""
