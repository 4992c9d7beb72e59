"""problem: num_parameters

Goes two levels down: the model, its children and theirs.
"""


def num_parameters(model):
    children = list(model.children())
    modules = [model, *children, *(inner for child in children for inner in child.children())]
    sizes = {id(p): p.numel() for m in modules for p in m.parameters(recurse=False)}
    return sum(sizes.values())
