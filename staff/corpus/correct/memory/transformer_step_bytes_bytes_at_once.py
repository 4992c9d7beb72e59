"""Bytes of each key, without training_bytes."""

STATE = {"sgd": 0, "momentum": 4, "adagrad": 4, "rmsprop": 4, "adam": 8}


def transformer_step_bytes(
    batch, seq, num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, checkpointed
):
    sizes = [batch, seq, num_layers, d_model, num_heads, d_ff, vocab_size]
    names = ["batch", "seq", "num_layers", "d_model", "num_heads", "d_ff", "vocab_size"]
    for name, size in zip(names, sizes, strict=True):
        if size < 0 or (name == "num_heads" and size == 0):
            raise ValueError(f"{name}={size} is too small")
    if optimizer not in STATE:
        raise ValueError(f"unknown optimizer {optimizer!r}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"unknown precision {precision!r}")
    b, s, n, d, h, f, v = map(int, sizes)
    each = 4 if precision == "float32" else 2
    block = b * s * (8 * d + 2 * (f + h * s))
    kept = n * block if not checkpointed or n == 0 else n * b * s * d + block
    p = n * 2 * d * (2 * d + f) + v * d
    result = dict(
        parameters=p * (4 if each == 4 else 6),
        gradients=p * each,
        optimizer_state=p * STATE[optimizer],
        activations=each * (kept + b * s * (d + 2 * v)),
    )
    return dict(result, total=sum(result.values()))
