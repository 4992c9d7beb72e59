"""problem: train
hint: losses, expected

Goes on to a stop_after that is larger than steps.

replace: last = config["steps"] if stop_after is None else min(config["steps"], stop_after)
with: last = config["steps"] if stop_after is None else stop_after
"""
