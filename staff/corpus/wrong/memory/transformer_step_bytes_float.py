"""problem: transformer_step_bytes
hint: a float on the way

Calculates in floats, and rounds at the end.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8.0 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: return bytes_by_use(parameters, int(activations), optimizer, precision)
"""
