"""The points that a submission can earn on any machine, and those that need a device."""

from tests.harness.plugin.problems import load_problems

ON_CPU = sum(problem.points for problem in load_problems().values() if not problem.cuda)
ON_CUDA = sum(problem.points for problem in load_problems().values() if problem.cuda)
