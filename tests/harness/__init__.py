"""The small pytest plugin that the suite stands on. Start reading at plugin.py."""
