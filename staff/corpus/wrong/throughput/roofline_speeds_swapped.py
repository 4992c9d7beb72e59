"""problem: roofline
hint: FLOPs go by the first speed

Divides by the other speed.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: return max(flops / bytes_per_sec, bytes_moved / flop_per_sec)
"""
