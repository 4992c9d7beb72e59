"""The pytest plugin that the suite stands on; students have all of it.

`plugin` is pytest's side, `checks` what a test author calls, `expected` the right values and known
mistakes, `rules` how an answer may be made, `watching` serves tests/watch.py. `runtime` alone is
visible in the grader's sandbox, and imports nothing of the rest.
"""
