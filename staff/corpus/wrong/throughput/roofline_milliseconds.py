"""problem: roofline
hint: milliseconds

Returns milliseconds.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return 1000 * max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
"""
