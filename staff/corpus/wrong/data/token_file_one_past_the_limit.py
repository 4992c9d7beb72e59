"""problem: token_file
hint: expected ValueError or TypeError

Takes one token too many.

replace: if not limits.min <= int(token) <= limits.max:
with: if not limits.min <= int(token) <= limits.max + 1:
"""
