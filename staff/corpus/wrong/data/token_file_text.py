"""problem: token_file
hint: not text

Writes a line for each token.

replace: file.write(array.astype(dtype.newbyteorder("<")).tobytes())
with: file.write("".join(f"{token}{chr(10)}" for token in array).encode())
"""
