"""problem: roofline
hint: not their sum

Adds the time of moving to that of computing.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return flops / flop_per_sec + bytes_moved / bytes_per_sec
"""
