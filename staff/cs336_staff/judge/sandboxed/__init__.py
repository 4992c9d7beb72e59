"""What runs where a submission runs: fork server, supervisor, problem process, protection levels.

It is visible in the sandbox, so it imports only wire and tests.harness.runtime.
"""
