"""A submission is imported as it is on disk, without stale bytecode."""

import os
import py_compile

from support.suite_runs import status


def test_bytecode_of_an_earlier_save_is_not_run(warm, reference):
    file = reference / "cs336_basics" / "flops.py"
    right = file.read_text()
    wrong = right.replace("flops / seconds / promised", "flops * seconds / promised")
    assert len(right) == len(wrong) and right != wrong
    for saved, verdict in ((right, "passed"), (wrong, "failed")):
        earlier = wrong if saved is right else right
        file.write_text(earlier)
        os.utime(file, (1e9, 1e9))
        py_compile.compile(str(file))
        file.write_text(saved)
        os.utime(
            file, (1e9, 1e9)
        )  # the same time and length: Python takes the bytecode for this one
        assert status(warm(reference, "--problems=mfu")) == {"mfu": verdict}
