"""problem: transformer_step_bytes
hint: their softmax has 2 bytes

In bfloat16 the softmax of the loss stays float32; 'all activations have the size of the
precision'.
"""

def transformer_step_bytes(
    batch, seq, num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, checkpointed=False
):
    b, s, layers, d, heads, ff, vocab = _counts(
        batch=batch, seq=seq, num_layers=num_layers, d_model=d_model, num_heads=num_heads,
        d_ff=d_ff, vocab_size=vocab_size,
    )
    if heads < 1:
        raise ValueError(f"num_heads must be 1 or more, got {num_heads}")
    parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
    block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
    end = b * s * d + 2 * b * s * vocab
    kept = layers * block + end
    if checkpointed and layers > 0:
        kept = layers * b * s * d + block + end
    result = bytes_by_use(parameters, kept, optimizer, precision)
    if precision == "bfloat16":
        result["activations"] += 2 * b * s * vocab
        result["total"] += 2 * b * s * vocab
    return result
