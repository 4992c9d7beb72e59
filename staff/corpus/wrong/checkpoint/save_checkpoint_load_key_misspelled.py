"""problem: save_checkpoint
hint: KeyError: 'model_state'

Looks for the model under another key than it was saved under.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    model.load_state_dict(checkpoint["model_state"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["iteration"]
