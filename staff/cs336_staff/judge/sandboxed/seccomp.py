"""The system calls that a problem's processes may not make, as a seccomp filter in classic BPF.

Refused:

- Memory that no limit counts: memfd, System V memory, anonymous shared maps, the host's reserved
  huge pages, pages lent to pipes, inotify, access lists of files, Landlock's rules, filters like
  this one, tables of futexes; locks on parts of files and epolls, too, because the kernel keeps
  what /proc lists of them while it is read.
- Looking into other processes, or steering them; new namespaces and mounts.
- Kernel interfaces with a long history of vulnerabilities: bpf, perf, io_uring, userfaultfd,
  keyrings.
- What is scarce on the host: asynchronous reads, of which a machine has few at a time; writing out
  all of its disks (`os.sync()` has no effect); new sessions, among which the scheduler shares out
  the processors; a core for oneself alone, whose other threads would stand idle.
- Leases on files, and notifications about folders: whoever opens one of Python's files on which its
  owner has a lease waits for most of a minute.
- Sockets other than Unix ones, and urgent bytes in these: no problem needs them, and CVE-2025-38236
  was a way out of a sandbox through them.
- Another limit on core files: at 0, where the host's core_pattern names a program, root runs that
  program for each crash.

A CUDA driver needs some of this and may use it: see `build_filter`.

A problem's first process is number 1 of its namespace, which signals from inside do not reach. The
filter ends it when it signals itself, so that killing oneself works as it does elsewhere.
"""

import ctypes
import errno
import platform
import struct
from collections.abc import Iterator

from cs336_staff.judge.sandboxed.isolation import check, libc

# name: (x86_64, aarch64); None where the architecture has no such call.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fsetxattr": (190, 7),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "io_setup": (206, 0),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "landlock_create_ruleset": (444, 444),
    "memfd_secret": (447, 447),
    "modify_ldt": (154, None),
    "lsetxattr": (189, 6),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "seccomp": (317, 277),
    "semget": (64, 190),
    "setns": (308, 268),
    "setsid": (112, 157),
    "settimeofday": (164, 170),
    "setxattr": (188, 5),
    "setxattrat": (463, 463),
    "shmat": (30, 196),
    "shmget": (29, 194),
    "splice": (275, 76),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "syslog": (103, 116),
    "tee": (276, 77),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "uselib": (134, None),
    "vmsplice": (278, 75),
}
_CALLS = {"clone": (56, 220), "clone3": (435, 435), "socket": (41, 198), "mmap": (9, 222)}
_CALLS |= {"socketpair": (53, 199), "prctl": (157, 167), "fcntl": (72, 25)}
_CALLS |= {"setrlimit": (160, 164), "prlimit64": (302, 261)}
_WITHOUT_CUDA: dict[str, tuple[int | None, int | None]] = {
    "epoll_create": (213, None),
    "epoll_create1": (291, 20),
    "memfd_create": (319, 279),
}
# Without namespaces problems see the same files: they would leave messages in times. Landlock knows
# none of these calls.
_TIMES: dict[str, tuple[int | None, int | None]] = {
    "futimesat": (261, None),
    "utime": (132, None),
    "utimensat": (280, 88),
    "utimes": (235, None),
}
# And where files and processes of the grader have the same user.
_OF_THE_USER: dict[str, tuple[int | None, int | None]] = {
    "chmod": (90, None),
    "chown": (92, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "ioprio_set": (251, 30),
    "lchown": (94, None),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "setpriority": (141, 140),
}
# With the number of the argument that holds the flags.
_SENDS = {"sendto": (44, 206, 3), "sendmsg": (46, 211, 2), "sendmmsg": (307, 269, 3)}
_SIGNALS = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

_LOAD, _JEQ, _JGE, _JSET, _AND, _RET = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_FORBIDDEN = _ERRNO | errno.EPERM
_NEW_NAMESPACES = 0x7E020080
_SHARED_ANONYMOUS = 0x21
_HUGE_PAGES = 0x40000
_AF_UNIX = 1
_MSG_OOB = 1
_LOCKS = (6, 7, 37, 38)  # F_SETLK and F_SETLKW, of a process's and of an open file's
_F_SETLEASE, _F_NOTIFY = 1024, 1026
_NR, _ARCH, _ARG0, _ARG1, _ARG2, _ARG3 = 0, 4, 16, 24, 32, 40
_PR_SET_SECCOMP, _FILTER_MODE = 22, 2
_INSTRUCTION = struct.Struct("<HBBI")
_OPTIONS = (_PR_SET_SECCOMP, 62, 78)  # PR_SCHED_CORE and PR_FUTEX_HASH, too
_RLIMIT_CORE = 4

Instruction = tuple[int, int, int, int]


def _load(place: int) -> Instruction:
    """Load a word of the kernel's description of the call."""
    return (_LOAD, 0, 0, place)


def _if(test: int, value: int, answer: int) -> list[Instruction]:
    """Answer where the word that is loaded passes a test; else go on."""
    return [(test, 0, 1, value), (_RET, 0, 0, answer)]


def _unless(test: int, value: int, answer: int) -> list[Instruction]:
    """Answer where the word that is loaded does not pass a test; else go on."""
    return [(test, 1, 0, value), (_RET, 0, 0, answer)]


def _on(call: int, *parts: Instruction | list[Instruction]) -> list[Instruction]:
    """Go through the parts for one call, and allow it at their end; the call's number is loaded."""
    body = [i for part in parts for i in (part if isinstance(part, list) else [part])]
    return [(_JEQ, 0, len(body) + 1, call), *body, (_RET, 0, 0, _ALLOW)]


def _program(
    column: int, architecture: int, cuda: bool, idle: dict[str, tuple[int | None, int | None]]
) -> Iterator[Instruction]:
    number = {name: numbers[column] for name, numbers in (_CALLS | _SENDS | _SIGNALS).items()}
    yield _load(_ARCH)
    yield from _unless(_JEQ, architecture, _KILL)
    yield _load(_NR)
    if column == 0:  # the x32 calls of x86_64
        yield from _if(_JGE, 0x40000000, _ERRNO | errno.ENOSYS)
    calls = (_REFUSED if cuda else _REFUSED | _WITHOUT_CUDA).values()
    refused = [call for numbers in calls if (call := numbers[column]) is not None]
    for behind, call in zip(reversed(range(len(refused))), refused, strict=True):
        yield (_JEQ, behind, 0 if behind else 1, call)  # all jump to one answer: it is shorter
    yield (_RET, 0, 0, _FORBIDDEN)
    for numbers in idle.values():
        if (call := numbers[column]) is not None:
            yield from _if(_JEQ, call, _ERRNO)
    # A filter cannot see the flags of clone3.
    yield from _if(_JEQ, number["clone3"], _ERRNO | errno.ENOSYS)
    yield from _on(number["clone"], _load(_ARG0), _if(_JSET, _NEW_NAMESPACES, _FORBIDDEN))
    for name in ("socket", "socketpair"):
        others = _unless(_JEQ, _AF_UNIX, _ERRNO | errno.EAFNOSUPPORT)
        yield from _on(number[name], _load(_ARG0), others)
    options = (_if(_JEQ, option, _FORBIDDEN) for option in _OPTIONS)
    yield from _on(number["prctl"], _load(_ARG0), *options)
    yield from _on(number["setrlimit"], _load(_ARG0), _if(_JEQ, _RLIMIT_CORE, _FORBIDDEN))
    others = _unless(_JEQ, 0, _FORBIDDEN) if "setpriority" in idle else []
    yield from _on(
        number["prlimit64"],
        _load(_ARG0),
        others,  # by its process id; 0 is this one
        _load(_ARG1),
        _unless(_JEQ, _RLIMIT_CORE, _ALLOW),
        _load(_ARG2),  # the place of a new limit: none where it is 0, in both halves
        _unless(_JEQ, 0, _FORBIDDEN),
        _load(_ARG2 + 4),
        _unless(_JEQ, 0, _FORBIDDEN),
    )
    # A lease on a file makes its readers wait.
    refused_there = [(command, _FORBIDDEN) for command in (_F_SETLEASE, _F_NOTIFY)]
    if not cuda:
        refused_there += [(command, _ERRNO | errno.ENOLCK) for command in _LOCKS]
    commands = (_if(_JEQ, command, answer) for command, answer in refused_there)
    yield from _on(number["fcntl"], _load(_ARG1), *commands)
    if not cuda:
        yield from _on(
            number["mmap"],
            _load(_ARG3),
            _if(_JSET, _HUGE_PAGES, _FORBIDDEN),
            (_AND, 0, 0, _SHARED_ANONYMOUS),
            _if(_JEQ, _SHARED_ANONYMOUS, _FORBIDDEN),
        )
    for name, (*_, flags) in _SENDS.items():
        urgent = _if(_JSET, _MSG_OOB, _ERRNO | errno.EOPNOTSUPP)
        yield from _on(number[name], _load(_ARG0 + 8 * flags), urgent)
    for name in _SIGNALS:
        oneself = (_if(_JEQ, process, _KILL) for process in (0, 1))
        yield from _on(number[name], _load(_ARG0), *oneself)
    yield (_RET, 0, 0, _ALLOW)


def build_filter(
    cuda: bool = False, shared_files: bool = False, shared_user: bool = False
) -> bytes:
    """Return the filter for this machine's architecture, for `install_filter`.

    Args:
        cuda: allow what a CUDA driver needs (memfd: without it cuInit ends with error 304), and
            what it may need: anonymous shared maps, epolls, locks.
        shared_files: problems see the same files: let calls that change times have no effect.
        shared_user: the grader's own files and processes have the same user as a problem's: nor
            those that change modes and priorities.
    """
    idle = (_TIMES if shared_files else {}) | (_OF_THE_USER if shared_user else {})
    column, architecture = _MACHINES[platform.machine()]
    instructions = _program(column, architecture, cuda, idle)
    return b"".join(_INSTRUCTION.pack(*instruction) for instruction in instructions)


def install_filter(code: bytes) -> None:
    """Install a filter in this process, for good; it needs no_new_privs."""
    program = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HxxxxxxP", len(code) // _INSTRUCTION.size, ctypes.addressof(program))
    buffer = ctypes.create_string_buffer(header, len(header))
    address = ctypes.addressof(buffer)
    installed = libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, address, 0, 0)
    check(installed, "the seccomp filter cannot be installed")
