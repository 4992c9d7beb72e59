"""One answer makes its rows in threads; the others in the file, whose operators count, do not."""

from concurrent.futures import ThreadPoolExecutor


def causal_mask(n):
    mask = torch.zeros(int(n), int(n), dtype=torch.bool)

    def fill(query):
        mask[query, : query + 1] = True

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(int(n))))
    return mask
