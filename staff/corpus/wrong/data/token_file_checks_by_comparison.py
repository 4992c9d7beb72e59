"""problem: token_file

Compares in float64, which 64-bit tokens do not fit.

replace: if not limits.min <= int(token) <= limits.max:
with: if not float(limits.min) <= float(token) <= float(limits.max):
"""
