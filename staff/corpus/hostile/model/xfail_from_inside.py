"""problem: cruncher

Say that the failure is expected.
"""

import pytest


class Cruncher(nn.Module):
    def __init__(self, dim, num_layers):
        super().__init__()
        pytest.xfail("it never worked")
