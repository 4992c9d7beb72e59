"""How submissions are confined, and the fork server that is started so.

server.py starts it: inside bubblewrap, or without protection where `--no-sandbox` says so.
"""

import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cs336_staff.judge.sandboxed.warm_up import CUDA_FAILED
from cs336_staff.judge.settings import JudgeSettings, SandboxUnavailable
from cs336_staff.judge.wire.control import control_pair, receive_control
from cs336_staff.paths import ROOT


@dataclass(frozen=True)
class Protection:
    """A way to confine a submission's processes.

    Attributes:
        name: of the level.
        description: what it stops, and what it does not, as every report says it.
    """

    name: str
    description: str


NAMESPACES = Protection(
    "namespaces",
    "sandbox: bubblewrap; own user, process, mount, network and IPC namespaces, an unprivileged "
    "uid, no network, no files of the host but Python, the system's programs and libraries, and "
    "the harness, limits on memory, processes, files and time; a fresh process tree for each "
    "problem",
)
NONE = Protection(
    "none",
    "NO SANDBOX: a separate process for each problem with limits on time and memory, and results "
    "that are parsed, never unpickled; but the submission's code runs with this user's rights: it "
    "can read and change this user's files (tests and reference answers too), use the network, "
    "and leave processes behind that evade the clean-up",
)
_VISIBLE = ("judge/wire", "judge/sandboxed")  # of this package, in the sandbox
# The folders of a prefix that an interpreter, its packages and their compiled parts look for.
_PARTS = ("bin", "include", "lib", "lib32", "lib64", "libexec", "pyvenv.cfg", "share", "ssl")
_INSTALL = (
    "Install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install "
    "bubblewrap) and allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0 "
    "where AppArmor forbids them; in Docker: --security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined, or --privileged). Where that cannot be had, --no-sandbox runs the worker "
    "without protection and marks all results."
)
_START_SECONDS = 120.0


def protection_of(settings: JudgeSettings) -> Protection:
    """Return the protection that settings ask for."""
    return NAMESPACES if settings.sandbox else NONE


class ForkServer:
    """The running fork server, reached through `control`, and how to end it."""

    def __init__(self, settings: JudgeSettings, gpu: bool) -> None:
        self.settings = settings
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self.control, theirs = control_pair()
        command, environment = _command(settings, gpu, theirs.fileno())
        try:
            self._process = subprocess.Popen(
                command,
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxUnavailable(
                f"{command[0]} cannot be started: {error}. {_INSTALL}"
            ) from error
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until torch is loaded.

        Raises:
            SandboxUnavailable: it ended, or took too long.
        """
        self.control.settimeout(_START_SECONDS)
        try:
            if receive_control(self.control)[0]:
                self.control.settimeout(None)
                return
            why = "it ended"
        except TimeoutError:
            why = f"it was not ready after {_START_SECONDS:.0f} s"
        self.stop()
        text = self.last_words()
        if not self.settings.sandbox or CUDA_FAILED in text:
            raise SandboxUnavailable(f"the worker cannot be started: {why}: {text}")
        raise SandboxUnavailable(f"the sandbox does not work here: {why}: {text}\n{_INSTALL}")

    def last_words(self) -> str:
        """Return the end of what the server wrote to its error output."""
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 1500))
        return self._log.read().decode("utf-8", "replace").strip()

    def alive(self) -> bool:
        """Return whether the server is running."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End the server and everything below it."""
        self.control.close()
        deadline = time.monotonic() + 2
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()


def _command(
    settings: JudgeSettings, gpu: bool, descriptor: int
) -> tuple[list[str], dict[str, str]]:
    budgets = settings.budgets
    gpus = gpu_files() if gpu else []
    options = {
        "namespaces": settings.sandbox,
        "uid": random.SystemRandom().randint(2**30, 2**31 - 2) if os.getuid() == 0 else None,
        "memory": budgets.memory,
        "scratch": budgets.scratch,
        "processes": budgets.processes,
        "cpu_seconds": budgets.cpu,
        "gpus": gpu,
    }
    search = ["/judge"] if settings.sandbox else [str(ROOT), str(ROOT / "staff")]
    libraries = [_inside(path) if settings.sandbox else path for path in _libraries()]
    program = (
        f"import sys; sys.path[:0] = {search!r}; sys.path += {libraries!r}; "
        "import site; site.setquit(); site.setcopyright(); site.sethelper(); "
        "from cs336_staff.judge.sandboxed.fork_server import main; "
        f"main({descriptor}, {options!r})"
    )
    interpreter = _inside(os.path.realpath(sys.executable)) if settings.sandbox else sys.executable
    python = [interpreter, "-P", "-s", "-S", "-B", "-c", program]  # and no -I: see PYTHONHASHSEED
    environment = _environment()
    if not settings.sandbox:
        return python, environment
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable(f"bubblewrap (bwrap) is not installed. {_INSTALL}")
    command = [bwrap, *_flags(gpus)]
    for name, value in environment.items():
        command += ["--setenv", name, value]
    return [*command, "--", *python], {"PATH": os.environ.get("PATH", os.defpath)}


def gpu_files() -> list[str]:
    """Return the GPUs' device files; none where all are hidden, as from the CPU's problems."""
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES", "all").strip() in ("", "-1")
    return [] if hidden else sorted([*glob.glob("/dev/nvidia*"), *glob.glob("/dev/dxg")])


def _environment() -> dict[str, str]:
    kept = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "LD_LIBRARY_PATH")
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",
        "USER": "worker",
        "LOGNAME": "worker",
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",  # sets in one order: the same seed is to give the same verdicts
        "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
        **{name: os.environ[name] for name in kept if name in os.environ},
    }


def _libraries() -> list[str]:
    """Return the folders that packages are imported from, without the repository's own."""
    own = {str(ROOT), str(ROOT / "staff"), ""}
    found = [path for path in sys.path if path not in own and Path(path).is_dir()]
    return [path for path in dict.fromkeys(found) if "site-packages" in path or "dist-p" in path]


def _inside(path: str) -> str:
    """Return where a path of the host is in the sandbox, whose /tmp is its own."""
    return f"/host{path}" if f"{path}/".startswith("/tmp/") else path


def _flags(gpus: list[str]) -> list[str]:
    flags = ["--die-with-parent", "--new-session", "--clearenv", "--unshare-cgroup-try"]
    flags += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    if os.getuid() == 0:
        flags += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"]
        flags += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        flags += ["--unshare-user"]
    for folder in ("/bin", "/lib", "/lib64", "/lib32", "/sbin"):
        if os.path.islink(folder):
            flags += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            flags += ["--ro-bind", folder, folder]
    places: dict[str, str] = {}
    for name in ("ld.so.cache", "alternatives", "localtime"):
        if os.path.exists(f"/etc/{name}"):
            places[f"/etc/{name}"] = f"/etc/{name}"
    places["/judge/tests/harness/runtime"] = str(ROOT / "tests" / "harness" / "runtime")
    for part in _VISIBLE:
        places[f"/judge/cs336_staff/{part}"] = str(ROOT / "staff" / "cs336_staff" / part)
    if gpus:
        places["/sys"] = "/sys"
    flags += _folders([*places, "/dev/null", "/tmp/x", "/submission/x"])
    flags += _python_flags()
    for place, source in places.items():
        flags += ["--ro-bind", source, place]
    for device in [f"/dev/{name}" for name in ("null", "full", "random", "urandom")] + gpus:
        flags += ["--dev-bind", device, device]
    flags += ["--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/tmp", "/dev/shm"]
    return [*flags, "--proc", "/proc", "--chdir", "/", "--remount-ro", "/"]


def _folders(places: list[str]) -> list[str]:
    """Make the folders above some places, which bubblewrap itself would make for root alone."""
    above = {str(parent) for place in places for parent in Path(place).parents} - {"/"}
    return [flag for folder in sorted(above) for flag in ("--perms", "0755", "--dir", folder)]


def _python_flags() -> list[str]:
    """Let Python's folders in, and hide what lies inside them but is none of Python's.

    Of its prefix no more than its own parts: a class's uploads may lie beside them.
    """
    prefixes = {sys.base_prefix, sys.base_exec_prefix, sys.prefix}
    prefixes.add(str(Path(sys.executable).resolve().parent.parent))
    parts = [os.path.join(prefix, part) for prefix in prefixes for part in _PARTS]
    folders = ["/usr", *filter(os.path.exists, parts), *_libraries()]
    shown = {os.path.abspath(folder) for folder in folders}
    sources = {folder for folder in ("/usr/src", "/usr/local/src") if os.path.isdir(folder)}
    mounts = _mounts(shown, {str(ROOT), *sources})
    flags: list[str] = []
    for folder, visible in mounts.items():
        flags += _folders([_inside(folder)])
        if visible:
            flags += ["--ro-bind", folder, _inside(folder)]
        else:
            flags += ["--perms", "0755", "--tmpfs", _inside(folder)]
    for folder, visible in mounts.items():
        flags += [] if visible else ["--remount-ro", _inside(folder)]
    return flags


def _mounts(shown: set[str], hidden: set[str]) -> dict[str, bool]:
    """Return which folders to mount, outer ones first: to show (True) or to hide (False) them."""
    mounts: dict[str, bool] = {}
    for folder in sorted(shown | hidden, key=lambda path: (len(path), path)):
        around = [known for known in mounts if f"{folder}/".startswith(f"{known}/")]
        if (folder in shown) != (mounts[around[-1]] if around else False):
            mounts[folder] = folder in shown
    return mounts
