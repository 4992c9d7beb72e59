"""The command `audit`: the suite against the corpus, submissions whose verdict is known.

It imports every package below; only cli imports it.
"""
