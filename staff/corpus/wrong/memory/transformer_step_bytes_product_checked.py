"""problem: transformer_step_bytes
hint: expected ValueError

Checks what it calculated, where two negative sizes make a positive one.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: if min(parameters, b * s * d) < 0:
with:     raise ValueError(f"sizes must be 0 or more, got {b}, {s}, {layers}, {d}, {ff}, {vocab}")
"""


def _counts(**counts):
    return [int(count) for count in counts.values()]
