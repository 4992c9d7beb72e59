"""problem: adam
hint: the newest to the power of t

Multiplies the betas of all steps: another number than torch's where a schedule changes them.

replace: torch._foreach_div_(roots, [(1 - beta2**step) ** 0.5 for step in steps])
with: for param in params:
with:     first, second = self.state[param].get("products", (1.0, 1.0))
with:     self.state[param]["products"] = first * beta1, second * beta2
with: products = [self.state[param]["products"] for param in params]
with: torch._foreach_div_(roots, [(1 - second) ** 0.5 for _, second in products])
replace: rates = [-group["lr"] / (1 - beta1**step) for step in steps]
with: rates = [-group["lr"] / (1 - first) for first, _ in products]
"""
