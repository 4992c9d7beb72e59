"""problem: token_file
hint: os.PathLike is more than pathlib

Takes str(path) for the path; an os.PathLike may have another str.

replace: temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
with: path = str(path)
with: temporary = f"{path}.{os.getpid()}.tmp"
"""
