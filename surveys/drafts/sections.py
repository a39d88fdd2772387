"""A section is a group of blocks with common questions; a phone sends at most one block of it."""

from collections.abc import Mapping, Sequence

Section = tuple[str, ...]  # A section names blocks; a draw holds at most one of them.


def sections_of(blocks: Mapping[str, Sequence[str]]) -> list[Section]:
    """Returns the sections: groups of blocks with common questions, given the questions of each block. A phone that
    sent two blocks with one question would spend more on its answer than a block may."""
    sections: list[tuple[set[str], list[str]]] = []
    for block, questions in blocks.items():
        linked = [section for section in sections if not section[0].isdisjoint(questions)]
        sections = [section for section in sections if section not in linked]
        common = {question for known, _ in linked for question in known} | set(questions)
        sections.append((common, [*(member for _, members in linked for member in members), block]))
    order = {block: index for index, block in enumerate(blocks)}
    return sorted((tuple(sorted(members, key=order.__getitem__)) for _, members in sections), key=lambda s: order[s[0]])
