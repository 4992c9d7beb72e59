"""The cache is emptied before each multiplication that counts."""


def _cpu_seconds(a, b, repeats):
    times = []
    for _ in range(repeats):
        torch.zeros(16 * 2**20)  # 64 MiB: more than a cache holds
        start = time.perf_counter()
        torch.matmul(a, b)
        times.append(time.perf_counter() - start)
    return times
