"""problem: token_file
hint: the lowest byte of a token comes first

Writes the highest byte first.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write(array.astype(dtype.newbyteorder(">")).tobytes())
"""
