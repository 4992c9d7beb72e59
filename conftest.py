"""Load the harness: options, markers, fixtures, scoring and the summary table."""

pytest_plugins = ["tests.harness.plugin"]
