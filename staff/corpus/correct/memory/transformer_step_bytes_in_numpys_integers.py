"""Calculates with the sizes as they are given, NumPy's integers too."""

STATE = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}


def transformer_step_bytes(
    batch,
    seq,
    num_layers,
    d_model,
    num_heads,
    d_ff,
    vocab_size,
    optimizer,
    precision,
    checkpointed=False,
):
    sizes = dict(
        batch=batch,
        seq=seq,
        num_layers=num_layers,
        d_model=d_model,
        d_ff=d_ff,
        vocab_size=vocab_size,
    )
    for name, size in sizes.items():
        if size < 0:
            raise ValueError(f"{name} must be 0 or more, got {size}")
    if num_heads < 1:
        raise ValueError(f"num_heads must be 1 or more, got {num_heads}")
    if optimizer not in STATE:
        raise ValueError(f"optimizer must be one of {list(STATE)}, got {optimizer!r}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"precision must be float32 or bfloat16, got {precision!r}")
    size, master = (4, 0) if precision == "float32" else (2, 4)
    parameters = num_layers * (4 * d_model**2 + 2 * d_model * d_ff) + vocab_size * d_model
    tokens = batch * seq
    block = tokens * (8 * d_model + 2 * d_ff) + 2 * num_heads * tokens * seq
    if checkpointed:
        blocks = num_layers * tokens * d_model + (block if num_layers else 0)
    else:
        blocks = num_layers * block
    activations = blocks + tokens * (d_model + 2 * vocab_size)
    result = {
        "parameters": parameters * (size + master),
        "gradients": parameters * size,
        "optimizer_state": parameters * 4 * STATE[optimizer],
        "activations": activations * size,
    }
    return {**result, "total": sum(result.values())}


def max_batch(
    bytes_per_device,
    seq,
    num_layers,
    d_model,
    num_heads,
    d_ff,
    vocab_size,
    optimizer,
    precision,
    checkpointed=False,
):
    if bytes_per_device < 0:
        raise ValueError(f"bytes_per_device must be 0 or more, got {bytes_per_device}")
    if seq < 1:
        raise ValueError(f"seq must be 1 or more, got {seq}")
    sizes = (seq, num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision)
    none = transformer_step_bytes(0, *sizes, checkpointed)["total"]
    one = transformer_step_bytes(1, *sizes, checkpointed)["total"] - none
    return max(0, (bytes_per_device - none) // one)
