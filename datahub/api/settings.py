"""These settings say how often the API may be asked, which function locks which kind of thing, and how the API is
described: a part of datahub.settings."""

from datahub import environment

#: How many web processes share the visitors. Limits of requests and reports are counted in memory, by each process up
#: to its part; those of sign-in too where `REDIS_URL` is not set.
WEB_PROCESSES = environment.number("DATAHUB_WEB_PROCESSES", 1)
if not WEB_PROCESSES:
    raise environment.SettingRefused("DATAHUB_WEB_PROCESSES is 0; a service has at least one")
RATES = {  # one caller may make this many requests a minute; a view names its row as `throttle_scope`
    "default": 1200,
    "plan": 240,  # the largest draft, a thousand matrix rows at three levels, takes 3 to 4 s to plan
    "rehearsal": 60,  # made-up people answer a draft: the largest takes most of a second
    "model": 60,  # the largest model takes one to three seconds
    "rows": 12,  # the largest file of synthetic rows takes eight seconds, that of a survey ten
    "cells": 60,  # each request may start a process that reads a file
    "reports": 12,  # the largest report as PDF takes five to ten seconds
    "invitations": 60,
    "verification": 12,  # each request reads ten thousand entries
    "links": 60,  # each request may be a guess at a secret
    "steps": 60,  # each request simulates the results of a survey ten times
}

LOCKS = {  # this function locks a thing of the kind, for a lower layer that writes about it
    "organisation": "datahub.accounts.membership.lock_organisation",
    "team": "datahub.accounts.membership.lock_team",
    "dataset": "datahub.datasets.objects.lock",
    "survey": "surveys.objects.lock",
}
DELETED = [  # each function is called in the transaction that deletes an organisation or a team
    "datahub.datasets.services.create.leave_organisation",
    "datahub.policies.services.forget",
]

SPECTACULAR_SETTINGS = {
    "TITLE": "DataHub",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,  # the serializer of a PATCH states which fields it requires
    "ENFORCE_NON_BLANK_FIELDS": True,
    "ENUM_NAME_OVERRIDES": {
        "SendsEnum": "surveys.results.serializers.SENDS",
        "ResultsPopulationEnum": "surveys.population.POPULATIONS",
        "PopulationEnum": "datahub.evaluations.serializers.POPULATIONS",
        "VersionStateEnum": "surveys.schedule.VERSION_STATES",
        "SurveyStateEnum": "surveys.schedule.SURVEY_STATES",
        "FieldKindEnum": "surveys.planning.serializers.FIELD_KINDS",
        "EstimateKindEnum": "surveys.results.guarantee.KINDS",
        "CountingStateEnum": "datahub.datasets.serializers.previews.STATES",
        "UpkeepEnum": "datahub.jobs.serializers.UPKEEP",
        "JobStateEnum": "datahub.jobs.models.Job.State",
        "AnonymisationStateEnum": "datahub.analyses.anonymise.serializers.WORK_STATES",
        "MechanismEnum": "datahub.evaluations.serializers.SLUGS",
        "RoleEnum": "datahub.policies.serializers.roles.EVERY_ROLE",
        "PlatformRoleEnum": "datahub.policies.decide.platform_roles.ROLES",
        "DataOperationEnum": "datahub.policies.serializers.policies.OPERATIONS",
        "AccessRequestStateEnum": "datahub.datasets.rules.requests.STATES",
        "AccessRequestDeedEnum": "datahub.datasets.rules.requests.DEEDS",
        "DataSetStateEnum": "datahub.datasets.serializers.datasets.STATES",
        "DeletionStateEnum": "datahub.datasets.serializers.datasets.DELETION_STATES",
        "UploadStateEnum": "datahub.datasets.models.Upload.State",
        "FileVersionStateEnum": "datahub.datasets.models.Version.State",
        "ColumnTypeEnum": "datahub.datasets.rules.columns.TYPES",
        "ColumnRoleEnum": "datahub.vault.collections.rules.roles.ROLES",
        "AudienceEnum": "datahub.datasets.models.DataSet.Audience",
        "ReleaseAudienceEnum": "datahub.releases.models.Release.Audience",
        "ReleaseStateEnum": "datahub.releases.models.Release.State",
        "ReleaseKindEnum": "datahub.releases.models.Release.Kind",
        "FileKindEnum": "datahub.datasets.readers.table.KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "datahub.api.description.schema.document_errors",
        "datahub.accounts.schema.merge_auth",
        "datahub.policies.schema.answer_wholly",
    ],
}
