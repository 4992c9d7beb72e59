"""problem: token_file
hint: a write may take less than it is given

Writes once, without a buffer.

replace: with open(temporary, "wb") as file:
with: with open(temporary, "wb", buffering=0) as file:
"""
