"""problem: cuda_allocated_bytes
hint: 2 MiB are what its segment is rounded to

Rounds tensors of over 10 MiB to the 2 MiB of their segments.

replace: return sum(-(-int(size) // 512) * 512 for size in sizes)
with: blocks = [(int(size), 512 if size <= 10 * 2**20 else 2**21) for size in sizes]
with: return sum(-(-size // block) * block for size, block in blocks)
"""
