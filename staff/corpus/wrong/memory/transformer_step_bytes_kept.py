"""problem: transformer_step_bytes
hint: make a new dict

Keeps its results, and gives the same dict.
"""


from functools import lru_cache

transformer_step_bytes = lru_cache(transformer_step_bytes)
