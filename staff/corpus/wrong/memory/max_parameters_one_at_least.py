"""problem: max_parameters

Says that one parameter fits where there is any memory.

replace: return int(num_devices) * int(bytes_per_device) // per_parameter
with: pooled = int(num_devices) * int(bytes_per_device)
with: return max(pooled // per_parameter, int(pooled > 0))
"""
