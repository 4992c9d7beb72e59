"""problem: token_file
hint: write a new file beside the old one

Copies the new file over the earlier one.

replace: os.replace(temporary, path)
with: with open(temporary, "rb") as new, open(path, "wb") as file:
with:     file.write(new.read())
with: os.remove(temporary)
"""
