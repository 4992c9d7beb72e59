"""problem: token_file
hint: a write without a buffer may take less

Writes once, without a buffer.

replace: with open(temporary, "wb") as file:
with: with open(temporary, "wb", buffering=0) as file:
"""
