"""problem: ring_all_reduce

Goes round the chunks the wrong way.

replace: target, i = (device + 1) % count, (device - step) % count
with: target, i = (device + 1) % count, (device + step) % count
"""
