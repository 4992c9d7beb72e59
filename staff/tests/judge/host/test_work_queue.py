"""Several forks of the judge share a submission's problems."""

import os

import pytest

from cs336_staff.judge.host.work_queue import in_turn, join, parts, queue, taken_from
from tests.harness.plugin.scores import FAILED, PASSED, TestRecord


def test_parts_of_a_submission_make_one_verdict():
    real = {"one": "tensor_bytes", "two": "mfu", "three": "mfu"}
    tests = [TestRecord(id_, real[id_], PASSED, None) for id_ in ("two", "one")]
    scores = join(real, tests, "it ended")
    statuses = {row.problem.id: row.status for row in scores.problems}
    assert statuses == {"tensor_bytes": PASSED, "mfu": FAILED}
    assert scores.tests[-1].text == "it ended"


def test_problems_of_many_tests_come_first():
    problems = {f"test_{name}[{i}]": name for name in "abc" for i in range(ord(name))} | {"x": "d"}
    assert in_turn(problems) == ["c", "b", "a", "d"]
    assert in_turn(problems, first="d") == ["d", "c", "b", "a"]


def test_what_one_process_takes_from_a_queue_no_other_does():
    shared = queue(5)
    one, other = taken_from(shared), taken_from(shared)
    assert [next(one), next(other), next(one), *other] == [0, 1, 2, 3, 4]
    assert list(one) == []
    os.close(shared)


@pytest.mark.parametrize(
    ("at_hand", "active", "waiting", "expected"),
    [
        (2, 1, 0, 3),
        (2, 2, 0, 2),
        (2, 3, 0, 2),
        (2, 3, 1, 1),
        (2, 1, 9, 1),
        (8, 4, 1, 4),
        (8, 9, 0, 3),
    ],
)
def test_a_submission_is_shared_where_cores_would_be_idle(
    monkeypatch, at_hand, active, waiting, expected
):
    monkeypatch.setattr("cs336_staff.judge.host.work_queue.cores", lambda: at_hand)
    assert parts(active, waiting) == expected
