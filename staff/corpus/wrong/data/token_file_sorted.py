"""problem: token_file
hint: in the order given

Writes the tokens sorted.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write(np.sort(array).astype(dtype.newbyteorder("<")).tobytes())
"""
