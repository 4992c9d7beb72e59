"""A submission's modules are compiled once, whatever the names of its other files."""

import os
import socket
import threading

import pytest

from cs336_staff.judge.sandboxed.precompile import receive_compiled, send_compiled
from cs336_staff.judge.wire.frames import COMPILED, NONCE_BYTES, Channel
from cs336_staff.judge.wire.primitives import Writer


def compiled(root, send) -> list[str]:
    ours, theirs = socket.socketpair()

    def work():
        with theirs:
            send(theirs)

    sender = threading.Thread(target=work)
    sender.start()
    with ours:
        names = [str(path.relative_to(root)) for path, _ in receive_compiled(ours, root)]
    sender.join()
    return names


def test_odd_names_and_what_is_no_python_are_left_out(tmp_path):
    names = [b"good.py", b"bad.py", b"\xff\xfe.py", b"\xed\xa0\x80.py", b".py", b"x" * 250 + b".py"]
    for name in names:
        with open(os.path.join(os.fsencode(tmp_path), name), "w") as file:
            file.write("x = (" if name == b"bad.py" else "x = 1")
    (tmp_path / "folder.py").mkdir()
    found = compiled(tmp_path, lambda sock: send_compiled(sock, tmp_path))
    assert any(name.startswith("__pycache__/good.") for name in found)
    assert not any("bad" in name or "folder" in name or "xxx" in name for name in found)


@pytest.mark.parametrize("name", ["good.py", "__pycache__/other.pyc", "../good.pyc", "/tmp/x", ""])
def test_a_file_that_is_no_module_s_is_refused(tmp_path, name):
    (tmp_path / "good.py").write_text("x = 1")

    def send(sock):
        out = Writer()
        out.text(name)
        out.blob(b"harm")
        Channel(sock).send(COMPILED, bytes(NONCE_BYTES), out)

    assert compiled(tmp_path, send) == []
