"""problem: roofline

Divides by the intensity, which is 0 / 0 where nothing moves.

replace: return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
with: intensity = flops / bytes_moved
with: return flops / min(flop_per_sec, intensity * bytes_per_sec)
"""
