"""problem: rmsprop
hint: write the update yourself

torch's own RMSprop, imported under the name that is asked for.
"""

from torch.optim import RMSprop as RMSProp
