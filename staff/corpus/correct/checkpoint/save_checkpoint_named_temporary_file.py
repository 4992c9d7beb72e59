"""tempfile.NamedTemporaryFile beside the destination."""

import tempfile


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = dict(
        model_state_dict=model.state_dict(),
        optimizer_state_dict=optimizer.state_dict(),
        iteration=int(iteration),
    )
    if not isinstance(out, (str, os.PathLike)):
        torch.save(obj=checkpoint, f=out)
        return
    folder = os.path.dirname(os.path.abspath(out))
    file = tempfile.NamedTemporaryFile("wb", dir=folder, prefix=".saving-", delete=False)
    try:
        with file:
            torch.save(obj=checkpoint, f=file)
        os.replace(file.name, out)
    except BaseException:
        os.unlink(file.name)
        raise


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location=torch.device("cpu"), weights_only=True)
    expected = model.state_dict()
    saved = checkpoint["model_state_dict"]
    missing = [key for key in expected if key not in saved]
    unexpected = [key for key in saved if key not in expected]
    if missing or unexpected:
        raise KeyError(f"missing keys: {missing}; unexpected keys: {unexpected}")
    shapes = [key for key in expected if expected[key].shape != saved[key].shape]
    if shapes:
        raise RuntimeError(f"shapes differ for {shapes}")
    optimizer.load_state_dict(checkpoint["optimizer_state_dict"])
    model.load_state_dict(saved, strict=True)
    return checkpoint["iteration"]
