"""Load the harness: options, markers, fixtures, scoring and the summary table."""

import gc

import tests.needed  # noqa: F401

gc.disable()  # until tests are collected: what loading torch makes stays, none of it is garbage

pytest_plugins = ["tests.harness.plugin.options"]  # which loads the others
