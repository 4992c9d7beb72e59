"""problem: cruncher
hint: two Crunchers in a row start with the same

A generator of its own, seeded as torch's was: what has been drawn since does not matter.
"""


class Cruncher(Cruncher):
    def __init__(self, dim, num_layers):
        super().__init__(dim, num_layers)
        generator = torch.Generator().manual_seed(torch.initial_seed())
        for parameter in self.parameters():
            parameter.data.copy_(_truncated_normal(*parameter.shape, generator))
