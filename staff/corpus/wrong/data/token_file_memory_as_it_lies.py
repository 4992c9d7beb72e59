"""problem: token_file

Writes the memory from the first token on, whatever the stride.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: array = np.lib.stride_tricks.as_strided(array, strides=(array.itemsize,))
with: file.write(array.astype(dtype).tobytes())
"""
