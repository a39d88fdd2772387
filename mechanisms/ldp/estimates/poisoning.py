"""Poisoning is the sending of false reports; these functions bound how far it can push an estimate."""

from collections.abc import Sequence

from mechanisms.ldp.estimates.margin import Margin


def made_up_share(share_made_up: float, inclusion: float) -> float:
    """Returns the largest share of false reports in one block, given their share of all reports.

    Honest phones send the block with the chance `inclusion`; whoever makes up reports chooses the draw, and so always
    sends it: b / (b + (1 - b) inclusion).
    """
    return share_made_up / (share_made_up + (1 - share_made_up) * inclusion) if share_made_up else 0.0


def furthest_push(margins: Sequence[Margin], share_made_up: float) -> tuple[float, float]:
    """Returns how far, in expectation, the share-pooled estimate of any answer can be pushed (up, down).

    A share b of the reports is chosen freely, level included, instead of being drawn from honest answers. Whatever its
    level, a report carries the weight 1/n, and moves the estimate of an answer by (S - q) / (p - q) of it. Honest
    reports move it by the answer's share f in the mean, so freely chosen ones add at most
    b ((1 - q) / (p - q) - f) <= b (1 - q) / (p - q), and take away at most b (q / (p - q) + f) <= b p / (p - q);
    the level for which that is largest counts. For an answer made of several of the field's answers, S is at most the
    number of bits one report can set.
    Source: Cao, Jia, Gong, USENIX Security 2021 (maximal gain, one target); Cheu, Smith, Ullman, S&P 2021.
    """
    if not 0 <= share_made_up <= 1:
        raise ValueError(f"the share of made-up reports is {share_made_up}; it lies in [0, 1]")
    up = max((margin.most - margin.outside) / margin.stretch for margin in margins)
    down = max(margin.outside / margin.stretch + 1 for margin in margins)
    return share_made_up * up, share_made_up * down
