"""The parameters by the function of §5."""


def transformer_step_bytes(
    batch, seq, num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, checkpointed
):
    from cs336_basics.flops import transformer_parameters

    if batch < 0 or seq < 0:
        raise ValueError(f"batch and seq must be 0 or more, got {batch} and {seq}")
    if num_heads < 1:
        raise ValueError(f"num_heads must be 1 or more, got {num_heads}")
    parameters = transformer_parameters(num_layers, d_model, d_ff, vocab_size)
    tokens, d = int(batch) * int(seq), int(d_model)
    block = tokens * (8 * d + 2 * int(d_ff) + 2 * int(num_heads) * int(seq))
    end = tokens * (d + 2 * int(vocab_size))
    layers = int(num_layers)
    if checkpointed:
        kept = layers * tokens * d + (layers > 0) * block
    else:
        kept = layers * block
    return training_bytes(parameters, kept + end, optimizer, precision)
