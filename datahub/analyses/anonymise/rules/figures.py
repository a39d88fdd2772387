"""These figures say what a candidate risks and what it loses, over all rows: no value of any row is among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from datahub.analyses.anonymise.rules.anonymity_models import AGAINST, model_of
from datahub.analyses.anonymise.rules.plan import DISJOINT
from datahub.analyses.anonymise.rules.table import Integers, Prepared, Texts, by_text, different
from datahub.releases.rules.guarantees import least_k
from mechanisms.anonymity.counting import counts_of
from mechanisms.anonymity.population import Population
from mechanisms.anonymity.releasing import Release, release, release_in_disjoint_boxes
from mechanisms.anonymity.risk.inference import inference
from mechanisms.anonymity.risk.reidentification import journalist, prosecutor, uniques
from mechanisms.anonymity.utility.loss import average_class_size, discernibility
from mechanisms.common.entropy import Entropy

# A row is at risk if the chance to find its person is above this, which means that fewer than five rows look alike.
RISKY = 0.2
PLACES = 6  # a figure has this many decimal places: more would be noise


@dataclass(frozen=True, kw_only=True, eq=False)
class ShownRelease:
    """A shown release has, in `cells`, what each class says in each quasi-identifying column; `classes` says in which
    class each part of the release is. Classes that say the same are one."""

    release: Release
    cells: Mapping[str, Texts]
    classes: Integers

    @cached_property
    def sizes(self) -> Integers:
        """Returns how many rows each class has."""
        return counts_of(self.classes, self.release.parts.amount, int(self.classes.max()) + 1)


def find_release(
    prepared: Prepared, models: Sequence[Mapping[str, Any]], entropy: Entropy, people: Population | None = None
) -> ShownRelease:
    """Finds a release that holds the models. ValueError, in words for whoever asked, where no release holds them."""
    weights = [column.weight for column in prepared.plan.of("quasi")]
    anonymity = [model_of(model, prepared.of_sensitive) for model in models]
    if prepared.plan.boxes == DISJOINT:
        table = prepared.table
        result = release_in_disjoint_boxes(table, anonymity, entropy=entropy, weights=weights, population=people)
    else:
        result = release(prepared.table, anonymity, entropy=entropy, weights=weights)
    trees = prepared.table.hierarchies
    cells = {tree.column: by_text(*result.labels_of_classes(index)) for index, tree in enumerate(trees)}
    first, places = different(list(cells.values()))
    return ShownRelease(
        release=result,
        cells={name: texts.of(first) for name, texts in cells.items()},
        classes=places[result.parts.class_of],
    )


def figures(prepared: Prepared, result: ShownRelease, models: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    sizes = result.sizes
    return {
        "guarantee": result.release.guarantee,
        "risk": {**risk(sizes), "sensitive": _inferences(prepared, result)},
        "population": _against_people(result, models),
        "utility": {
            **_losses(prepared, result.release),
            "classes": len(sizes),
            "smallest_class": int(sizes.min()),
            "average_class_size": _short(average_class_size(sizes, least_k(models))),
            "discernibility": discernibility(sizes, suppressed=prepared.suppressed),
            "suppressed": prepared.suppressed,
        },
    }


def _against_people(result: ShownRelease, models: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Returns the risk from somebody who knows the population but not who took part, or None where no model compares
    with one."""
    named = next((model[AGAINST] for model in models if AGAINST in model), None)
    if named is None:
        return None
    classes = result.release.classes
    risks = journalist(classes.sizes, classes.people(), threshold=RISKY)
    return {
        "name": named,
        "fewest": int(classes.people().min()),
        "journalist_max": _short(risks.greatest),
        "journalist_mean": _short(risks.mean),
    }


def before(prepared: Prepared) -> dict[str, Any]:
    """Returns the risk of the rows as they are, with which the risk of a release is compared."""
    return risk(prepared.table.counted.cells.sum(axis=1))


def risk(sizes: Integers) -> dict[str, Any]:
    risks = prosecutor(sizes, threshold=RISKY)
    return {
        "prosecutor_max": _short(risks.greatest),
        "prosecutor_mean": _short(risks.mean),
        "share_above_threshold": _short(risks.share_above),
        "threshold": RISKY,
        "uniques": uniques(sizes),
    }


def _inferences(prepared: Prepared, result: ShownRelease) -> list[dict[str, Any]]:
    shown, parts = [], result.release.parts
    for name, codes in prepared.table.sensitive.items():
        seen = inference(result.classes, codes[parts.row], parts.amount)
        shown.append(
            {
                "column": name,
                "homogeneous_classes": seen.homogeneous_classes,
                "homogeneous_rows": _short(seen.homogeneous_rows),
                "greatest_gain": _short(seen.greatest_gain),
                "guess_before": _short(seen.guess_before),
                "guess_after": _short(seen.guess_after),
            }
        )
    return shown


def _losses(prepared: Prepared, result: Release) -> dict[str, Any]:
    """Returns the information loss of a release as the generalised certainty penalty (GCP), in total and by column: a
    suppressed row has lost everything."""
    lost = {}
    for index, tree in enumerate(result.table.hierarchies):
        cells = float(result.lost_by_class(index) @ result.classes.sizes)
        lost[tree.column] = (cells + prepared.suppressed) / prepared.rows
    columns = [{"column": column, "gcp": _short(gcp)} for column, gcp in lost.items()]
    return {"gcp": _short(fmean(lost.values())), "gcp_by_column": columns}


def _short(value: float) -> float:
    return round(float(value), PLACES)
