"""The harness of the suite; students have all of it.

- `runtime` calls adapters and observes the calls. It alone is visible in the grader's sandbox, and
  it imports no other package of the harness.
- `plugin` is the pytest plugin: options, fixtures, scores, messages.
- `checks` is what a test author calls: comparisons, errors, timing, the GPU.
- `expected` computes the right values and those of known mistakes.
- `rules` says how an answer may be made.
- `watching` serves tests/watch.py.
"""
