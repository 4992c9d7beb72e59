"""problem: zero_bytes

Lets the division find that there are no devices.

replace: if num_devices < 1:
with: if num_devices < 0:
"""
