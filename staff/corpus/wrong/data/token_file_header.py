"""problem: token_file
hint: no header

Writes a .npy file.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: np.save(file, array.astype(dtype))
"""
