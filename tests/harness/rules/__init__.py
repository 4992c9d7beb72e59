"""How an answer may be made: judged by the record of what ran, and by a short list of names.

It imports checks, plugin and runtime; the tests import it.
"""
