"""problem: save_checkpoint
hint: should name

Names the first sixteen keys that do not fit, and how many more there are.
"""


def _check_fit(expected, found):
    faults = [f"missing {key}" for key in expected.keys() - found.keys()]
    faults += [f"unexpected {key}" for key in found.keys() - expected.keys()]
    for key in expected.keys() & found.keys():
        if getattr(expected[key], "shape", None) != getattr(found[key], "shape", None):
            faults.append(f"{key} of another shape")
    if faults:
        more = f" and {len(faults) - 16} more" if len(faults) > 16 else ""
        raise ValueError(f"does not fit: {'; '.join(sorted(faults)[:16])}{more}")
