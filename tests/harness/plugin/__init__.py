"""The pytest plugin: options, problems, scores, inputs, adapters, failures and the score table.

pytest loads options.py first, which checks the command line before torch is loaded, then hooks.py.
It imports runtime; checks, expected, rules, watching and staff/ import it.
"""
