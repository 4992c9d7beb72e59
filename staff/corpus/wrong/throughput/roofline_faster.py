"""problem: roofline
hint: not the faster

Takes the faster of the two.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return min(flops / flop_per_sec, bytes_moved / bytes_per_sec)
"""
