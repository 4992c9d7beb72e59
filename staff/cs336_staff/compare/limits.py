"""Limits of a process that parses a submission: the parser may not return."""

import resource

CPU_SECONDS = 60
MEMORY_BYTES = 4 * 2**30


def limit_this_process() -> None:
    """Limit CPU time and memory of this process for good."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
