"""problem: accumulated_step
hint: retain no graph

Keeps each graph until the next one is made.

replace: loss.backward()
with: loss.backward(retain_graph=True)
"""
