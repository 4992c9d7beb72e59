"""problem: roofline

Never waits for memory.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return flops / flop_per_sec
"""
