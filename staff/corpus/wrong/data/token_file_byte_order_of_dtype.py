"""problem: token_file
hint: the lowest byte of a token comes first

Writes in dtype's byte order: with ">u2" the highest byte comes first.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write(array.astype(dtype).tobytes())
"""
