"""problem: zero_bytes

Takes a negative number of parameters.

replace: if num_parameters < 0:
with: if False:
"""
