"""problem: token_file
hint: write a new file beside the old one

Writes into the file itself.

replace: temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
with: temporary = os.fspath(path)
replace: os.replace(temporary, path)
with: pass
replace: os.remove(temporary)
with: pass
"""
