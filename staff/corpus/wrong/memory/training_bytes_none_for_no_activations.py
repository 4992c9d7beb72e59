"""problem: training_bytes
hint: expected the integer 0, got None

Gives None where there are no activations.
"""


def training_bytes(
    num_parameters, num_activations, optimizer, precision, right=training_bytes
):
    sizes = right(num_parameters, num_activations, optimizer, precision)
    return {**sizes, "activations": sizes["activations"] or None}
