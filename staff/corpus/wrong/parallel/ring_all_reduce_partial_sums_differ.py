"""problem: ring_all_reduce

Each device adds up the sum's last part by itself, in its own order.

replace: chunks[target][i] = chunks[target][i] + arrived if reducing else arrived
with: chunks[target][i] = chunks[target][i] + arrived if reducing else arrived * 3 / 3 if arrived.is_floating_point() else arrived
"""
