"""problem: adam
hint: here m is corrected by beta2

Corrects m as it does v.

replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"] / (1 - beta2**step) for step in steps]
"""
