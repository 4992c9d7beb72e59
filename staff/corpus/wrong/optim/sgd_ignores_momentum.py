"""problem: sgd
hint: momentum is left out

Plain SGD.

replace: if group["momentum"] != 0:
with: if False:
"""
