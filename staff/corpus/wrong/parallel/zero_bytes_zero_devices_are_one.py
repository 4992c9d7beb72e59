"""problem: zero_bytes

Takes no devices for one.

replace: if num_devices < 1:
with: num_devices = max(num_devices, 1) if num_devices == 0 else num_devices
with: if num_devices < 1:
"""
