"""A class whose grading is killed again and again."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from support.made_class import count_gradings, grade_made, write_submission

from staff.benchmarks.class_run import kill_tree


def test_killed_at_random_moments_the_grades_are_those_of_an_undisturbed_run(tmp_path):
    counts = {}
    for number in range(24):
        name = f"s{number}"
        counts[name] = tmp_path / f"{name}.count"
        orders = ["judge: sleep 0.05", f"judge: count {counts[name]}"]
        orders += ["verdict: adam=failed"] * (number % 3 == 0)
        write_submission(tmp_path / "up" / name, *orders)
    (tmp_path / "up" / "broken.zip").write_bytes(b"PK")
    grade_made(tmp_path / "up", tmp_path / "calm")
    for file in counts.values():
        file.unlink()

    def finished():
        done = [path.parent.name for path in (tmp_path / "out").glob("*/results.json")]
        return {name: count_gradings(file) for name, file in counts.items() if name in done}

    code = "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
    code += "from support.made_class import made_judge\n"
    code += "from cs336_staff.grading.batch import grade_class\n"
    code += "from cs336_staff.uploads.discover import find_submissions\n"
    code += "grade_class(find_submissions(Path(sys.argv[2])), Path(sys.argv[3]),"
    code += " make_judge=made_judge, seed=7, jobs=2)"
    folders = [Path(__file__).parents[1], tmp_path / "up", tmp_path / "out"]
    command = [sys.executable, "-c", code, *map(str, folders)]
    chance = random.Random(5)
    kills = [0, 2, 1, 3, 1]  # after so many more are said to be done, and a moment
    for lines in kills:
        before = finished()
        with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
            assert run.stdout.readline().endswith(b"to grade\n")  # the imports are behind it
            for _ in range(lines):
                run.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            kill_tree(run.pid)
        assert finished().items() >= before.items()  # none is lost, and none graded twice
        for path in (tmp_path / "out").glob("*/results.json"):
            json.loads(path.read_bytes())  # whole
    before = finished()
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    assert finished().items() >= before.items() and len(before) >= sum(kills) - 1
    assert sum(finished().values()) <= len(counts) + 2 * len(kills)  # those that a kill was in
    calm, killed_often = (tmp_path / out / "grades.csv" for out in ("calm", "out"))
    assert calm.read_bytes() == killed_often.read_bytes()
    assert not list((tmp_path / "out").glob(".grades*"))
