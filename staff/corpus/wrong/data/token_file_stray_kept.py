"""problem: token_file
hint: leave no other file

Keeps the earlier file as a backup.

replace: os.replace(temporary, path)
with: if os.path.exists(path):
with:     os.link(path, f"{os.fspath(path)}.bak")
with: os.replace(temporary, path)
"""
