"""This job makes the model of synthetic rows: the price is spent, the vault is read, and the noisy result is sealed
with the price.

Killed anywhere, it is done again: before the start nothing was read, and from the start on the price is spent whatever
happens. Nobody sees a draw before the one transaction that keeps it, so drawing again shows nothing twice, as long as
nobody kills a worker for what it drew: `drawing` says what happens where that could be.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from datahub.analyses.models import Synthesis, SyntheticModel
from datahub.analyses.paid import closing_transaction, price_back_on_refusal
from datahub.analyses.sealed import sealed_model
from datahub.analyses.stored import serve
from datahub.analyses.synthesise.domain.rows import Value
from datahub.analyses.synthesise.request import still_checked
from datahub.analyses.synthesise.rules.plan import SyntheticPlan
from datahub.analyses.synthesise.rules.rows_read import columns_needed, read_of, types_of
from datahub.analyses.synthesise.run_engine import at_work
from datahub.analyses.synthesise.selectors import columns_of, ref_of_version
from datahub.api.writes.locking import row_in
from datahub.datasets.models import Version
from datahub.datasets.services.load import collection_of
from datahub.jobs.claims import Claim
from datahub.ledger.selectors import answer_of
from datahub.ledger.services.carry_out import SPEND, Answer, commit, drawing, permit_to_start, start_held
from datahub.policies.decide.conditions import NOTHING_KNOWN, Comparison
from datahub.policies.services import Permit
from datahub.vault.services import open_collection
from mechanisms.accounting.event import decimal_text

Number = TypeVar("Number", bound=np.generic)

# Reading, fitting, sealing: progress shows only these steps, because the number of rows is not published.
STEPS = 3


def make(claim: Claim) -> None:
    spend_id = UUID(claim.payload[SPEND])
    permit = permit_to_start(claim, "dataset.synthesise", spend_id, context=NOTHING_KNOWN)
    synthesis = row_in(Synthesis.objects.select_related("version", "spend").filter(pk=claim.payload["synthesis"]))
    with price_back_on_refusal(claim, spend_id):
        plan, _ = still_checked(permit, synthesis)
    stored = answer_of(plan.digest, ref_of_version(synthesis.version))
    if stored is not None:
        own = Synthesis.objects.filter(pk=synthesis.pk)
        serve(claim, permit, synthesis.spend, stored, lambda: own.update(model=stored.body["model"]))
        return
    with price_back_on_refusal(claim, spend_id), at_work(plan.engine, claim) as fitted:
        start_held(claim, spend_id)
        claim.progress(0, STEPS, "reading")
        columns = columns_in_vault(permit, synthesis.version, plan.names, plan.engine.encode, plan.rows)
        claim.progress(1, STEPS, "fitting")
        with drawing(claim, spend_id):
            model = fitted(columns, plan.rho)
    claim.progress(2, STEPS, "sealing")
    _keep(claim, permit, synthesis, plan, {**model, "seed": secrets.token_hex(32)})


def _keep(
    claim: Claim, permit: Permit, synthesis: Synthesis, plan: SyntheticPlan, fitted_model: dict[str, Any]
) -> None:
    version = synthesis.version
    content = sealed_model(permit, claim.subject, version.pk, plan.digest, fitted_model)
    with closing_transaction(claim):
        model, _ = SyntheticModel.objects.get_or_create(
            version=version, digest=plan.digest, defaults={"content": content}
        )
        body = {"model": str(model.pk), "engine": plan.engine.slug, "rho": decimal_text(plan.rho)}
        answer = Answer(plan_digest=plan.digest, data_version=str(ref_of_version(version)), body=body)
        commit(synthesis.spend_id, fence=claim.fence, answer=answer)
        Synthesis.objects.filter(pk=synthesis.pk).update(model=model)


def columns_in_vault(
    permit: Permit,
    version: Version,
    names: Sequence[str],
    numbers_of: Callable[[int, Sequence[Value]], NDArray[Number]],
    rows: frozenset[Comparison],
) -> list[NDArray[Number]]:
    """Returns the true rows for which all comparisons of `rows` are true, a number for each in every column named:
    `numbers_of` turns values of a column into them, each value of a batch once."""
    collection = open_collection(permit, permit.ref, name=collection_of(version.number))
    parts, types = [[numbers_of(index, [])] for index in range(len(names))], types_of(columns_of(version))
    for whole in collection.scan(columns_needed(names, rows)):
        batch = read_of(whole, rows, types)
        for index, name in enumerate(names):
            packed = _packed(batch.column(name))
            numbers = numbers_of(index, packed.dictionary.to_pylist())
            parts[index].append(numbers[packed.indices.to_numpy(zero_copy_only=False)])
    return [np.concatenate(of_column) for of_column in parts]


def _packed(column: pa.Array) -> pa.DictionaryArray:
    """Returns a column with each value stored once, including the missing value."""
    return column.dictionary_encode(null_encoding="encode")
