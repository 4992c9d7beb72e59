"""problem: master_weights

Goes twice through params, which may be a generator.

replace: given: list[Any] = list(params)
with: first = [*params]
with: given: list[Any] = first if isinstance(first[0], dict) else first[:0] + list(params)
"""
