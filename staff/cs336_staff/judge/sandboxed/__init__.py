"""What runs where a submission runs: the fork server, the loop that serves calls, the walls.

It is visible in the sandbox, so it imports of this repository only wire and tests.harness.runtime.
"""
