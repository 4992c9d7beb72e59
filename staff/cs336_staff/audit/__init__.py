"""The command `audit`: the suite against the corpus, submissions whose verdict is known.

It imports judge, release, compare, uploads, results and files; cli and check import it.
"""
