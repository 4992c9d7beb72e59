"""problem: token_file
hint: should name

Does not say which token it was.

replace: raise ValueError(f"tokens of dtype {dtype} cannot be {token}")
with: raise ValueError("a token is out of range")
"""
