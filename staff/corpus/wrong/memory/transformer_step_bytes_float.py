"""problem: transformer_step_bytes
hint: a float on the way

Calculates in floats, and rounds at the end.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8.0 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
replace: return training_bytes(parameters, activations, optimizer, precision)
with: return training_bytes(parameters, int(activations), optimizer, precision)
"""
