"""Call an adapter and observe the call: the same code at the student's and in the sandbox.

The only part of the harness that a sandbox shows to a submission: no pytest, no expected value.
It imports nothing else of this repository; everything else may import it.
"""
