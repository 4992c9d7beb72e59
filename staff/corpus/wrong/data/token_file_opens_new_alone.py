"""problem: token_file
hint: may be in the way of the next

Opens a file that must not be there yet, of one name.

replace: temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
with: temporary = f"{os.fspath(path)}.tmp"
replace: with open(temporary, "wb") as file:
with: with open(temporary, "xb") as file:
"""
