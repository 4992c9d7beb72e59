"""The small pytest plugin that the suite stands on: options.py comes first, then plugin.py.

- A run: options, plugin, end_of_run, handed_in, problems, compiler, failure, limits, scores,
  summary.
- A run after each save: changes, keys, progress, warm, warm_process; they serve tests/watch.py.
- A call of an adapter: rng, submission, own_modules, conditions, generators, switches, faults,
  delays, places, trace, ledger, python_memory.
- What came back: compare, raises, describe, losses, chance, files.
- An answer's source: source_text, source_rules, uses, methods, names, idioms, in_sight, imports.
  What moves axes in it: axes, calls.
- A device: cuda, devices, timing, and steps, the harness's own work that others' is compared with.
- Strides: views, mistaken_views. Weights: truncated_normal. Batches: batches.
- Optimizers: optimizers, updates, mistaken_updates, mistaken_adam, mistaken_eps, compare_updates.
- Models and other arguments: models. Checkpoints: checkpoint_runs. Mixed precision: mixed_steps.
- Training: training_runs, training_losses, passes.
"""
