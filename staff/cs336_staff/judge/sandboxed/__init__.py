"""What runs where a submission runs: the fork server, the loop that serves calls, the walls.

It is visible in the sandbox, so it imports only wire and tests.harness.runtime.
"""
