"""What runs beside a submission: the wire, the fork server, and the loop that serves calls.

Everything here is loaded in the sandbox too, so it imports torch, numpy, the harness and itself.
"""
