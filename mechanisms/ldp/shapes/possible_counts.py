"""These checks say which counts a number of reports can have; every shape states its own rule with them."""

from mechanisms.ldp.shapes.channel import Counts


def check_each(counts: Counts, least: int, most: int) -> None:
    """Raises ValueError unless every count lies between the two."""
    for count in (int(counts.min()), int(counts.max())):
        if not least <= count <= most:
            raise ValueError(f"a count is {count}; here each lies in [{least}, {most}]")


def check_sum(counts: Counts, reports: int, *, each: int) -> None:
    """Raises ValueError unless the counts add up to `each` times the reports."""
    if int(counts.sum()) != each * reports:
        raise ValueError(
            f"the counts add up to {int(counts.sum())}; {reports} reports that support {each} each add up to "
            f"{each * reports}"
        )


def check_sum_beside(counts: Counts, reports: int, *, each: int, hidden: int) -> None:
    """The rule of `check_sum` where `hidden` more counts are not known, each of which is at most the reports."""
    total, least = int(counts.sum()), max(0, each - hidden) * reports
    if not least <= total <= each * reports:
        raise ValueError(
            f"the counts add up to {total}; {reports} reports that support {each} each, some of them dummies, "
            f"add up to {least} to {each * reports}"
        )
