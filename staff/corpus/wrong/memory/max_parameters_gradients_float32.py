"""problem: max_parameters
hint: gradients are bfloat16 here

In bfloat16 gradients take 4 bytes.

replace: per_parameter = sum(bytes_per_parameter(optimizer, precision).values())
with: per_parameter = sum(bytes_per_parameter(optimizer, precision).values())
with: per_parameter += 2 * (precision == "bfloat16")
"""
