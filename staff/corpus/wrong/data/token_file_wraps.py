"""problem: token_file
hint: expected ValueError or TypeError

Lets tokens that are too large wrap around.

replace: if not limits.min <= int(token) <= limits.max:
with: if False:
"""
