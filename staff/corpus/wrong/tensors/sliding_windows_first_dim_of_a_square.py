"""problem: sliding_windows

Windows along dim 0 where x has two dims of one size.

replace: return x.unfold(-1, size, step)
with: return x.unfold(0 if x.ndim == 2 and x.shape[0] == x.shape[1] else -1, size, step)
"""
