"""This job makes the models of two tables: the price is spent, both versions are read, and the
noisy result is sealed, each half under the keys of its data set.

Killed anywhere, it is done again: nobody sees a draw before the transaction that keeps it, and from the start on the
price is spent whatever happens. Which rows count hangs on no key that could be told by a refusal
(`mechanisms.synthesis.two_tables.counting`).
"""

import secrets
from collections.abc import Sequence
from typing import Any, TypedDict
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from datahub.analyses.errors import NotInThisState
from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.paid import closing_transaction, price_back_on_refusal
from datahub.analyses.sealed import sealed_half
from datahub.analyses.stored import serve
from datahub.analyses.synthesise.domain.rows import Value, codes_of
from datahub.analyses.synthesise.engines.marginals import to_json
from datahub.analyses.synthesise.job import columns_in_vault
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.selectors import ref_of_version
from datahub.analyses.synthesise.two_tables.request import OPERATION, still_checked_plan
from datahub.analyses.synthesise.two_tables.rules.plan import ENGINE, TwoTablesPlan
from datahub.api.ref import Ref
from datahub.datasets.models import Version
from datahub.jobs.claims import Claim
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND, Answer, commit, drawing, permit_to_start, start_held
from datahub.policies.decide.conditions import NOTHING_KNOWN
from datahub.policies.jobs import permit_of_job
from datahub.policies.services import Permit
from mechanisms.accounting.event import decimal_text
from mechanisms.common.aes_ctr_entropy import AesCtrEntropy
from mechanisms.synthesis.domain import Codes
from mechanisms.synthesis.two_tables.counting import NO_KEY, joined_of_any_keys
from mechanisms.synthesis.two_tables.fitting import fitted_joined

STEPS = 3  # progress shows only reading, fitting and sealing
Numbers = dict[Value, int]  # each key has a number


class TwoTables(TypedDict):
    """These are the true rows of two tables: columns of codes, and the number of each row's key."""

    parents: list[Codes]
    keys: NDArray[np.int64]
    children: list[Codes]
    parent_keys: NDArray[np.int64]


def make(claim: Claim) -> None:
    spend_id = UUID(claim.payload[SPEND])
    permit = permit_to_start(claim, OPERATION, spend_id, context=NOTHING_KNOWN)
    with price_back_on_refusal(claim, spend_id):
        of_children = permit_of_children(claim, permit)
        synthesis, plan = _synthesis_and_plan(claim, permit, of_children)
    stored = answer_of(plan.digest, ref_of_version(synthesis.version))
    if stored is not None:
        own = Synthesis.objects.filter(pk=synthesis.pk)
        serve(
            claim,
            permit,
            synthesis.spend,
            stored,
            lambda: own.update(model=stored.body["model"]),
            beside=[of_children],
        )
        return
    start_held(claim, spend_id)
    claim.progress(0, STEPS, "reading")
    tables = both_in_vault(permit, of_children, synthesis, plan)
    claim.progress(1, STEPS, "fitting")
    with drawing(claim, spend_id):
        rows = joined_of_any_keys(plan.declared, **tables, entropy=AesCtrEntropy())
        fit = fitted_joined(
            plan.declared,
            rows.parents,
            rows.children,
            rho_of_parents=plan.divided.of_parents,
            rho_of_children=plan.divided.of_children,
            for_parents=plan.for_parents,
            for_children=plan.for_children,
        )
    claim.progress(2, STEPS, "sealing")
    parents = {**to_json(fit.parents), "seed": secrets.token_hex(32)}
    _keep(claim, permit, of_children, synthesis, plan, parents, to_json(fit.children))


def permit_of_children(claim: Claim, permit: Permit) -> Permit:
    """Returns the permit of the asker for the children's data set, beside the one for the parents'."""
    children = Ref("dataset", str(claim.payload["children"]))
    return permit_of_job(claim, OPERATION, ref=children, payer=str(permit.viewer))


def _synthesis_and_plan(claim: Claim, permit: Permit, of_children: Permit) -> tuple[Synthesis, TwoTablesPlan]:
    rows = Synthesis.objects.select_related("version__data_set", "children__data_set", "spend")
    synthesis = rows.filter(pk=claim.payload["synthesis"]).first()
    if synthesis is None:
        raise NotInThisState("What was asked for is gone, and with it the data that it was of.")
    return synthesis, still_checked_plan(permit, of_children, synthesis).plan


def _keep(
    claim: Claim,
    permit: Permit,
    of_children: Permit,
    synthesis: Synthesis,
    plan: TwoTablesPlan,
    parents: dict[str, Any],
    children: dict[str, Any],
) -> None:
    version, of_the_children = synthesis.both_versions
    halves = {
        "children": of_the_children,
        "content": sealed_half(permit, version.pk, plan.digest, parents),
        "of_children": sealed_half(of_children, of_the_children.pk, plan.digest, children),
    }
    with closing_transaction(claim):
        check_children(of_the_children)
        model, _ = SyntheticModel.objects.get_or_create(version=version, digest=plan.digest, defaults=halves)
        body = {"model": str(model.pk), "engine": ENGINE, "rho": decimal_text(plan.rho)}
        answer = Answer(plan_digest=plan.digest, data_version=str(ref_of_version(synthesis.version)), body=body)
        commit(synthesis.spend_id, fence=claim.fence, answer=answer)
        Synthesis.objects.filter(pk=synthesis.pk).update(model=model)


def check_children(version: Version) -> None:
    """Checks that the children still exist. NotInThisState where their data set was deleted while the job was running,
    which belongs to the parents' data set."""
    if not Version.objects.filter(pk=version.pk).exists():
        raise NotInThisState("The data set of the children was deleted meanwhile.")


def both_in_vault(permit: Permit, of_children: Permit, synthesis: Synthesis, plan: TwoTablesPlan) -> TwoTables:
    """Returns the rows of both versions that the plan reads, each opened by its own permit. Which children of a key
    count is drawn later, among these."""
    numbers: Numbers = {}
    version, of_the_children = synthesis.both_versions
    keys, *parents = _columns(permit, version, plan.parents, plan.parents_key, numbers)
    parent_keys, *children = _columns(of_children, of_the_children, plan.children, plan.children_key, numbers)
    return {
        "parents": parents,
        "keys": keys.astype(np.int64),
        "children": children,
        "parent_keys": parent_keys.astype(np.int64),
    }


def _columns(permit: Permit, version: Version, plan: SyntheticPlan, key: str, numbers: Numbers) -> list[Codes]:
    """Reads the true rows: the number of each row's key, then a code for each in every column of the plan."""

    def numbers_of(index: int, values: Sequence[Value]) -> NDArray[Any]:
        if index == 0:
            return np.array([_number(value, numbers) for value in values], dtype=np.int64)
        return codes_of(plan.domain.attributes[index - 1], values)

    return columns_in_vault(permit, version, [key, *plan.names], numbers_of, plan.rows)


def _number(key: Value, numbers: Numbers) -> int:
    return NO_KEY if key is None else numbers.setdefault(key, len(numbers))
