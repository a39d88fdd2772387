"""A list of draws for each level says which blocks of a report a phone sends; one word chooses a draw.

Splitting an epsilon over q questions costs about q squared in people, drawing some of them by lot costs q. A block may
be drawn more often than another, so that each meets its own half-width with the same people.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from itertools import accumulate, pairwise

from surveys.drafts.sections import Section
from surveys.drafts.sending import MOST_SENT

CIRCLE = 2**32  # The weights of a level's draws add up to this: every value of one word chooses a draw.
MOST_DRAWS = 255  # A level has at most this many draws.
LEAST_INCLUSION = 200  # At least one draw in this many holds a given block.
MILLIONTH = Decimal("0.000001")  # Definitions write an epsilon to six decimals.

# A function from an epsilon to the number of reports that a block needs for its own half-width.
Needs = Callable[[Decimal], float]


@dataclass(frozen=True)
class Draw:
    """A draw is a list of blocks that are sent together, in the order of the questionnaire; `weight` words choose
    it.
    """

    weight: int
    blocks: tuple[str, ...]


@dataclass(frozen=True)
class DrawPlan:
    """A plan of draws says which blocks a phone sends. `people` are needed so that every block meets its half-width;
    `sizes` are how many blocks a draw with that block has, `inclusion` the share of phones that send it, and `sections`
    all blocks, those together of which a draw has at most one."""

    people: float
    sizes: Mapping[str, int]
    inclusion: Mapping[str, float]
    sections: Sequence[Section]


def block_epsilon(epsilon: Decimal, size: int, ceiling: Decimal) -> Decimal:
    """Returns the epsilon of each block of a draw with this many blocks, rounded down: together they never exceed that
    of the report."""
    return min(ceiling, (epsilon / size).quantize(MILLIONTH, ROUND_DOWN))


def plan_draws(
    needs: Mapping[str, Needs], epsilon: Decimal, ceiling: Decimal, sections: Sequence[Section] | None = None
) -> DrawPlan:
    """Returns how many blocks are sent together, and how often each is drawn, so that the fewest people are needed.

    Each block takes the size m at which R(epsilon / m) / m is least, R being the reports that it alone needs. Blocks of
    one size are a class; of a class whose largest block would have to be in more draws than there are, that block goes
    to the next smaller size, or, where the ceiling forbids that, is in every draw of its class.

    A section of several blocks, of which a draw has at most one, is one block in all this; it needs what its members
    need together. Without `sections` each block is one.
    """
    members = [(block,) for block in needs] if sections is None else sections
    of_section = {section[0]: section for section in members}
    sizes = {
        name: _best_size(_together([needs[block] for block in section]), epsilon, ceiling, len(members))
        for name, section in of_section.items()
    }

    def reports_of(name: str) -> dict[str, float]:
        own = block_epsilon(epsilon, sizes[name], ceiling)
        return {block: needs[block](own) for block in of_section[name]}

    reports = {name: reports_of(name) for name in sizes}
    least = _least_size(epsilon, ceiling, len(members))
    while crowded := _crowded(sizes, _sums(reports), least):
        sizes[crowded] -= 1
        reports[crowded] = reports_of(crowded)
    enough = _raised(sizes, reports)
    people = _people(sizes, _sums(enough))
    shares = _inclusion(sizes, _sums(enough), people)
    inclusion = {
        block: shares[name] * (own / math.fsum(of_blocks.values()))
        for name, of_blocks in enough.items()
        for block, own in of_blocks.items()
    }
    size_of = {block: sizes[name] for name, section in of_section.items() for block in section}
    return DrawPlan(
        people,
        {block: size_of[block] for block in needs},
        {block: inclusion[block] for block in needs},
        members,
    )


def list_of(plan: DrawPlan) -> list[Draw]:
    """Returns the draws of a plan, class by class: the sections of a class lie on a circle in the order of the
    questionnaire, each as long as its share, which its blocks divide; and a draw is what stands at as many points of it
    as blocks are sent, one turn apart.

    No section is longer than a turn, so none is in a draw twice. No more draws than blocks are needed, and weights are
    whole numbers.
    """
    draws: list[Draw] = []
    order = {block: index for index, block in enumerate(plan.sizes)}
    for size, width in _widths(plan).items():
        sections = [section for section in plan.sections if plan.sizes[section[0]] == size]
        size_of_draw = min(size, len(sections))
        members = [block for section in sections for block in section]
        ends = list(accumulate(_lengths(plan, sections, size_of_draw * width, most=width)))
        turns = sorted({end % width for end in ends} | {0, width})
        for start, stop in pairwise(turns):
            at = (start + turn * width for turn in range(size_of_draw))
            blocks = sorted((members[sum(end <= point for end in ends)] for point in at), key=order.__getitem__)
            draws.append(Draw(stop - start, tuple(blocks)))
    return draws


def _lengths(plan: DrawPlan, sections: Sequence[Section], total: int, *, most: int) -> list[int]:
    """Returns how long each block is on the circle, section by section, none of which is longer than `most`."""
    shares = [[plan.inclusion[block] for block in section] for section in sections]
    whole = _whole([math.fsum(own) for own in shares], total, most=most)
    return [length for own, part in zip(shares, whole, strict=True) for length in _whole(own, part, most=part)]


def check_draws(draws: Sequence[Draw], blocks: Mapping[str, Sequence[str]]) -> None:
    """Raises ValueError for a list that no page accepts; `blocks` has the questions of each block."""
    if not 1 <= len(draws) <= MOST_DRAWS:
        raise ValueError(f"there are {len(draws)} draws; a level has 1 to {MOST_DRAWS}")
    if any(draw.weight < 1 for draw in draws) or sum(draw.weight for draw in draws) != CIRCLE:
        raise ValueError(f"the weights of draws are whole numbers from 1 on that add to 2^32, not {_sum(draws)}")
    order = {block: index for index, block in enumerate(blocks)}
    for draw in draws:
        indices = [order.get(block, -1) for block in draw.blocks]
        if not indices or indices[0] < 0 or any(later <= earlier for earlier, later in pairwise(indices)):
            raise ValueError(f"the draw {draw.blocks} is not of blocks of the version, each once and in their order")
        questions = [question for block in draw.blocks for question in blocks[block]]
        if len(set(questions)) < len(questions):
            raise ValueError(f"the draw {draw.blocks} sends a question twice: one answer would cost two blocks")
    for block in blocks:
        share = sum(draw.weight for draw in draws if block in draw.blocks)
        if share * LEAST_INCLUSION < CIRCLE:
            raise ValueError(f"block {block} is sent by {share} of 2^32 phones; 1 of {LEAST_INCLUSION} send it")


def inclusion_of(draws: Sequence[Draw], block: str) -> float:
    """Returns the share of phones that send a block."""
    return sum(draw.weight for draw in draws if block in draw.blocks) / CIRCLE


def _sum(draws: Sequence[Draw]) -> int:
    return sum(draw.weight for draw in draws)


def _least_size(epsilon: Decimal, ceiling: Decimal, blocks: int) -> int:
    """Returns the least number of blocks over which an epsilon is divided without passing the ceiling of a block."""
    return min(blocks, math.ceil(epsilon / ceiling))


def _best_size(need: Needs, epsilon: Decimal, ceiling: Decimal, blocks: int) -> int:
    """The search ends at the first rise: R(epsilon / m) / m falls, and then rises."""
    least = _least_size(epsilon, ceiling, blocks)
    best, cost = least, need(block_epsilon(epsilon, least, ceiling)) / least
    for size in range(least + 1, min(blocks, MOST_SENT) + 1):
        reached = need(block_epsilon(epsilon, size, ceiling)) / size
        if reached >= cost:
            break
        best, cost = size, reached
    return best


def _people(sizes: Mapping[str, int], reports: Mapping[str, float]) -> float:
    return math.fsum(_people_of_class(size, sizes, reports) for size in set(sizes.values()))


def _people_of_class(size: int, sizes: Mapping[str, int], reports: Mapping[str, float]) -> float:
    """Returns the number of people that the draws of one class need; each draw has `size` blocks of the class, none
    twice."""
    own = [reports[block] for block, of_block in sizes.items() if of_block == size]
    return max(math.fsum(own) / size, *own)


def _crowded(sizes: Mapping[str, int], reports: Mapping[str, float], least: int) -> str | None:
    """Returns a block that would have to be in more draws than its class has, and may be sent in a smaller one."""
    for size in sorted(set(sizes.values()), reverse=True):
        own = {block: reports[block] for block, of_block in sizes.items() if of_block == size}
        largest = max(own, key=lambda block: own[block])
        if size > least and own[largest] * size > math.fsum(own.values()) * (1 + 1e-12):
            return largest
    return None


def _inclusion(sizes: Mapping[str, int], reports: Mapping[str, float], people: float) -> dict[str, float]:
    """Returns the share of phones that send each block: what the block needs, and more where its class has room
    left.
    """
    inclusion: dict[str, float] = {}
    for size in set(sizes.values()):
        own = {block: reports[block] for block, of_block in sizes.items() if of_block == size}
        share = _people_of_class(size, sizes, reports) / people
        inclusion |= _filled(own, min(size, len(own)) * share, share)
    return inclusion


def _filled(reports: Mapping[str, float], total: float, most: float) -> dict[str, float]:
    """Returns shares in proportion to reports that add to `total`, none above `most`: the excess of one share goes to
    the others."""
    shares: dict[str, float] = {}
    left = dict(reports)
    while left:
        room = total - math.fsum(shares.values())
        scale = room / math.fsum(left.values())
        full = [block for block, need in left.items() if need * scale > most]
        if not full:
            return shares | {block: need * scale for block, need in left.items()}
        shares |= dict.fromkeys(full, most)
        left = {block: need for block, need in left.items() if block not in full}
    return shares


def _raised(sizes: Mapping[str, int], reports: Mapping[str, Mapping[str, float]]) -> Mapping[str, Mapping[str, float]]:
    """Returns the reports of each block of each section, with as many as put every block in at least one of
    LEAST_INCLUSION draws, and a little more than that for rounding.

    The more reports are raised, the more people there are, of whom the same part is more: the least number of people
    that fits is searched for. Of all blocks together it adds less than there are people, so there is one.
    """
    least = 1.001 / LEAST_INCLUSION

    def raised(people: float) -> Mapping[str, Mapping[str, float]]:
        return {
            name: {block: max(need, people * least) for block, need in own.items()} for name, own in reports.items()
        }

    enough = _people(sizes, _sums(reports))
    if all(need >= enough * least for own in reports.values() for need in own.values()):
        return reports
    few, enough = enough, enough / (1 - least * sum(map(len, reports.values())))
    for _ in range(60):
        middle = (few + enough) / 2
        few, enough = (few, middle) if _people(sizes, _sums(raised(middle))) <= middle else (middle, enough)
    return raised(enough)


def _sums(reports: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    return {name: math.fsum(own.values()) for name, own in reports.items()}


def _together(needs: Sequence[Needs]) -> Needs:
    return lambda epsilon: math.fsum(need(epsilon) for need in needs)


def _widths(plan: DrawPlan) -> dict[int, int]:
    """Returns how many of the words choose a draw of each class; the classes in the order of their size."""
    sizes = sorted(set(plan.sizes.values()))
    shares = [
        math.fsum(plan.inclusion[block] for block, own in plan.sizes.items() if own == size)
        / min(size, sum(plan.sizes[section[0]] == size for section in plan.sections))
        for size in sizes
    ]
    return dict(zip(sizes, _whole(shares, CIRCLE, most=CIRCLE), strict=True))


def _whole(shares: Sequence[float], total: int, *, most: int) -> list[int]:
    """Returns whole numbers in proportion to shares, none above `most`, that add to the total: largest remainders
    first."""
    scale = total / math.fsum(shares)
    exact = [share * scale for share in shares]
    numbers = [min(most, math.floor(number)) for number in exact]
    order = sorted(range(len(shares)), key=lambda index: numbers[index] - exact[index])
    while missing := total - sum(numbers):
        for index in order:
            if missing > 0 and numbers[index] < most:
                numbers[index] += 1
                missing -= 1
    return numbers
