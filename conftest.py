"""Load the harness: options, markers, fixtures, scoring and the summary table."""

import gc

import pytest

import tests.dependencies  # noqa: F401

gc.disable()  # until tests are collected: importing torch makes many objects and no garbage


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the harness; `pytest_plugins` would be an error where a parent folder is open."""
    pluginmanager.import_plugin("tests.harness.plugin.options")  # it loads the other plugins
