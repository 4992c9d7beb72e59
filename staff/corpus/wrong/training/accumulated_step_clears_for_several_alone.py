"""problem: accumulated_step

Clears the gradients only where there are several micro-batches.

replace: optimizer.zero_grad()
with: if len(micro_batches) > 1:
with:     optimizer.zero_grad()
"""
