"""problem: roofline

Divides as integers do.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return max(flops // flop_per_sec, bytes_moved // bytes_per_sec)
"""
