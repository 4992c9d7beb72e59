"""problem: accumulated_step
hint: however many there are

Steps after every fourth micro-batch, as with a fixed number of accumulation steps, and at the end.

replace: for inputs, targets in micro_batches:
with: for number, (inputs, targets) in enumerate(micro_batches, 1):
replace: total += loss.detach()  # .item() would wait for the device each time
with: total += loss.detach()
with: if number % 4 == 0 and number < len(micro_batches):
with:     optimizer.step()
with:     optimizer.zero_grad()
"""
