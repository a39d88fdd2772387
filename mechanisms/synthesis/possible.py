"""These functions say whether the declared impossible combinations leave anything possible, before a budget is
spent.
"""

import numpy as np

from mechanisms.synthesis.beliefs import IMPOSSIBLE, propagate, spread
from mechanisms.synthesis.domain import Domain
from mechanisms.synthesis.junction_tree import cells_needed, junction_tree


def cells_of_rules(domain: Domain) -> int:
    """Returns how many cells a model holds for its attributes and impossible combinations alone."""
    return cells_needed(domain.sizes, [rule.attributes for rule in domain.impossible])


def leaves_something(domain: Domain) -> bool:
    """Returns whether some combination of values breaks no rule. It takes time and memory as `cells_of_rules` says: ask
    that first."""
    tree = junction_tree(domain.sizes, [rule.attributes for rule in domain.impossible])
    weights = [np.zeros([tree.sizes[attribute] for attribute in clique]) for clique in tree.cliques]
    for rule in domain.impossible:
        home = tree.home_of(rule.attributes)
        cannot = np.where(rule.cells, IMPOSSIBLE, 0.0)
        weights[home] = weights[home] + spread(cannot, rule.attributes, tree.cliques[home])
    _, total = propagate(tree, weights)
    return bool(total >= IMPOSSIBLE / 2)
