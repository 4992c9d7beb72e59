"""A list of all matrices."""


def _matrices(num_layers, d_model, d_ff, vocab_size):
    for name, value in locals().copy().items():
        if value < 0:
            raise ValueError(f"{name} is negative: {value}")
    d, f = int(d_model), int(d_ff)
    block = [(d, d)] * 4 + [(d, f), (f, d)]
    return int(num_layers), block, (d, int(vocab_size))


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    layers, block, head = _matrices(num_layers, d_model, d_ff, vocab_size)
    return layers * sum(a * b for a, b in block) + head[0] * head[1]


def transformer_forward_flops(batch, seq, num_layers, d_model, d_ff, vocab_size):
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if seq < 0:
        raise ValueError(f"seq: {seq}")
    layers, block, head = _matrices(num_layers, d_model, d_ff, vocab_size)
    batch, seq = int(batch), int(seq)
    total = 2 * batch * seq * head[0] * head[1]
    for _ in range(layers):
        total += sum(2 * batch * seq * a * b for a, b in block)
        total += 2 * (2 * batch * seq * seq * int(d_model))
    return total
