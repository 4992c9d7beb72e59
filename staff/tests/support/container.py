"""Containers as Gradescope and Docker make them.

Podman runs them by runc, with Docker's capabilities and a seccomp profile that refuses namespaces
and mounts. The root of a `Container` has this machine's /usr and Python, read-only, and else what
is made here; an `Image` is built from Debian's packages, without a registry.
"""

import ast
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
_ULIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")


def _need(*programs: str) -> None:
    missing = [name for name in programs if not shutil.which(name)]
    if os.getuid() or missing or not PROFILE.exists():
        pytest.skip(f"a container needs root, and {', '.join(missing or programs)}")


def _podman(*words: str) -> subprocess.CompletedProcess[str]:
    command = ("podman", "--runtime", shutil.which("runc") or "", "--cgroup-manager=cgroupfs")
    return subprocess.run([*command, *words], capture_output=True, text=True, check=False)


class Container:
    """What a container is made of; each `run` is a container of its own."""

    def __init__(self, folder: Path, landlock: bool = True) -> None:
        """Make a root with an empty /autograder; skip the test where no container can run.

        Args:
            folder: where to make it.
            landlock: whether its kernel has Landlock.
        """
        _need("podman", "runc", "setpriv")
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
        self._forbidding = _forbidding(folder, landlock)

    def run(self, *command: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root where no option says otherwise."""
        shown = {sys.prefix, sys.base_prefix, *(p for p in sys.path if "site-packages" in p)}
        shown = {path for path in shown if not path.startswith("/usr/")}
        binds = [f"--volume={path}:{path}:ro" for path in ["/usr", *sorted(shown)]]
        options = (*self._forbidding, *binds, "--env=PATH=/usr/bin:/usr/sbin", *options)
        return _podman("run", *options, "--rootfs", str(self.root), *command)

    def python(self, *arguments: str, options: tuple[str, ...] = ()) -> str:
        """Run this Python in it, with this repository at /autograder/source/assignment."""
        place = "/autograder/source/assignment"
        (self.root / "autograder" / "results").mkdir(exist_ok=True)
        options = (f"--volume={ROOT}:{place}", f"--env=PYTHONPATH={place}:{place}/staff", *options)
        done = self.run(sys.executable, *arguments, options=options)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout


class Image:
    """The image of staff/containers, for as long as the context lasts."""

    def __init__(self, folder: Path, context: Path) -> None:
        """Build it; skip the test where none can be built.

        Args:
            folder: for files of the build.
            context: a copy of this repository.
        """
        _need("podman", "runc", "mmdebstrap")
        self._name, base = f"localhost/{folder.name}", f"localhost/{folder.name}-base"
        self._forbidding = _forbidding(folder, landlock=True)
        tar = folder / "base.tar"
        bootstrap = ["mmdebstrap", "--quiet", "--variant=apt", "bookworm", str(tar)]
        subprocess.run(bootstrap, check=True)
        self._made = [base]
        try:
            self._checked("import", str(tar), base)
            tar.unlink()
            self._checked(
                *("build", "--network=host", "--isolation=oci", "--layers=false", *_ULIMITS),
                *(*_pip_settings(folder), f"--build-arg=BASE={base}", "--build-arg=TORCH="),
                *(f"--tag={self._name}", f"--file={context}/staff/containers/Containerfile"),
                str(context),
            )
            self._made.insert(0, self._name)
        except BaseException:
            self.remove()
            raise

    def run(self, *words: str, options: tuple[str, ...]) -> str:
        """Run `cs336-staff` in a container of it; return its output."""
        return self._checked("run", *self._forbidding, *options, self._name, *words)

    def _checked(self, *words: str) -> str:
        done = _podman(*words)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout

    def remove(self) -> None:
        """Remove it and its base."""
        self._checked("rmi", "--force", *self._made)


def _pip_settings(folder: Path) -> list[str]:
    """Return options that give a build this machine's settings of pip, and the files they name."""
    pip = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
    settings = {"no-compile": "true"}  # thousands of modules, of which few are used
    shown: set[str] = set()
    for line in listed.splitlines():
        name, value = line.split("=", 1)
        words = ast.literal_eval(value).split()
        for number, word in enumerate(words):
            path = word.removeprefix("file://")
            if os.path.exists(path) and os.path.isabs(path):  # an index names files beside itself
                shown.add(path if path == word else os.path.dirname(path))
                words[number] = word.replace(path, f"/host{path}")
        settings.setdefault(name.split(".", 1)[1].strip("."), " ".join(words))
    lines = "".join(f"{name} = {value}\n" for name, value in settings.items())
    (folder / "pip.conf").write_text(f"[global]\n{lines}")
    binds = {path: f"/host{path}" for path in shown} | {str(folder / "pip.conf"): "/etc/pip.conf"}
    return [f"--volume={path}:{place}:ro" for path, place in binds.items()]


def _forbidding(folder: Path, landlock: bool) -> tuple[str, ...]:
    """Return options of a container that has no network, no namespaces and little else."""
    profile = folder / "seccomp.json"
    profile.write_text(json.dumps(_profile(landlock)))
    return ("--rm", "--network=none", *_ULIMITS, f"--security-opt=seccomp={profile}")


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
