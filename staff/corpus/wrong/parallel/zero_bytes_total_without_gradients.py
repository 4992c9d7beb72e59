"""problem: zero_bytes
hint: the sum of the other three

Leaves gradients out of the total.

replace: return {**sizes, "total": sum(sizes.values())}
with: return {**sizes, "total": sizes["parameters"] + sizes["optimizer_state"]}
"""
