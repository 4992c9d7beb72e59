"""Limits of a process that parses what a stranger wrote, which can take for ever."""

import resource

CPU_SECONDS = 60


MEMORY_BYTES = 4 * 2**30


def limit_this_process() -> None:
    """Limit what this process may take, for ever."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
