"""problem: token_file
hint: dtype says how wide a token is

Writes the array as it is.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write(array.tobytes())
"""
