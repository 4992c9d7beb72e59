"""q is scaled out of place first; math.sqrt; short names, T among them."""

import math
import einops as E


def attention_scores(q, k):
    *B, T, d = q.shape
    t, H = k.shape[-2], 1 / math.sqrt(d)
    view = E.einsum(q * H, k, "... q d, ... k d -> ... q k")
    assert view.shape[-2:] == (T, t)
    return view
