"""problem: token_file
hint: expected ValueError or TypeError, got OverflowError

Leaves tokens out of range to NumPy, which raises OverflowError.

replace: for token in (array.min(), array.max()):
with: for token in np.array(array.tolist(), dtype=dtype)[:1]:
"""
