"""What the description of the API says: a part of datahub.settings."""

SPECTACULAR_SETTINGS = {
    "TITLE": "DataHub",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "VersionStateEnum": "surveys.rules.schedule.VERSION_STATES",
        "SurveyStateEnum": "surveys.rules.schedule.SURVEY_STATES",
        "FieldKindEnum": "surveys.serializers.surveys.FIELD_KINDS",
        "EstimateKindEnum": "surveys.serializers.results.KINDS",
        "RoleEnum": "datahub.policies.serializers.roles.EVERY_ROLE",
        "PlatformRoleEnum": "datahub.policies.platform_roles.ROLES",
        "DataOperationEnum": "datahub.policies.serializers.policies.OPERATIONS",
        "AccessRequestStateEnum": "datahub.datasets.rules.requests.STATES",
        "AccessRequestDeedEnum": "datahub.datasets.rules.requests.DEEDS",
        "DataSetStateEnum": "datahub.datasets.serializers.datasets.STATES",
        "DeletionStateEnum": "datahub.datasets.serializers.datasets.DELETION_STATES",
        "UploadStateEnum": "datahub.datasets.models.Upload.State",
        "FileVersionStateEnum": "datahub.datasets.models.Version.State",
        "ColumnTypeEnum": "datahub.datasets.rules.columns.TYPES",
        "ColumnRoleEnum": "datahub.datasets.rules.columns.ROLES",
        "FileKindEnum": "datahub.datasets.readers.table.KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "datahub.api.schema.document_errors",
        "datahub.accounts.schema.merge_auth",
        "datahub.policies.schema.answer_wholly",
    ],
}
