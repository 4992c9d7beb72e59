"""A pytest plugin that runs the chosen tests once for each of several seeds.

The tests are collected once. Each seed then has a fork of its own, so that no run sees what another
did, and writes its own scores: those of seed 7 to the file of --scores with ".7" after its name.
"""

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --seeds, which takes the place of --seed."""
    parser.addoption("--seeds", help="the seeds, with commas")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in a fork for each seed, one after the other."""
    option = session.config.option
    for seed in map(int, option.seeds.split(",")):
        child = os.fork()
        if child == 0:
            option.seed, option.scores = seed, f"{option.scores}.{seed}"
            session.config.add_cleanup(lambda: os._exit(0))
            return None
        os.waitpid(child, 0)
    return True
