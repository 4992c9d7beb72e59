"""problem: ring_all_reduce
hint: first the one that the device has finished

All-gather begins with a chunk that is not the finished one.

replace: target, i = (device + 1) % count, (device - step) % count
with: target, i = (device + 1) % count, (device - step) % count
with: if step >= count - 1:
with:     i = (i - 1) % count
"""
