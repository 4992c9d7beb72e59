"""problem: zero_bytes
hint: exactly the keys

Gives no total.

replace: return {**sizes, "total": sum(sizes.values())}
with: return sizes
"""
