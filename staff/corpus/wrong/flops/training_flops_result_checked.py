"""problem: training_flops
hint: but the call returned

Looks at the sign of the result: two negative counts make it positive.
"""


def training_flops(num_parameters, num_tokens):
    total = 6 * int(num_parameters) * int(num_tokens)
    if total < 0:
        raise ValueError(f"num_parameters {num_parameters}, num_tokens {num_tokens}: negative")
    return float(total)
