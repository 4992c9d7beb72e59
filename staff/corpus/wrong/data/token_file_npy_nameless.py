"""problem: token_file
hint: should name

Does not say which dtype the file has.

replace: raise ValueError(f"{path} holds {array.dtype}, and dtype is {dtype}")
with: raise ValueError("wrong kind of file")
"""
