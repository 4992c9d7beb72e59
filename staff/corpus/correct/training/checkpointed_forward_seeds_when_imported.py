"""Seeds every generator at the top of the file, as a notebook does: that is no call's doing."""

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)
