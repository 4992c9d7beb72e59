"""One flat dict with prefixes; the iteration as text."""


def save_checkpoint(model, optimizer, iteration, out):
    flat = {f"model/{name}": value for name, value in model.state_dict().items()}
    flat |= {"optimizer": optimizer.state_dict(), "meta": str(operator.index(iteration))}
    if hasattr(out, "write"):
        torch.save(flat, out)
        return
    with _replacing(out) as file:
        torch.save(flat, file)


def load_checkpoint(src, model, optimizer):
    flat = torch.load(src, map_location="cpu", weights_only=True)
    weights = {k.removeprefix("model/"): v for k, v in flat.items() if k.startswith("model/")}
    _check_fit(model.state_dict(), weights)
    optimizer.load_state_dict(flat["optimizer"])
    model.load_state_dict(weights)
    return int(flat["meta"])
