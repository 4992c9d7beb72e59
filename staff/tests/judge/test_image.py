"""The image of staff/containers grades, as root and as an ordinary user."""

import json
import shutil

import pytest
from support.container import Image
from support.points import ON_CPU

from cs336_staff.judge.host.protection import LANDLOCK, USERS
from cs336_staff.paths import SOLUTION


@pytest.mark.timeout(900)
def test_the_image_gives_the_reference_all_points(clone, tmp_path):
    shutil.rmtree(clone / ".git")
    uploads = shutil.copytree(SOLUTION, tmp_path / "uploads" / "reference").parent
    image = Image(tmp_path, clone)
    try:
        for user, level in ((0, USERS), (1000, LANDLOCK)):
            results = tmp_path / f"results-{user}"
            results.mkdir()
            results.chmod(0o777)
            volumes = (
                f"--volume={uploads}:/class/uploads:ro",
                f"--volume={results}:/class/results",
            )
            options = (*volumes, f"--user={user}:{user}")
            image.run("grade", "uploads", "--out", "results", options=options)
            found = json.loads((results / "reference" / "results.json").read_text())
            assert found["extra_data"]["protection"] == level.description
            assert found["score"] == ON_CPU, found["tests"]
    finally:
        image.remove()
