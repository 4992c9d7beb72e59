"""problem: zero_bytes

Keeps one dict, and gives it to every caller.

replace: return {**sizes, "total": sum(sizes.values())}
with: known = zero_bytes.__dict__.setdefault("known", {})
with: key = (whole, int(num_devices), int(stage), optimizer, precision)
with: if key not in known:
with:     known[key] = {**sizes, "total": sum(sizes.values())}
with: return known[key]
"""
