"""problem: accumulated_step
hint: this divides by the inputs' elements

Counts the elements of the inputs.

replace: num_elements = sum(targets.numel() for _, targets in micro_batches)
with: num_elements = sum(inputs.numel() for inputs, _ in micro_batches)
"""
