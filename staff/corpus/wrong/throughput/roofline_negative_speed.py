"""problem: roofline
hint: but the call returned

Takes negative speeds.

replace: _check_above_0(flop_per_sec=flop_per_sec, bytes_per_sec=bytes_per_sec)
with: for name, speed in (("flop_per_sec", flop_per_sec), ("bytes_per_sec", bytes_per_sec)):
with:     if speed == 0:
with:         raise ValueError(f"{name} must be above 0, got {speed}")
"""
