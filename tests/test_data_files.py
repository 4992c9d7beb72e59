"""Files of tokens: written whole or not at all, opened without being read. Handout §8.2."""

import os

import numpy as np
import pytest

from tests.harness.checks.checkpoint_files import sparse_tokens
from tests.harness.checks.errors import assert_raises, error_of
from tests.harness.expected.checkpoint import ATOMIC, PATH_LIKE
from tests.harness.expected.data import assert_opened, assert_token_file, token_bytes
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.models import PathOnly

pytestmark = pytest.mark.problem("token_file")

DTYPES = ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64")
NEVER = 10**6  # the number of a file event that no write reaches
NO_STRAY = "remove the unfinished file, whatever was raised"
READS = "open the file, and read nothing but what tells a .npy file from another"


def _tokens(rng, dtype, count):
    """Return tokens of a dtype, its smallest and its largest one among them."""
    limits = np.iinfo(dtype)
    tokens = rng.numpy.integers(limits.min, limits.max, size=count, dtype=dtype, endpoint=True)
    tokens[rng.integer(1, count // 2 - 1)] = limits.min
    tokens[rng.integer(count // 2, count - 2)] = limits.max
    return tokens


def test_token_file_of_every_integer_dtype(adapters, rng, tmp_path):
    for dtype in DTYPES:
        path = tmp_path / f"{dtype}.bin"
        tokens = _tokens(rng, dtype, rng.integer(30, 90))
        adapters.run_write_tokens(tokens, path, rng.choice([dtype, np.dtype(dtype)]))
        assert_token_file(path, tokens, dtype)
        opened = adapters.run_open_tokens(path, np.dtype(dtype).type)
        assert_opened(opened, tokens, token_bytes(tokens, dtype), f"a file of {dtype}")


def test_token_file_of_arrays_of_other_dtypes_lists_and_tuples(adapters, rng, tmp_path):
    path = tmp_path / "tokens.bin"
    earlier = b""
    for dtype, given, form in (
        ("uint16", "int64", lambda tokens: tokens),
        ("int8", "int8", lambda tokens: np.repeat(tokens, 3)[::3]),
        ("uint64", "uint8", list),
        ("int32", "int64", lambda tokens: tokens.tolist()),
        ("uint16", "int64", lambda tokens: tuple(tokens.tolist())),
        (">u2", "int64", lambda tokens: tokens),
    ):
        tokens = rng.numpy.integers(0, 120, size=rng.integer(20, 90)).astype(given)
        adapters.run_write_tokens(form(tokens), str(path), dtype)
        assert_token_file(path, tokens, dtype, earlier=earlier)
        earlier = token_bytes(tokens, dtype)
    what = "with an object as its path that has __fspath__ alone"
    write = adapters.observed(working_folder=str(tmp_path)).run_write_tokens
    if error := error_of(write(tokens[::-1], PathOnly(str(path)), "uint16")):
        fail(f"{what}, write_tokens failed: {describe_error(error)}", PATH_LIKE)
    if path.read_bytes() == earlier:
        fail(f"{what}, write_tokens left the earlier file in its place", PATH_LIKE)
    assert_token_file(path, tokens[::-1], "uint16")


def _assert_refused(adapters, path, tokens, dtype, mentions, when):
    """Assert an error that leaves the file as it was, or none, and no other file."""
    before = path.read_bytes() if path.exists() else None
    assert_raises(
        lambda: adapters.run_write_tokens(tokens, path, dtype), mentions=mentions, when=when
    )
    _assert_as_before(path, before, when)


def _assert_as_before(path, before, when):
    now = path.read_bytes() if path.is_file() else None
    if before is not None and now != before:
        fail(f"when {when}, the earlier file is lost", ATOMIC)
    if before is None and now is not None:
        fail(f"when {when}, the call left {path.name} behind", ATOMIC)
    if stray := sorted({file.name for file in path.parent.iterdir()} - {path.name}):
        fail(f"when {when}, the call left {', '.join(stray)} behind", NO_STRAY)


def test_token_file_refuses_tokens_that_the_dtype_cannot_hold(adapters, rng, tmp_path):
    path = tmp_path / "tokens.bin"
    for dtype in DTYPES:
        limits = np.iinfo(dtype)
        beyond = rng.integer(1, min(limits.max, 2**62))
        for token in (limits.min - 1, limits.min - beyond, limits.max + 1, limits.max + beyond):
            if not -(2**63) <= token < 2**64:
                continue  # NumPy has no integers to hold it
            tokens = rng.numpy.integers(0, 99, size=9).astype("int64" if token < 0 else "uint64")
            tokens[rng.integer(0, 8)] = token
            for form in (tokens, tokens.tolist() if token < 2**63 else tokens[::-1]):
                when = f"a token is {token}, and dtype {dtype}"
                _assert_refused(adapters, path, form, dtype, [token], when)
        if dtype == "int16":  # from now on there is an earlier file
            path.write_bytes(rng.numpy.bytes(50))


def test_token_file_refuses_what_is_no_row_of_integers(adapters, rng, tmp_path):
    path = tmp_path / "tokens.bin"
    numbers = rng.numpy.integers(0, 99, size=6)
    for earlier in (None, b"earlier"):
        if earlier:
            path.write_bytes(earlier)
        for dtype in ("float64", "float32", "float16"):
            for form in (numbers.astype(dtype), (numbers + 0.5).astype(dtype)):
                when = f"tokens are an array of {dtype}"
                _assert_refused(adapters, path, form, "uint16", [], when)
        for form in (numbers + 0.5, numbers.astype(float), numbers.astype(str)):
            when = f"tokens are a list such as {form.tolist()[:2]}"
            _assert_refused(adapters, path, form.tolist(), "int64", [], when)
        when = "tokens have two dims"
        mentions = ["token", numbers[0]]
        _assert_refused(adapters, path, numbers.reshape(2, 3), "int64", mentions, when)


@pytest.mark.posix
def test_token_file_survives_a_full_disk(adapters, rng, tmp_path):
    path = tmp_path / "tokens.bin"
    tokens = _tokens(rng, "uint16", 30_000)  # more than a file object collects
    earlier = token_bytes(tokens[:50], "uint16")
    for before in (None, earlier):
        if before:
            path.write_bytes(before)
        for limit in (0, rng.integer(1, 30_000), 2 * len(tokens) - 1):
            seen = adapters.observed(file_size_limit=limit).run_write_tokens(tokens, path, "uint16")
            what = f"the disk was full after {limit} bytes"
            if error_of(seen) is None:
                hint = "ndarray.tofile does not notice it; a write without a buffer may take less"
                fail(f"{what}, but write_tokens returned as if all were well", hint)
            _assert_as_before(path, before, what)


@pytest.mark.posix
def test_token_file_survives_a_kill(adapters, rng, tmp_path):
    path, tokens = tmp_path / "tokens.bin", _tokens(rng, "uint32", 20_000)
    before, after = rng.numpy.bytes(64), token_bytes(tokens, "uint32")
    adapters.run_write_tokens(tokens, path, "uint32")  # what fails without a kill says so itself
    for when in ({"file_size_limit": 40_000}, *({"kill_at": n} for n in (*range(12), NEVER))):
        path.write_bytes(before)
        seen = adapters.observed(in_child=True, **when).run_write_tokens(tokens, path, "uint32")
        if seen.error is not None:
            hint = "nothing that a killed write left behind may be in the way of the next one"
            fail(
                f"after the process was killed during a write, the next failed: {seen.error}", hint
            )
        content = path.read_bytes() if path.is_file() else None
        if content not in (before, after):
            fail(
                "the process was killed during a write, and the file is neither old nor new", ATOMIC
            )
        if not seen.killed and "kill_at" in when:
            if content != after:
                fail("write_tokens returned, and the file is still the earlier one")
            break
    else:
        fail("the process ended by a kill during a write, and nothing killed it")
    path.write_bytes(before)
    adapters.run_write_tokens(tokens, path, "uint32")
    assert_token_file(path, tokens, "uint32", when="writing again after the process was killed")


def test_token_file_is_never_written_into_the_earlier_one(adapters, rng, tmp_path):
    # A hard link to the earlier file shows whether it is ever written to.
    for suffix in (".bin", ".tmp", ".new", ".part"):
        path, link = tmp_path / f"tokens{suffix}", tmp_path / "link"
        for elsewhere in (False, True) if suffix == ".bin" else (False,):
            before, tokens = rng.numpy.bytes(40), _tokens(rng, "uint16", 30)
            path.write_bytes(before)
            os.link(path, link)
            write = adapters.observed(other_tmp_device=elsewhere).run_write_tokens
            where = "with temporary files on another device, " if elsewhere else ""
            error = write(tokens, path, "uint16").error
            if error and not elsewhere:
                raise error
            if error:
                fail(f"{where}writing failed: {describe_error(error)}", ATOMIC)
            if link.read_bytes() != before:
                fail(f"{where}write_tokens wrote into the earlier {path.name}", ATOMIC)
            link.unlink()
            if stray := set(os.listdir(tmp_path)) - {path.name}:
                fail(f"{where}write_tokens left {', '.join(stray)} behind", "leave no other file")
            assert_token_file(path, tokens, "uint16", when=f"{where}after the call")
        path.unlink()


def test_token_file_opens_npy_files_behind_their_header(adapters, rng, tmp_path):
    for name, version in (("tokens.npy", (1, 0)), ("tokens.bin", (1, 0)), ("new.npy", (2, 0))):
        dtype, path = rng.choice(DTYPES[2:]), tmp_path / name
        tokens = _tokens(rng, dtype, rng.integer(30, 90))
        with open(path, "wb") as file:
            np.lib.format.write_array(file, tokens, version)
        if name == "tokens.bin":
            path.write_bytes(_with_shorter_header(path.read_bytes()))
        content = path.read_bytes()
        opened = adapters.run_open_tokens(str(path), dtype)
        assert_opened(opened, tokens, content, f"a .npy file named {name}")
        wrong = rng.choice([other for other in DTYPES if other != dtype])
        same_width = dtype.removeprefix("u") if dtype[0] == "u" else f"u{dtype}"
        for other in (wrong, same_width):
            _assert_not_opened(adapters, path, other, [{dtype, path.name, "npy"}, other])
    raw = tmp_path / "raw.npy"  # tokens without a header, whatever the name
    raw.write_bytes(token_bytes(tokens, dtype))
    opened = adapters.run_open_tokens(raw, dtype)
    assert_opened(opened, tokens, raw.read_bytes(), "a file of tokens named raw.npy")


def _with_shorter_header(content):
    """Return a .npy file of version 1.0 with a header of 80 bytes, as older NumPys write it."""
    header, tokens = content[10:128], content[128:]
    shorter = header.rstrip().ljust(80 - 10 - 1) + b"\n"
    return content[:8] + len(shorter).to_bytes(2, "little") + shorter + tokens


def _assert_not_opened(adapters, path, dtype, mentions):
    content = path.read_bytes()
    when = f"{path.name} has {len(content)} bytes and dtype is {dtype}"
    if content.startswith(np.lib.format.MAGIC_PREFIX):
        when = f"{path.name} is a .npy file of another dtype than {dtype}"
    assert_raises(lambda: adapters.run_open_tokens(path, dtype), mentions=mentions, when=when)


def test_token_file_refuses_a_file_that_ends_within_a_token(adapters, rng, tmp_path):
    for dtype in DTYPES[2:]:
        path, width = tmp_path / f"{dtype}.bin", np.dtype(dtype).itemsize
        for size in (width * rng.integer(2, 30) + width // 2, width - 1):
            path.write_bytes(rng.numpy.bytes(size - 1) + b"1")
            _assert_not_opened(adapters, path, dtype, [{size, width, dtype, path.name}])


@pytest.mark.posix
def test_token_file_of_a_terabyte_is_not_read(adapters, rng, sparse_path, not_run):
    path, places = sparse_path / "tokens.bin", np.array([0, 2**35 + rng.integer(1, 99), 2**39 - 1])
    marks = rng.numpy.integers(1, 2**16, size=3)
    smaller = sparse_path / "smaller.bin"
    try:
        sparse_tokens(smaller, 2**24, np.uint16, places[:1], marks[:1])
        sparse_tokens(path, 2**39, np.uint16, places, marks)
    except OSError as error:
        not_run(f"no sparse file of 1 TB can be made here: {error}")
    try:
        for file, count in ((smaller, 2**24), (path, 2**39)):
            seen = adapters.observed(python_memory=True).run_open_tokens(file, "uint16")
            opened, size = seen.value, 2 * count
            read = max(seen.mapped_bytes or 0, seen.python_peak_bytes)
            if read > 2**20:
                fail(f"of a file of {size} bytes, {read} were read to open it", READS)
            if opened.shape != (count,) or type(opened) is not np.memmap:
                got = f"{type(opened).__name__} of shape {opened.shape}"
                fail(f"expected an np.memmap of shape {(count,)}, got a {got}")
        if opened[places].tolist() != marks.tolist():
            fail(f"tokens {places.tolist()} are {marks.tolist()}, got {opened[places].tolist()}")
    finally:
        path.unlink()
        smaller.unlink()


def test_token_file_is_not_changed_by_opening(adapters, rng, tmp_path):
    path, tokens = tmp_path / "tokens.bin", _tokens(rng, "int32", 40)
    path.write_bytes(token_bytes(tokens, "int32"))
    path.chmod(0o444)
    adapters.run_open_tokens(path, "int32")
    if path.read_bytes() != token_bytes(tokens, "int32") or os.listdir(tmp_path) != [path.name]:
        fail("opening the file changed it, or left another one")
