"""problem: save_checkpoint
hint: training or evaluation mode

Saves in eval mode, and an exception leaves the model there.
"""


_right_save_checkpoint = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    modes = [m.training for m in model.modules()]
    model.eval()
    _right_save_checkpoint(model, optimizer, iteration, out)
    for m, mode in zip(model.modules(), modes):
        m.training = mode
