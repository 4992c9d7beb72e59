"""problem: accumulated_step
hint: divides by the number of micro-batches, too

Divides by the number of elements, and by that of micro-batches.

replace: loss = ((model(inputs) - targets) ** 2).sum() / num_elements
with: loss = ((model(inputs) - targets) ** 2).sum() / num_elements / len(micro_batches)
"""
