"""The head as a matrix times a vector."""


class Cruncher(Cruncher):
    def forward(self, x):
        for layer in self.layers:
            x = torch.matmul(x, layer.weight)
        return x.mv(self.final.weight[:, 0])
