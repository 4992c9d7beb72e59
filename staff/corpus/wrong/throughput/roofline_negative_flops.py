"""problem: roofline
hint: but the call returned

Takes negative work.

replace: for name, amount in (("flops", flops), ("bytes_moved", bytes_moved)):
with: for name, amount in (("bytes_moved", bytes_moved),):
"""
