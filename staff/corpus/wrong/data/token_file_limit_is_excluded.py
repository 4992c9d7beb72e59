"""problem: token_file

Refuses the largest token of dtype.

replace: if not limits.min <= int(token) <= limits.max:
with: if not limits.min <= int(token) < limits.max:
"""
