"""These settings say what each room offers the others, by dotted path: a part of datahub.settings
(docs/reference/extension-points.md)."""

OBJECTS = {
    "person": "datahub.accounts.objects.describe_people",
    "token": "datahub.accounts.objects.describe_tokens",
    "organisation": "datahub.accounts.objects.describe_organisations",
    "team": "datahub.accounts.objects.describe_teams",
    "job": "datahub.jobs.objects.describe",
    "dataset": "datahub.datasets.objects.describe",
    "dataset_version": "datahub.datasets.objects.describe_versions",
    "lineage": "datahub.datasets.objects.describe_people",
    "access_request": "datahub.datasets.objects.describe_requests",
    "release": "datahub.releases.objects.describe",
    "anonymisation": "datahub.analyses.objects.describe",
    "synthesis": "datahub.analyses.objects.describe_syntheses",
    "evaluation": "datahub.evaluations.objects.describe",
    "survey": "surveys.objects.describe",
}
JOBS = {
    "audit.verify": "datahub.audit.tasks.verify",
    "accounts.mail": "datahub.accounts.tasks.mail",
    "accounts.forget": "datahub.accounts.tasks.forget",
    "datasets.look": "datahub.datasets.services.look.look",
    "datasets.look_long": "datahub.datasets.services.look.look",
    "datasets.load": "datahub.datasets.services.load.load",
    "datasets.preview": "datahub.datasets.services.preview.preview",
    "datasets.end": "datahub.datasets.tasks.end",
    "datasets.sweep": "datahub.datasets.tasks.sweep",
    "datasets.destroy": "datahub.datasets.services.destroy.destroy",
    "ledger.sweep": "datahub.ledger.tasks.sweep",
    "vault.sign_head": "datahub.vault.tasks.sign_head",
    "policies.look": "datahub.policies.tasks.look",
    "vault.rotate": "datahub.vault.rotation.rotate",
    "vault.upkeep": "datahub.vault.tasks.look_after",
    "releases.sweep": "datahub.releases.tasks.sweep",
    "analyses.count": "datahub.analyses.anonymise.count.count",
    "analyses.candidates": "datahub.analyses.anonymise.job.try_candidates",
    "analyses.release": "datahub.analyses.anonymise.release.make",
    "analyses.release_rows": "datahub.analyses.synthesise.release.make",
    "analyses.synthesise": "datahub.analyses.synthesise.job.make",
    "analyses.synthesise_slowly": "datahub.analyses.synthesise.job.make",
    "analyses.appraise": "datahub.analyses.synthesise.measured.job.make",
    "analyses.synthesise_joined": "datahub.analyses.synthesise.two_tables.job.make",
    "analyses.appraise_joined": "datahub.analyses.synthesise.two_tables.measured.job.make",
    "evaluations.run": "datahub.evaluations.services.run",
    "surveys.sweep": "surveys.tasks.sweep",
    "surveys.tidy": "surveys.tasks.tidy",
    "surveys.ingest": "surveys.tasks.ingest",
    "surveys.estimate": "surveys.results.services.estimate",
    "surveys.destroy": "surveys.running.destroy.destroy",
    "surveys.crosstab": "surveys.results.crosstabs.services.compute",
}
# Each function is told of a job in the transaction that ends the job; the ledger writes into the log, so it is last.
CALLED_OFF = [
    "datahub.releases.services.begin.call_off",
    "datahub.ledger.services.carry_out.give_back",
]
# Functions that are told of a data set whose keys are destroyed.
DESTROYED = ["datahub.releases.services.withdraw.with_data_set"]
CLOCK = {  # the seconds between the slots of each kind
    "audit.verify": 24 * 3600,
    "surveys.sweep": 3,
    "surveys.tidy": 60,
    "accounts.forget": 3600,
    "datasets.end": 60,
    "datasets.sweep": 3600,
    "ledger.sweep": 600,
    "policies.look": 600,
    "releases.sweep": 600,
    "vault.sign_head": 3600,
    "vault.upkeep": 600,
}
