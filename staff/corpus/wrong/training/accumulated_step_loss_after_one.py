"""problem: accumulated_step
hint: this is the loss after the step

The loss of a single micro-batch is taken after the step.

replace: return float(total)
with: if len(micro_batches) == 1:
with:     total = ((model(inputs) - targets) ** 2).mean()
with: return float(total)
"""
