"""The parts of tests/watch.py: run the tests that a saved file affects, without reloading torch.

It imports plugin and runtime; tests/watch.py, and the staff's audit, release and judge, import it.
"""
