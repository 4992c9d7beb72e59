"""Load the harness: options, markers, fixtures, scoring and the summary table."""

import gc

import tests.dependencies  # noqa: F401

gc.disable()  # until tests are collected: importing torch makes many objects and no garbage

pytest_plugins = ["tests.harness.plugin.options"]  # it loads the other plugins
