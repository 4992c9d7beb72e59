"""What crosses between the judge and a submission's processes: both halves of each thing.

It is visible in the sandbox, so it imports only itself and tests.harness.runtime.
"""
