"""problem: roofline
hint: but the call returned

Takes negative bytes.

replace: for name, amount in (("flops", flops), ("bytes_moved", bytes_moved)):
with: for name, amount in (("flops", flops),):
"""
