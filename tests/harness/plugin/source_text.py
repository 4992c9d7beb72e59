"""A module's text, as Python itself reads it."""

import io
import tokenize


def source_text(data: bytes) -> str:
    """Return the text of a module's bytes.

    Python looks for line ends before it decodes a module, and for no others after: a reader that
    did otherwise could take what runs for a comment.

    Raises:
        SyntaxError: the encoding is none, or not that of the bytes.
        LookupError: it is none of a text.
        ValueError: the bytes are of another encoding, or there are line ends in disguise.
    """
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = data.decode(encoding)
    if "\r" in text:
        raise ValueError(f"a line ends in {encoding} alone")
    return text
