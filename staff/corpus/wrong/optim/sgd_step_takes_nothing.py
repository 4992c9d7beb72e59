"""problem: sgd
hint: step takes an optional closure

step has no closure among its parameters, as in the lecture's code.
"""


class SGD(SGD):
    def step(self):
        super().step()
