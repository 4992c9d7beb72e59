"""Pads to a multiple of N, and works on matrices of N rows."""


def ring_all_reduce(tensors, send):
    if not tensors:
        raise ValueError("tensors must not be empty")
    shapes = [tuple(t.shape) for t in tensors]
    if shapes.count(shapes[0]) < len(shapes):
        raise ValueError(f"tensors have the shapes {shapes}")
    if any(t.dtype is not tensors[0].dtype for t in tensors):
        raise ValueError(f"tensors have the dtypes {[t.dtype for t in tensors]}")
    n, numel = len(tensors), tensors[0].numel()
    size = (numel + n - 1) // n
    buffers = []
    for t in tensors:
        buffer = t.new_zeros(n * size)
        buffer[:numel] = t.flatten()
        buffers.append(buffer.view(n, size))
    for r in range(n - 1):
        for d in reversed(range(n)):
            row = (d - r) % n
            buffers[(d + 1) % n][row] += send(d, (d + 1) % n, buffers[d][row])
    for r in range(n - 1):
        for d in range(n):
            row = (d + 1 - r) % n
            buffers[(d + 1) % n][row] = send(d, (d + 1) % n, buffers[d][row])
    return [b.flatten()[:numel].view(shapes[0]).clone() for b in buffers]
