"""A submission in its sandbox sees and changes nothing of the host and of the judge."""

import platform
import re
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from support.harm import SEED, in_tensor_bytes, lost, message, proves

from cs336_staff.judge import JudgeSettings
from cs336_staff.judge.host import protection as sandbox
from cs336_staff.judge.sandboxed import seccomp
from cs336_staff.paths import SOLUTION

SETTINGS = JudgeSettings(seed=SEED, protection="namespaces")
PYTHON = {str(folder) for own in (sys.prefix, sys.base_prefix) for folder in Path(own, "x").parents}
MOST_CORE = resource.getrlimit(resource.RLIMIT_CORE)[1]
CORE = (0, 0) if MOST_CORE == 0 else (1, 1)
SNOOPING = {
    "tests": "os.path.exists('/judge/tests/test_memory.py')",
    "staff": "os.path.exists('/judge/cs336_staff/paths.py')",
    "home": f"{{*glob.glob('/root/*'), *glob.glob('/root/.*'), *glob.glob('/home/*')}} - {PYTHON}",
    "repository": f"os.path.exists({str(SOLUTION)!r})",
    "environment": "any(str(v).find('5EC2E7') >= 0 for v in os.environ.values())",
    "other processes": "[p for p in os.listdir('/proc') if p.isdigit()] != ['1']",
    "descriptors": "sum(os.path.exists(f'/proc/self/fd/{n}') for n in range(3, 500)) > 1",
    "privileges": "'CapEff:\\t0000000000000000' not in open('/proc/self/status').read()",
    "root": "os.getuid() == 0",
    "programs for crashes": f"__import__('resource').getrlimit(4) != {CORE!r}",
    "bounding set": "'CapBnd:\\t0000000000000000' not in open('/proc/self/status').read()",
    "interfaces": "[x for x in open('/proc/net/dev').readlines()[2:] if 'lo' not in x]",
    "seed in memory": f"any(isinstance(x, int) and x == {SEED} for m in list(sys.modules.values()) "
    "for x in list(getattr(m, '__dict__', {}).values()))",
    "judge's modules": "'cs336_staff.judge.host.remote_caller' in sys.modules",
}


@pytest.mark.parametrize("name", SNOOPING)
def test_there_is_nothing_to_see(judge, submission, name):
    verdict = judge.grade(submission(proves(SNOOPING[name])))
    assert lost(verdict) == set(), message(verdict)


def test_sets_have_one_order_so_that_a_seed_gives_the_same_verdicts_again(judge, submission):
    assert lost(judge.grade(submission(proves("sys.flags.hash_randomization")))) == set()


FORBIDDEN = {
    "write the system": "open('/usr/x', 'w')",
    "write the submission": "open('/submission/cs336_basics/memory.py', 'a')",
    "write the harness": "open('/judge/tests/harness/runtime/trace.py', 'a')",
    "core_pattern": "open('/proc/sys/kernel/core_pattern', 'w')",
    "oom": "os.write(os.open('/proc/self/oom_score_adj', os.O_WRONLY), b'-1000')",
    "internet": "socket.create_connection(('1.1.1.1', 53), 1)",
    "loopback": "socket.create_connection(('127.0.0.1', PORT), 1)",
    "ptrace": "check(libc.ptrace(16, 1, 0, 0))",
    "memfd": "os.memfd_create('x')",
    "namespaces": "check(libc.unshare(0x10000000))",
    "mount": "check(libc.mount(b'x', b'/tmp', b'tmpfs', 0, None))",
    "asynchronous reads": "check(libc.syscall(206 if os.uname().machine == 'x86_64' else 0, 9, "
    "ctypes.byref(ctypes.c_ulong())))",
    "pages lent to a pipe": "check(libc.syscall(278 if os.uname().machine == 'x86_64' else 75, "
    "os.pipe()[1], (ctypes.c_size_t * 2)(ctypes.addressof(libc.mmap), 1), 1, 0))",
    "huge pages": "lib = ctypes.CDLL(None, use_errno=True); lib.mmap(None, 2**21, 3, 0x40022, -1, "
    "0); check(-(ctypes.get_errno() == errno.EPERM))",
    "writing out the host's disks": "check(libc.syscall(306 if os.uname().machine == 'x86_64' else "
    "267, 0))",
    "rules of Landlock": "check(libc.syscall(444, (ctypes.c_uint64 * 2)(0, 3), 16, 0))",
    "notes of what happens to files": "check(libc.inotify_init1(0))",
    "lists of who may use a file": "os.setxattr('/tmp', 'system.posix_acl_access', bytes.fromhex("
    "'02000000' '01000700ffffffff' '04000700ffffffff' '20000700ffffffff'))",
    "locks on parts of files": "__import__('fcntl').lockf(open('/tmp/x', 'w'), 2, 1, 5)",
    "leases": "__import__('fcntl').fcntl(open('/tmp/x', 'w'), 1024, 1)",
    "notices of folders": "__import__('fcntl').fcntl(os.open('/tmp', 0), 1026, 4)",
    "epolls": "__import__('select').epoll()",
    "filters of its own": "line = ctypes.c_uint64(0x7FFF000000000006); check(libc.prctl(22, 2, "
    "ctypes.byref((ctypes.c_uint64 * 2)(1, ctypes.addressof(line))), 0, 0))",
    "pairs of other sockets": "ctypes.CDLL(None, use_errno=True).socketpair(2, 1, 0, None); "
    "check(-(ctypes.get_errno() == errno.EAFNOSUPPORT))",
    "a table of futexes": "check(libc.prctl(78, 1, 16, 0, 0))",
    "a core to itself": "lib = ctypes.CDLL(None, use_errno=True); lib.prctl(62, 1, 0, 0, 0); "
    "check(-(ctypes.get_errno() == errno.EPERM))",
    "urgent bytes": "a, b = socket.socketpair(); a.send(b'!', socket.MSG_OOB)",
    "urgent bytes in a message": "a, b = socket.socketpair(); a.sendmsg([b'!'], [], 1)",
    "another limit on core files": "__import__('resource').setrlimit(4, (0, 0))",
    "such a limit by its own call": "check(libc.syscall(160 if os.uname().machine == 'x86_64' "
    "else 164, 4, (ctypes.c_uint64 * 2)(0, 0)))",
    "setuid": "os.setuid(0)",
    "chroot": "os.chroot('/tmp')",
    "higher limits": "__import__('resource').setrlimit(7, (9999, 9999))",
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_is_forbidden_fails(judge, submission, name):
    needed = ("memfd", "oom", "locks on parts of files", "epolls", "huge pages")
    if name in needed and torch.cuda.is_available():
        pytest.skip("a CUDA driver needs these, or may need them")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        lines = [
            "import ctypes, errno, os, socket",
            f"PORT = {port}",
            "libc = ctypes.CDLL(None)",
            "def check(code):",
            "    if code == -1: raise OSError",
            "try:",
            f"    {FORBIDDEN[name]}",
            "    return -1",
            "except (OSError, ValueError): pass",
        ]
        verdict = judge.grade(submission(in_tensor_bytes(*lines)))
    assert lost(verdict) == set(), message(verdict)


# With their numbers in Linux's arch/x86/entry/syscalls/syscall_64.tbl.
REFUSED = """
acct=163 add_key=248 adjtimex=159 bpf=321 chroot=161 clock_settime=227 delete_module=176
fanotify_init=300 finit_module=313 fsconfig=431 fsetxattr=190 fsmount=432 fsopen=430 fspick=433
init_module=175 inotify_init1=294 inotify_init=253 io_setup=206 io_uring_enter=426
io_uring_register=427 io_uring_setup=425 ioperm=173 iopl=172 kcmp=312 kexec_file_load=320
kexec_load=246 keyctl=250 landlock_create_ruleset=444 lsetxattr=189 memfd_secret=447 modify_ldt=154
mount=165 mount_setattr=442 move_mount=429 mq_open=240 msgget=68 name_to_handle_at=303
open_by_handle_at=304 open_tree=428 perf_event_open=298 personality=135 pidfd_getfd=438
pidfd_open=434 pidfd_send_signal=424 pivot_root=155 process_madvise=440 process_vm_readv=310
process_vm_writev=311 ptrace=101 quotactl=179 reboot=169 request_key=249 rt_sigqueueinfo=129
rt_tgsigqueueinfo=297 seccomp=317 semget=64 setns=308 setsid=112 settimeofday=164 setxattr=188
setxattrat=463 shmat=30 shmget=29 splice=275 swapoff=168 swapon=167 sync=162 syncfs=306 syslog=103
tee=276 umount2=166 unshare=272 uselib=134 userfaultfd=323 vmsplice=278
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are those of x86_64")
def test_every_call_that_the_filter_refuses_is_refused(judge, submission):
    calls = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", REFUSED)}
    assert seccomp._REFUSED.keys() <= calls.keys()
    lines = [
        "import ctypes, errno",
        "syscall = ctypes.CDLL(None, use_errno=True).syscall",
        f"for name, number in {calls}.items():",
        "    if syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM:",
        "        raise ValueError(f'{name} is not refused')",
    ]
    verdict = judge.grade(submission(in_tensor_bytes(*lines)))
    assert lost(verdict) == set(), message(verdict)


def test_what_is_in_the_folder_of_an_environment_is_hidden(clone, submission):
    environment = clone.parent
    environment.chmod(0o755)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (environment / "uploads").mkdir()
    inside = f"set(os.listdir({sandbox._inside(str(environment))!r}))"
    hidden = f"{{'bin', 'lib', 'pyvenv.cfg'}} <= {inside} <= set({sandbox._PARTS!r})"
    program = (
        "import sys; from pathlib import Path; from support.harm import SETTINGS, lost, message\n"
        "from cs336_staff.judge import Judge\n"
        "from cs336_staff.paths import ROOT\n"
        f"assert str(ROOT) == {str(clone)!r} and sys.prefix == {str(environment)!r}\n"
        "with Judge(SETTINGS) as judge:\n"
        f"    verdict = judge.grade(Path({str(submission(proves(f'not ({hidden})')))!r}))\n"
        "print(lost(verdict), message(verdict))\n"
    )
    packages = [path for path in sys.path if "site-packages" in path]
    own = [clone / "staff", clone, clone / "staff" / "tests"]
    (environment / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / "x.pth").write_text(
        "\n".join(map(str, [*own, *packages]))
    )
    command = [environment / "bin" / "python", "-E", "-c", program]  # no PYTHONPATH of ours
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "set()", done.stdout + done.stderr


@pytest.mark.parametrize(
    "shown, hidden, mounts",
    [
        ({"/usr", "/opt/e"}, {"/home/x"}, {"/usr": True, "/opt/e": True}),
        ({"/usr", "/usr/local"}, set(), {"/usr": True}),
        ({"/usr", "/usrx"}, {"/usrx/r"}, {"/usr": True, "/usrx": True, "/usrx/r": False}),
        (
            {"/usr", "/usr/src/app/.venv"},
            {"/usr/src", "/usr/src/app"},
            {"/usr": True, "/usr/src": False, "/usr/src/app/.venv": True},
        ),
    ],
)
def test_what_is_none_of_pythons_is_hidden_in_its_folders(shown, hidden, mounts):
    assert list(sandbox._mounts(shown, hidden).items()) == list(mounts.items())


@pytest.mark.parametrize("chosen", [None, "0", "", "-1"])
def test_gpus_are_visible_unless_they_are_hidden(monkeypatch, chosen):
    found = {"/dev/nvidia*": ["/dev/nvidia0", "/dev/nvidiactl"]}
    monkeypatch.setattr(sandbox.glob, "glob", lambda pattern: found.get(pattern, []))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if chosen is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", chosen)
    let_in = chosen in (None, "0")
    assert bool(sandbox.gpu_files()) == let_in
    for gpu in (True, False):
        command, _ = sandbox._command(SETTINGS, gpu, Path("/tmp"), 3)
        assert all((file in command) == (gpu and let_in) for file in found["/dev/nvidia*"])


def test_a_number_means_the_same_gpu_to_the_judge_and_to_a_submission(monkeypatch):
    chosen = {"CUDA_VISIBLE_DEVICES": "1", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    command, _ = sandbox._command(SETTINGS, False, Path("/tmp"), 3)
    for name, value in chosen.items():
        at = command.index(name)
        assert command[at - 1 : at + 2] == ["--setenv", name, value]
