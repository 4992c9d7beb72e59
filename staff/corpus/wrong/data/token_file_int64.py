"""problem: token_file

Writes int64, whatever dtype says.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write(array.astype(np.int64).tobytes())
"""
