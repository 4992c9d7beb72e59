"""A real Slurm for tests: munge, a controller and nodes, on loopback, as root without cgroups."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONF = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000
MpiDefault=none
ReturnToService=2
MinJobAge=2
KillWait=2
CompleteWait=0
PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE
"""
NODE = """\
NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={memory}
"""


def why_no_slurm() -> str:
    """Return why Slurm cannot run here; "" if it can."""
    missing = [
        name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)
    ]
    if missing:
        return f"not installed: {', '.join(missing)}"
    return "" if os.getuid() == 0 else "Slurm's daemons need root"


@contextmanager
def running_slurm(number_of_nodes: int = 1) -> Iterator[list[str]]:
    """Start munge, a controller and nodes that share this machine, and set SLURM_CONF.

    Yields:
        The nodes' names. At the end all daemons and jobs are stopped.
    """
    folder = Path(tempfile.mkdtemp(prefix="slurm", dir="/var/tmp"))
    folder.chmod(0o755)
    (folder / "munge.key").write_bytes(os.urandom(1024))
    (folder / "munge.key").chmod(0o600)
    (folder / "state").mkdir()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20 - 1
    cpus = os.cpu_count() or 1
    host = socket.gethostname().split(".")[0]
    nodes = [f"node{number}" for number in range(1, number_of_nodes + 1)]
    share = {"cpus": max(1, cpus // len(nodes)), "memory": memory // len(nodes)}
    port, *ports = _free_ports(1 + len(nodes))
    conf = folder / "slurm.conf"
    conf.write_text(
        CONF.format(folder=folder, host=host, port=port)
        + "".join(
            NODE.format(name=name, host=host, port=own, **share)
            for name, own in zip(nodes, ports, strict=True)
        )
    )
    os.environ["SLURM_CONF"] = str(conf)
    munged = ["munged", "--foreground", "--force", f"--key-file={folder}/munge.key"]
    munged += [f"--{name}-file={folder}/munge.{name}" for name in ("pid", "seed", "log")]
    daemons = []
    try:
        for command in (
            [*munged, f"--socket={folder}/munge.socket"],
            ["slurmctld", "-D", "-f", str(conf)],
            *(["slurmd", "-D", "-f", str(conf), "-N", name] for name in nodes),
        ):
            log = (folder / f"{command[0]}-{len(daemons)}.out").open("wb")
            daemons.append(subprocess.Popen(command, stdout=log, stderr=log))
            if command[0] == "munged":
                _wait_for((folder / "munge.socket").exists, "munged", folder)
        idle = ["sinfo", "-h", "-t", "idle", "-o", "%D"]
        _wait_for(lambda: slurm(*idle) == str(len(nodes)), "a node", folder)
        yield nodes
    finally:
        slurm("scancel", "--user=root")
        with_jobs = time.monotonic() + 10
        while slurm("squeue", "-h") and time.monotonic() < with_jobs:
            time.sleep(0.2)
        for daemon in reversed(daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        del os.environ["SLURM_CONF"]
        shutil.rmtree(folder, ignore_errors=True)


def slurm(*command: str) -> str:
    """Run a command of Slurm; return its output."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _wait_for(condition, what, folder) -> None:
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            logs = "\n".join(file.read_text()[-2000:] for file in folder.glob("*.out"))
            raise RuntimeError(f"{what} did not start:\n{logs}")
        time.sleep(0.1)


def _free_ports(number: int) -> list[int]:
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
