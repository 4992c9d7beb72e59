"""problem: token_file
hint: the earlier file is replaced

Continues the earlier file.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: if os.path.exists(path):
with:     with open(path, "rb") as earlier:
with:         file.write(earlier.read())
with: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
"""
