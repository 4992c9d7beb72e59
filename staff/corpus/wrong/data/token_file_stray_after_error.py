"""problem: token_file
hint: remove the unfinished file

Leaves the unfinished file.

replace: os.remove(temporary)
with: pass
"""
