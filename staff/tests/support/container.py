"""A container as Gradescope and Docker make them, from this machine's own programs.

Podman runs it by runc, with Docker's capabilities and a seccomp profile that refuses namespaces
and mounts. Its root has this machine's /usr and Python, read-only, and else what is made here.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cs336_staff.paths import ROOT

PROFILE = Path("/usr/share/containers/seccomp.json")
# What Docker's own profile refuses to who has no CAP_SYS_ADMIN; Podman's allows some of it.
REFUSED = {"unshare", "setns", "mount", "umount", "umount2", "pivot_root", "clone", "clone3"}
REFUSED |= {"fsopen", "fsmount", "fsconfig", "fspick", "move_mount", "open_tree", "mount_setattr"}
REFUSED |= {"keyctl", "add_key", "request_key"}
LANDLOCK = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"}
_NAMESPACES = 0x7E020000
_NEEDED = ("podman", "runc", "setpriv")


class Container:
    """What a container is made of; each `run` is a container of its own."""

    def __init__(self, folder: Path, landlock: bool = True) -> None:
        """Make a root with an empty /autograder; skip the test where no container can run.

        Args:
            folder: where to make it.
            landlock: whether its kernel has Landlock.
        """
        missing = [name for name in _NEEDED if not shutil.which(name)]
        if os.getuid() or missing or not PROFILE.exists():
            pytest.skip(f"a container needs root, and {', '.join(missing or _NEEDED)}")
        self.root = folder / "root"
        for name in (
            "autograder",
            "dev",
            "etc",
            "proc",
            "root",
            "run/lock",
            "sys",
            "usr",
            "var/log",
        ):
            (self.root / name).mkdir(parents=True)
        if not landlock:
            (self.root / "autograder").chmod(0o700)  # as grading there hides it
        for name in ("tmp", "var/tmp", "var/crash"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
            (self.root / name).chmod(0o1777)
        for name in ("bin", "lib", "lib64", "sbin"):
            (self.root / name).symlink_to(f"usr/{name}")
        shutil.copy("/etc/ld.so.cache", self.root / "etc")
        (self.root / "etc" / "passwd").write_text(
            "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/:\n"
        )
        (self.root / "etc" / "group").write_text("root:x:0:\nada:x:1000:\n")
        (self.root / "etc" / "shadow").write_text("root:*:::::::\n")
        (self.root / "etc" / "shadow").chmod(0o600)
        (self.root / "root").chmod(0o711)  # this machine's Python may be below it
        self.profile = folder / "seccomp.json"
        self.profile.write_text(json.dumps(_profile(landlock)))

    def run(self, *command: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root where no option says otherwise."""
        shown = {sys.prefix, sys.base_prefix, *(p for p in sys.path if "site-packages" in p)}
        shown = {path for path in shown if not path.startswith("/usr/")}
        binds = [f"--volume={path}:{path}:ro" for path in ["/usr", *sorted(shown)]]
        return subprocess.run(
            [
                *("podman", "--runtime", shutil.which("runc") or "", "--cgroup-manager=cgroupfs"),
                *("run", "--rm", "--network=none", "--ulimit=nofile=4096:4096"),
                *("--ulimit=nproc=4096:4096", f"--security-opt=seccomp={self.profile}"),
                *(*binds, "--env=PATH=/usr/bin:/usr/sbin", *options),
                *("--rootfs", str(self.root), *command),
            ],
            capture_output=True,
            text=True,
            check=False,
        )

    def python(self, *arguments: str, options: tuple[str, ...] = ()) -> str:
        """Run this Python in it, with this repository at /autograder/source/assignment."""
        place = "/autograder/source/assignment"
        (self.root / "autograder" / "results").mkdir(exist_ok=True)
        options = (f"--volume={ROOT}:{place}", f"--env=PYTHONPATH={place}:{place}/staff", *options)
        done = self.run(sys.executable, *arguments, options=options)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout


def _profile(landlock: bool) -> dict:
    profile = json.loads(PROFILE.read_text())
    refused = REFUSED if landlock else REFUSED | LANDLOCK
    for rule in profile["syscalls"]:
        rule["names"] = [name for name in rule["names"] if name not in refused]
    profile["syscalls"] = [rule for rule in profile["syscalls"] if rule["names"]]
    no_namespaces = {"index": 0, "value": _NAMESPACES, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}
    allowed = {"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [no_namespaces]}
    profile["syscalls"].append(allowed)
    profile["syscalls"].append({"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38})
    return profile
