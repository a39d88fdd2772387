"""These texts say why columns cannot be stored as their owner declared them, each with a code."""

from collections.abc import Mapping

from datahub.api.sentences import Sentence

SENTENCES: Mapping[str, str] = {
    "kind_guarded": "“{column}” is {role}, and {kind} would show how its values are spread. Choose {others}.",
    "kind_few": "“{column}” has {distinct} different values; with fewer than {fewest}, {kind} would tell them apart. "
    "Choose {others}.",
    "kind_common": "One value of “{column}” stands in {share} of the rows; {kind} allows {most}. Choose {others}.",
    "kind_second": "The order of “{first}” can be seen already (ope), and two orders together tell more. Choose "
    "another protection for “{column}”.",
    "kind_wide": "Values of “{column}” may have {width} bytes; det compares up to {most}. State fewer, or choose "
    "eq, by which equal values can be found.",
    "table_too_large": "The stored table would take {total}; up to {most} are taken. “{column}” takes most of it, "
    "{size}: state fewer bytes for it, or leave columns out.",
    "row_too_long": "A stored row would take {size} bytes; up to {most} are taken. “{column}” is the widest column: "
    "state fewer bytes for it, or leave columns out.",
}


KINDS = {"det": "det (equal values look equal)", "ope": "ope (the order can be seen)"}
OTHERS = "rnd (nothing can be searched), eq (equal values can be found) or range (ranges can be found)"


def plan_text(code: str, *, kind: str = "", **about: object) -> Sentence:
    protections = {"kind": KINDS[kind], "others": OTHERS} if kind else {}
    return Sentence(SENTENCES, code, **protections, **about)
