"""problem: adagrad
hint: did not move

Updates the first parameter of each param group.

replace: for group, params, grads in _updates(self):
with: for group, params, grads in _updates(self):
with:     params, grads = params[:1], grads[:1]
"""
