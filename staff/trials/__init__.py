"""Trials of the suite that take too long for a test: mutants and many seeds."""

import argparse
from collections.abc import Callable


def at_least(low: int) -> Callable[[str], int]:
    """Return the type of an option whose value is an integer, `low` or above."""

    def integer(text: str) -> int:
        if (value := int(text)) < low:
            raise argparse.ArgumentTypeError(f"{value} is below {low}")
        return value

    return integer
