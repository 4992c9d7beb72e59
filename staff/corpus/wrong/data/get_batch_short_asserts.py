"""problem: get_batch
hint: expected ValueError or TypeError, got AssertionError

Asserts that the dataset is long enough.
"""

_right = get_batch


def get_batch(dataset, batch_size, context_length, device):
    assert len(dataset) > context_length, f"dataset is too short for {context_length}"
    return _right(dataset, batch_size, context_length, device)
