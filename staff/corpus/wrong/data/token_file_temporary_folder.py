"""problem: token_file
hint: write a new file beside the old one

Makes the new file in the folder of temporary files.

replace: temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
with: import tempfile
with: temporary = os.path.join(tempfile.gettempdir(), f"tokens.{os.getpid()}.tmp")
"""
