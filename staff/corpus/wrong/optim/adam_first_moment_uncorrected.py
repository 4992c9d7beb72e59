"""problem: adam
hint: m is not corrected for its start at

Corrects the second moment alone.

replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"]] * len(params)
"""
