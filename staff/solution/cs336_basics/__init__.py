"""CS336: PyTorch and resource accounting. One module per part of the lecture."""
