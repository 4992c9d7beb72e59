"""The bits as text: all but the last nine."""


def cuda_allocated_bytes(sizes):
    total = 0
    for size in map(int, sizes):
        if size < 0:
            raise ValueError("sizes must be >= 0 but one is {}".format(size))
        total += int(f"0{size + 511:b}000000000"[:-18] or "0", 2) * 512 if size else 0
    return total
