"""Files on disk: temporary folders, reproducible zip files, files that are whole or not there.

It imports nothing of cs336_staff but errors and paths; every other package may import it.
"""
