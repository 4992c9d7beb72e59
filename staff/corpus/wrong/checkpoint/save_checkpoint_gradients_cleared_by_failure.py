"""problem: save_checkpoint
hint: .grad included

Takes the gradients off while it saves, and an exception leaves them off.
"""


_right_save_checkpoint = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    grads = [p.grad for p in model.parameters()]
    for p in model.parameters():
        p.grad = None
    _right_save_checkpoint(model, optimizer, iteration, out)
    for p, g in zip(model.parameters(), grads):
        p.grad = g
