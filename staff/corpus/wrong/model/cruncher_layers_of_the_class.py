"""problem: cruncher
hint: two Crunchers share a parameter

Keeps layers by their size on the class, and gives them to each new model of that size.
"""


class Cruncher(Cruncher):
    made: dict = {}

    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        self.layers = self.made.setdefault((dim, num_layers), self.layers)
