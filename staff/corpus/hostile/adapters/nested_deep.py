"""problem: tensor_bytes

An expression nested so deep that parsers give up or fall over.
"""

run_tensor_bytes = 1
