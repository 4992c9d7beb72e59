"""problem: token_file
hint: write a new file beside the old one

Gives the new file the suffix .tmp, which the earlier one may have.

replace: temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
with: temporary = os.path.splitext(path)[0] + ".tmp"
"""
