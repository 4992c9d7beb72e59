"""problem: token_file

Takes no negative token, whatever dtype is.

replace: if not limits.min <= int(token) <= limits.max:
with: if not 0 <= int(token) <= limits.max:
"""
