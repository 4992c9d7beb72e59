"""problem: token_file
hint: write a new file beside the old one

Writes into the file, and then looks for tokens out of range.
"""

_write_whole = write_tokens


def write_tokens(tokens, path, dtype):
    array = np.asarray(tokens)
    array.astype(dtype).tofile(path)
    _write_whole(tokens, path, dtype)
