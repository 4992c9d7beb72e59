"""problem: promised_flop_per_sec

Fill every field of an observation with what breaks whoever shows it.
"""

import sys


def promised_flop_per_sec(device_name, dtype):
    conditions = sys.modules["tests.harness.runtime.conditions"]
    conditions.error_location = lambda error: "\x1b[2J\ud800<script>" * 100_000
    conditions.generator_digests = lambda: {"python": [[]] * 1000, "numpy": 10**5000}
    raise ValueError("device_name dtype H100 A100")
