"""These budgets say what two tables joined by a key cost a parent and a child, and how rho is divided to cover both."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from mechanisms.accounting.zcdp import Cost, down, up


@dataclass(frozen=True, kw_only=True)
class DividedRho:
    """This is a division of rho between the models of parents and of children. `of_parents` is what the parents' model
    spends at most; `of_children` what the children's costs a parent with all its children, so that its model spends at
    most `of_children` / `most` squared."""

    of_parents: Decimal
    of_children: Decimal
    most: int

    @property
    def of_a_child_row(self) -> Decimal:
        """Returns what the model of children spends, rounded as `joined.fitted_joined` rounds it."""
        return down(Fraction(self.of_children) / self.most**2)

    @property
    def for_a_parent(self) -> Cost:
        """Returns the cost for all rows of one key, or for one row of the parents: a counted parent, and up to `most`
        children."""
        return _cost(Fraction(self.of_parents) + Fraction(self.of_children))

    @property
    def for_a_child(self) -> Cost:
        """Returns the cost for one row of the children.

        Its parent's number moves, so that two rows of the counted parents differ and a counted child is there or not;
        or two counted children differ. Of two rows it is four times the rho of one (Bun and Steinke 2016,
        arXiv:1605.02065, proposition 1.9).
        """
        parents, of_a_row = Fraction(self.of_parents), Fraction(self.of_a_child_row)
        return _cost(max(4 * parents + of_a_row, 4 * of_a_row))


def even_share(most: int) -> Fraction:
    """Returns the share of the parents' model at which a parent with all its children and a single child lose the same.

    Then what both accounts are charged is wasted on neither. With one child a parent the child always loses more; then
    it is the share for which the child loses least. With s for the parents of 1 in all they are equal where
    1 = 4s + (1 - s) / most^2.
    """
    return Fraction(most**2 - 1, 4 * most**2 - 1) if most > 1 else Fraction(3, 7)


def divided(rho: Decimal, *, most: int, share_of_parents: Fraction) -> DividedRho:
    """Divides rho between the two models, such that neither a parent nor a child loses more than `rho`. Errors:
    ValueError for a share that is not between 0 and 1."""
    if not 0 < share_of_parents < 1:
        raise ValueError(f"the share of the parents is {share_of_parents}; it is between 0 and 1")
    of_a_row = (1 - share_of_parents) / most**2
    worst = max(Fraction(1), 4 * share_of_parents + of_a_row, 4 * of_a_row)
    whole = Fraction(rho) / worst
    return DividedRho(
        of_parents=down(whole * share_of_parents), of_children=down(whole * (1 - share_of_parents)), most=most
    )


@dataclass(frozen=True, kw_only=True)
class DividedReport:
    """This is the division of the budget that measures rows of two tables: `both` for all that is counted once a
    parent, and once a child. `of_siblings` is the part of the parents' that measures which two children are siblings,
    counted once a parent too."""

    both: DividedRho
    of_siblings: Decimal

    @property
    def of_parents(self) -> Decimal:
        return self.both.of_parents - self.of_siblings

    @property
    def for_a_parent(self) -> Cost:
        return self.both.for_a_parent

    @property
    def for_a_child(self) -> Cost:
        """Returns the cost of `both`, or of taking another's place: two counted children, and among siblings two
        parents."""
        instead = 4 * Fraction(self.of_siblings) + 4 * Fraction(self.both.of_a_child_row)
        return _cost(max(Fraction(self.both.for_a_child.rho), instead))


def divided_report(rho: Decimal, *, most: int, with_siblings: bool) -> DividedReport:
    """Returns the division by the even share, and a quarter of the parents' for siblings, which adds nothing to a
    child.

    With r for 4 most^2 - 1, the parents have (most^2 - 1) / r of 1 and a child's row has 3 / r. A child whose row takes
    another's place loses (most^2 - 1) / r + 12 / r, which is at most 1 from two children a parent on; fewer have no
    siblings. Errors: ValueError for siblings of an only child.
    """
    if with_siblings and most < 2:
        raise ValueError("of one child a parent there are no siblings")
    both = divided(rho, most=most, share_of_parents=even_share(most))
    of_siblings = down(Fraction(both.of_parents) / 4) if with_siblings else Decimal(0)
    return DividedReport(both=both, of_siblings=of_siblings)


def _cost(rho: Fraction) -> Cost:
    return Cost(rho=up(rho), delta=Decimal(0), epsilon=None)
