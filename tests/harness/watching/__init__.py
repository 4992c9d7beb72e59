"""What tests/watch.py stands on: run again what a saved file affects, without loading torch again.

It imports plugin and runtime; tests/watch.py, and the staff's audit, release and judge, import it.
"""
