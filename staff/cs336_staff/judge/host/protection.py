"""Choose the level that confines submissions, and start the fork server under it.

That is bubblewrap, users, Landlock or, where `--no-sandbox` says so, nothing.
"""

import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from cs336_staff.files.scratch import scratch_folder
from cs336_staff.judge.host.hidden import hidden
from cs336_staff.judge.sandboxed import landlock
from cs336_staff.judge.sandboxed.users import free_ids
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
USERS = Protection(
    "users",
    "protection level users: an unprivileged user of its own for each problem, Landlock, no "
    "network, no files but Python, the system's programs and libraries, and the harness, limits on "
    "memory, processes, files and time; it sees that other processes run",
)
USERS_ALONE = Protection(
    "users",
    "protection level users, without Landlock, which this kernel lacks: an unprivileged user of "
    "its own for each problem, no network, limits on memory, processes, files and time; but it can "
    "read all files of this machine that everybody may read, see other processes and their "
    "arguments, open devices that everybody may, have the kernel spare it where memory runs out, "
    "and leave messages to other submissions that run at the same time in folders that everybody "
    "may write to",
)
LANDLOCK = Protection(
    "landlock",
    "protection level landlock: no network, no files but Python, the system's programs and "
    "libraries, and the harness, no signals to other processes, limits on memory, files and time; "
    "but with this user's own id: it can use up what this user may have of processes, see that "
    "other processes run, and connect to this user's programs that listen on a Unix socket",
)
NONE = Protection(
    "none",
    "NO SANDBOX: a separate process for each problem with limits on time and memory, and results "
    "that are parsed, never unpickled; but the submission's code runs with this user's rights: it "
    "can read and change this user's files (tests and reference answers too), use the network, "
    "and leave processes behind that evade the clean-up",
)
CHOSEN = ("namespaces", "users", "landlock")  # the strongest first
_VISIBLE = ("judge/wire", "judge/sandboxed")  # of this package, in the sandbox
# The folders of a prefix that an interpreter, its packages and their compiled parts look for.
_PARTS = ("bin", "include", "lib", "lib32", "lib64", "libexec", "pyvenv.cfg", "share", "ssl")
_SYSTEM = ("/bin", "/lib", "/lib64", "/lib32", "/sbin")
_ETC = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
_DEVICES = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
_INSTALL = "Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap"
_ALLOW = (
    "allow user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0 where AppArmor "
    "forbids them; in Docker: --security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined, or --privileged)"
)
_FORBIDDEN = re.compile(
    "^bwrap: .*(namespace|permi)|namespaces cannot be made|cannot be mounted", re.I | re.M
)
_UNPROTECTED = "Else --no-sandbox runs submissions without protection and marks all results."
_MISSING = "cannot open shared object file"
_SHOWN = (
    "The sandbox shows the folders of Python, of its packages and of the system: what torch needs "
    "must be in one of them; links to other folders lead nowhere."
)
_START_SECONDS = 120.0
_TRY_SECONDS = 30.0
_STOP_SECONDS = 10.0


def start_fork_server(settings: JudgeSettings, gpu: bool) -> "ForkServer":
    """Start the fork server at the level that settings ask for, or at the strongest that works.

    Raises:
        SandboxUnavailable: it does not work here, or none does.
    """
    failed = []
    for level in [settings.protection] if settings.protection else CHOSEN:
        try:
            _check_user(level)
            workers = ForkServer(replace(settings, protection=level), gpu)
            import_module("numpy")  # which torch will import; meanwhile the level is tried
            workers.wait_until_tried()
            return workers
        except SandboxUnavailable as error:
            failed.append(f"{level}: {error}")
    what = "no level of protection works" if len(failed) > 1 else "the sandbox does not work"
    otherwise = "" if settings.protection == NONE.name else f"\n{_UNPROTECTED}"
    raise SandboxUnavailable(f"{what} here: {'; '.join(failed)}{otherwise}")


def protection_of(level: str) -> Protection:
    """Return the protection of a level as it is here."""
    every = {one.name: one for one in (NAMESPACES, USERS, LANDLOCK, NONE)}
    return USERS_ALONE if level == USERS.name and not landlock.version() else every[level]


@contextmanager
def hide_from_others(protection: Protection, settings: JudgeSettings) -> Iterator[None]:
    """Make this repository and what is private unreadable to the users that submissions run as.

    Raises:
        SandboxUnavailable: that cannot be done, and nothing else hides them.
    """
    if protection.name != USERS.name:
        yield
        return
    places = [ROOT, *(Path(path).resolve() for path in settings.private)]
    with hidden(places, {*_python_folders()[0], tempfile.gettempdir()}) as open_still:
        if open_still and protection is USERS_ALONE:
            raise SandboxUnavailable(
                f"{open_still[0]} can be read by everybody, and without Landlock by submissions "
                "too; make it writable for root, or its mode 700"
            )
        yield


def _check_user(level: str) -> None:
    if level == USERS.name and os.getuid():
        raise SandboxUnavailable("it needs root")
    if level == LANDLOCK.name and not os.getuid():
        raise SandboxUnavailable("it is for an ordinary user; root has stronger levels")
    if level == LANDLOCK.name and not landlock.version():
        raise SandboxUnavailable("the kernel has no Landlock")


@contextmanager
def level_folder(level: str) -> Iterator[Path]:
    """Make the folder in which a level has the harness, submissions and problems' files.

    Whoever does not know a name in it finds nothing there.
    """
    with scratch_folder() as folder:
        if level in (USERS.name, LANDLOCK.name):
            for place, source in _harness().items():
                shutil.copytree(source, folder / place.lstrip("/"))
            (folder / "tests").symlink_to(f"/proc/self/fd/{landlock.TESTS}")
            folder.chmod(0o711)
        yield folder


def _harness() -> dict[str, str]:
    """Return the folders of this repository that a problem's process imports, by their places."""
    places = {"/judge/tests/harness/runtime": str(ROOT / "tests" / "harness" / "runtime")}
    for part in _VISIBLE:
        places[f"/judge/cs336_staff/{part}"] = str(ROOT / "staff" / "cs336_staff" / part)
    return places


class ForkServer:
    """The running fork server, reached through `control`, and how to end it."""

    def __init__(self, settings: JudgeSettings, gpu: bool) -> None:
        self.settings = settings
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._stack = ExitStack()
        folder = self._stack.enter_context(level_folder(settings.protection))
        self._tests = folder / "tests"
        self.control, theirs = control_pair()
        try:
            command, environment = _command(settings, gpu, folder, theirs.fileno())
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
        except (OSError, SandboxUnavailable) as error:
            self._stack.close()
            raise SandboxUnavailable(str(error)) from error
        finally:
            theirs.close()

    def wait_until_tried(self) -> None:
        """Wait until the server has tried the protections of its level.

        Raises:
            SandboxUnavailable: one failed, or it took too long.
        """
        if why := self._await("tried", _TRY_SECONDS):
            text = self.last_words() or why
            forbidden = self.settings.protection == NAMESPACES.name and _FORBIDDEN.search(text)
            raise SandboxUnavailable(f"{text}; {_ALLOW}" if forbidden else text)

    def wait_until_ready(self) -> None:
        """Wait until torch is loaded.

        Raises:
            SandboxUnavailable: it ended, or took too long.
        """
        if not (why := self._await("ready", _START_SECONDS)):
            return
        text = f"the worker cannot be started: {why}: {self.last_words()}"
        hidden = self.settings.protection == NAMESPACES.name and _MISSING in text
        raise SandboxUnavailable(f"{text}\n{_SHOWN}" if hidden else text)

    def _await(self, state: str, seconds: float) -> str:
        """Wait for the server to say that it is in a state; if it does not, stop it and say why."""
        self.control.settimeout(seconds)
        why = "it ended"
        try:
            while message := receive_control(self.control)[0]:
                if state in message:
                    self.control.settimeout(None)
                    return ""
        except TimeoutError:
            why = f"it was not {state} after {seconds:.0f} s"
        self.stop()
        return why

    def place_tests(self, scratch: Path) -> Path:
        """Return a path in a judge's scratch folder that problem processes have, too."""
        if not self._tests.is_symlink():
            return scratch
        os.dup2(os.open(scratch.parent, os.O_PATH), landlock.TESTS, inheritable=False)
        return self._tests / scratch.name

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
        deadline = time.monotonic() + _STOP_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._stack.close()


def _command(
    settings: JudgeSettings, gpu: bool, folder: Path, descriptor: int
) -> tuple[list[str], dict[str, str]]:
    """Return the fork server's command and environment."""
    budgets = settings.budgets
    gpus = gpu_files() if gpu else []
    level = settings.protection
    options: dict[str, Any] = {
        "memory": budgets.memory,
        "scratch": budgets.scratch,
        "processes": budgets.processes,
        "cpu_seconds": budgets.cpu,
        "gpus": gpu,
    }
    search = [str(ROOT), str(ROOT / "staff")] if level == NONE.name else ["/judge"]
    libraries, interpreter = _libraries(), os.path.realpath(sys.executable)
    ids = free_ids() if os.getuid() == 0 and level in (NAMESPACES.name, USERS.name) else None
    if level == NAMESPACES.name:
        libraries, interpreter = list(map(_inside, libraries)), _inside(interpreter)
        options["uid"] = random.SystemRandom().choice(ids) if ids else None
    elif level != NONE.name:
        search = [str(folder / "judge")]
        options |= {"folder": str(folder), "readable": tuple(_readable(gpus))}
        options["devices"] = (*_DEVICES, *gpus, *(["/proc"] if gpus else []))
        if ids and level == USERS.name:
            options["ids"] = (ids[0], ids[-1], random.SystemRandom().choice(ids))
        options["readable"] += (search[0],)
    program = (
        f"import sys; sys.path[:0] = {search!r}; sys.path += {libraries!r}; "
        "import site; site.setquit(); site.setcopyright(); site.sethelper(); "
        f"from cs336_staff.judge.sandboxed.fork_server import main; "
        f"main({descriptor}, {level!r}, {options!r})"
    )
    interpreter = interpreter if level != NONE.name else sys.executable
    python = [interpreter, "-P", "-s", "-S", "-B", "-c", program]  # and no -I: see PYTHONHASHSEED
    environment = _environment()
    if level != NAMESPACES.name:
        return python, environment
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise SandboxUnavailable(f"bubblewrap (bwrap) is not installed ({_INSTALL})")
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
        "PYTHONHASHSEED": "0",  # a fixed order of sets: the same seed gives the same verdicts
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
    flags = ["--die-with-parent", "--new-session", "--unshare-cgroup-try"]
    flags += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    if os.getuid() == 0:
        flags += ["--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"]
        flags += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        flags += ["--unshare-user"]
    for folder in _SYSTEM:
        if os.path.islink(folder):
            flags += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            flags += ["--ro-bind", folder, folder]
    places = {path: path for path in _ETC if os.path.exists(path)} | _harness()
    if gpus:
        places["/sys"] = "/sys"
    flags += _folders([*places, "/dev/null", "/tmp/x", "/submission/x"])
    flags += _python_flags()
    for place, source in places.items():
        flags += ["--ro-bind", source, place]
    for device in [*_DEVICES, *gpus]:
        flags += ["--dev-bind", device, device]
    flags += ["--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/tmp", "/dev/shm"]
    return [*flags, "--proc", "/proc", "--chdir", "/", "--remount-ro", "/"]


def _folders(places: list[str]) -> list[str]:
    """Make the folders above some places, which bubblewrap itself would make for root alone."""
    above = {str(parent) for place in places for parent in Path(place).parents} - {"/"}
    return [flag for folder in sorted(above) for flag in ("--dir", folder)]


def _python_flags() -> list[str]:
    """Let Python's folders in, and hide what lies in them and does not belong to Python."""
    mounts = _mounts(*_python_folders())
    flags: list[str] = []
    for folder, visible in mounts.items():
        flags += _folders([_inside(folder)])
        if visible:
            flags += ["--ro-bind", folder, _inside(folder)]
        else:
            flags += ["--tmpfs", _inside(folder)]
    for folder, visible in mounts.items():
        flags += [] if visible else ["--remount-ro", _inside(folder)]
    return flags


def _python_folders() -> tuple[set[str], set[str]]:
    """Return the folders that Python needs, and those inside them that do not belong to Python.

    Only its own parts of its prefix: a class's uploads may lie beside them.
    """
    prefixes = {sys.base_prefix, sys.base_exec_prefix, sys.prefix}
    prefixes.add(str(Path(sys.executable).resolve().parent.parent))
    parts = [os.path.join(prefix, part) for prefix in prefixes for part in _PARTS]
    folders = ["/usr", *filter(os.path.exists, parts), *_libraries()]
    sources = {folder for folder in ("/usr/src", "/usr/local/src") if os.path.isdir(folder)}
    return {os.path.abspath(folder) for folder in folders}, {str(ROOT), *sources}


def _readable(gpus: list[str]) -> list[str]:
    """Return the files and folders of this machine that a problem may read."""
    shown, hidden = _python_folders()
    mounts = _mounts({*shown, *_SYSTEM}, hidden)
    found: list[str] = []
    hidden = {folder for folder, visible in mounts.items() if not visible}
    for folder in mounts.keys() - hidden:
        found += _without(folder, hidden)
    return [*found, *_ETC, *(["/sys"] if gpus else ["/sys/devices/system/cpu"])]


def _without(folder: str, hidden: set[str]) -> list[str]:
    """Return a folder, or what is in it except some folders: Landlock's rules can only allow."""
    if folder in hidden:
        return []
    if not any(name.startswith(f"{folder}/") for name in hidden) or not os.path.isdir(folder):
        return [folder]
    return [path for name in os.listdir(folder) for path in _without(f"{folder}/{name}", hidden)]


def _mounts(shown: set[str], hidden: set[str]) -> dict[str, bool]:
    """Return which folders to mount, outer ones first: to show (True) or to hide (False) them."""
    mounts: dict[str, bool] = {}
    for folder in sorted(shown | hidden, key=lambda path: (len(path), path)):
        around = [known for known in mounts if f"{folder}/".startswith(f"{known}/")]
        if (folder in shown) != (mounts[around[-1]] if around else False):
            mounts[folder] = folder in shown
    return mounts
