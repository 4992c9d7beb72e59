"""problem: token_file

The message for tokens of two dims has their value, and not their name.
"""

_before = write_tokens
def write_tokens(tokens, path, dtype):
    if getattr(tokens, "ndim", 1) != 1:
        raise ValueError(f"not a row: {tokens.tolist()}")
    return _before(tokens, path, dtype)
