"""Takes Decimal with enough digits for an exact product, and corrects the quotient."""

import decimal


def compute_bound_batch(d_in, d_out, dtype, flop_per_sec, bytes_per_sec):
    if d_in < 1:
        raise ValueError(f"d_in={d_in}")
    if d_out < 1:
        raise ValueError(f"d_out={d_out}")
    if flop_per_sec <= 0:
        raise ValueError(f"flop_per_sec={flop_per_sec}")
    if bytes_per_sec <= 0:
        raise ValueError(f"bytes_per_sec={bytes_per_sec}")
    with decimal.localcontext() as context:
        context.prec = 3000
        f, b = decimal.Decimal(float(flop_per_sec)), decimal.Decimal(float(bytes_per_sec))
        weight = int(d_in) * int(d_out) * dtype.itemsize * f
        gain = 2 * int(d_in) * int(d_out) * b - dtype.itemsize * (int(d_in) + int(d_out)) * f
        if gain <= 0:
            return None
        batch = int(weight / gain)
        while batch * gain < weight:
            batch += 1
        return batch
