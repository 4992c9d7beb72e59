"""problem: accumulated_step
hint: run backward for each micro-batch before the next

The backward pass of a micro-batch runs after the forward pass of the next one.

replace: for inputs, targets in micro_batches:
with: earlier = None
with: for inputs, targets in micro_batches:
replace: loss.backward()
with: if earlier is not None:
with:     earlier.backward()
with: earlier = loss
replace: optimizer.step()
with: earlier.backward()
with: optimizer.step()
"""
