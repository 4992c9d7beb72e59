"""The command `similar`: from uploads or results to a ranking of pairs."""

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from rich.console import Console

from cs336_staff.compare.units import Unit
from cs336_staff.errors import BatchError
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.progress import progress_bar
from cs336_staff.results.record import Results
from cs336_staff.results.run_folder import load_results
from cs336_staff.similar.fingerprints import Fingerprints, of_folder, read_uploads
from cs336_staff.similar.ranking import Pair, rank
from cs336_staff.uploads.discover import find_submissions
from cs336_staff.uploads.platforms import BadUploads

Units = dict[tuple[str, str], Unit]


@dataclass
class Similar:
    """What was found.

    Attributes:
        compared: how many submissions were compared.
        archived: how many archived ones they were compared with.
        pairs: pairs, those with the largest share first.
        units: each submission's functions, by name.
        results: the results of those that have some.
        unread: names that could not be read.
    """

    compared: int
    archived: int
    pairs: list[Pair]
    units: dict[str, Units]
    results: dict[str, Results]
    unread: list[str] = field(default_factory=list)


def given_hashes(more: tuple[Path, ...] = ()) -> set[int]:
    """Return the hashes of what the course gives: the reference, the stubs, and further folders."""
    folders = (SOLUTION, ROOT, *more)
    return {value for folder in folders for own in of_folder(folder).values() for value in own}


def find_similar(
    path: Path, archives: list[Path], distribution: list[Path], console: Console
) -> Similar:
    """Compare all submissions that a path names with each other and with archived ones.

    Args:
        path: a folder of results, or of uploads.
        archives: folders of earlier uploads, and public solutions.
        distribution: further folders that were handed out.
        console: where to show progress.

    Raises:
        BatchError: there is nothing to compare, or an upload is gone.
    """
    results: dict[str, Results] = {}
    if any(path.glob("*/results.json")):
        results = load_results(path)
        uploads = {name: Path(one.extra_data.upload) for name, one in results.items()}
        if gone := [name for name, upload in uploads.items() if not upload.exists()]:
            raise BatchError(f"the uploads of {len(gone)} results are gone, as {gone[0]}'s")
    else:
        uploads = _uploads(path)
    if len(uploads) + len(archives) < 2:
        raise BatchError(f"{path} holds one submission; there is nothing to compare it with")
    earlier = {
        f"{archive}/{name}": upload
        for archive in archives
        for name, upload in _uploads(archive).items()
    }
    given = given_hashes(tuple(distribution))
    units: dict[str, Units] = {}
    unread = []
    hashes: dict[str, Fingerprints] = {}
    everything = {**uploads, **earlier}
    with progress_bar(console, len(everything), "read") as progress:
        reads = zip(everything, read_uploads(everything.values()), strict=True)
        for name, read in progress.track(reads, len(everything), progress.task_ids[0]):
            if read:
                hashes[name], units[name] = read
            else:
                unread.append(name)
    ours = {name: own for name, own in hashes.items() if name in uploads}
    theirs = {name: own for name, own in hashes.items() if name not in uploads}
    pairs = rank(ours, theirs, given)
    return Similar(len(ours), len(theirs), pairs, units, results, unread)


def _uploads(path: Path) -> dict[str, Path]:
    """Return the uploads by name; a name that several have gets a number, as in results."""
    try:
        found = find_submissions(path)
    except BadUploads as error:
        raise BatchError(str(error)) from error
    wanted, uploads = {upload.name for upload in found}, dict[str, Path]()
    for upload in found:
        numbered = (f"{upload.name}-{number}" for number in count(2))
        free = (name for name in numbered if name not in wanted | uploads.keys())
        uploads[upload.name if upload.name not in uploads else next(free)] = upload.path
    return uploads
