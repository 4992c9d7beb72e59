"""Call an adapter and observe the call: the same code for the student and in the sandbox.

This is the only part of the harness that is visible in the sandbox: no pytest, no expected value.
It imports nothing else of this repository; everything else may import it.
"""
