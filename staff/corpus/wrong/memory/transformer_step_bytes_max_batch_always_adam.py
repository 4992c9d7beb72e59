"""problem: transformer_step_bytes
hint: this is with Adam's state

Counts two values of state whatever the optimizer.

replace: empty = transformer_step_bytes(0, seq, *model)["total"]
with: model = (*model[:5], "adam", *model[6:])
with: empty = transformer_step_bytes(0, seq, *model)["total"]
"""
