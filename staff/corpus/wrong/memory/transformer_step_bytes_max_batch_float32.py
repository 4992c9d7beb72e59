"""problem: transformer_step_bytes
hint: this is in float32

Counts in float32.

replace: empty = transformer_step_bytes(0, seq, *model)["total"]
with: model = (*model[:6], "float32", *model[7:])
with: empty = transformer_step_bytes(0, seq, *model)["total"]
"""
