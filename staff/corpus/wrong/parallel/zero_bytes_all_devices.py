"""problem: zero_bytes

The total is that of all devices.

replace: return {**sizes, "total": sum(sizes.values())}
with: return {**sizes, "total": int(num_devices) * sum(sizes.values())}
"""
