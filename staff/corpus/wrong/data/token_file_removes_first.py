"""problem: token_file
hint: write a new file beside the old one

Removes the earlier file, then renames.

replace: os.replace(temporary, path)
with: if os.path.exists(path):
with:     os.remove(path)
with: os.rename(temporary, path)
"""
