"""These are the errors that surveys raise. Their texts never hold a key or a record, since they appear in answers and
logs."""

from datahub.api.problem import Problem


class DraftRefused(Problem):
    """The questionnaire cannot be saved or published as it is; `fields` says where and by which rule."""

    code = "invalid"
    status = 400


class AlreadyPublished(Problem):
    code = "already_published"
    status = 409


class NothingToClose(Problem):
    code = "version_closed"
    status = 409


class NoSuchVersion(Problem):
    code = "no_such_version"
    status = 404


class PageNotBuilt(Problem):
    code = "page_not_built"
    status = 503


class NoResults(Problem):
    code = "no_results"
    status = 404


class NotSimulated(Problem):
    code = "not_simulated"
    status = 404


class BadQuery(Problem):
    code = "invalid"
    status = 400


class UnknownVersion(Problem):
    code = "unknown_version"
    status = 404


class UnknownLevel(Problem):
    code = "unknown_level"
    status = 400


class WrongLength(Problem):
    code = "wrong_length"
    status = 400


class UnknownDraw(Problem):
    code = "unknown_draw"
    status = 400


class BadRecord(Problem):
    code = "bad_record"
    status = 400


class SurveyClosed(Problem):
    code = "survey_closed"
    status = 410


class SurveyPaused(Problem):
    """The survey is paused, and the report was not stored. The same report may be sent again later: it is taken once
    the survey goes on."""

    code = "survey_paused"
    status = 503


class SurveyNotOpen(Problem):
    """The version opens later, at the time its definition states, and the report was not stored."""

    code = "survey_not_open"
    status = 503


class TitleDiffers(Problem):
    code = "title_differs"
    status = 400


class BeingDeleted(Problem):
    code = "being_deleted"
    status = 409


class NeverPublished(Problem):
    code = "never_published"
    status = 409


class NothingDeleted(Problem):
    code = "nothing_deleted"
    status = 404


class StillOpen(Problem):
    code = "survey_open"
    status = 409


class UnsupportedMediaType(Problem):
    code = "unsupported_media_type"
    status = 415


class Busy(Problem):
    code = "busy"
    status = 429


class DraftChanged(Problem):
    code = "draft_changed"
    status = 409


class UnknownLink(Problem):
    code = "unknown_link"
    status = 404


class TooManyCrossTabs(Problem):
    code = "too_many_crosstabs"
    status = 409


class TooFewToCross(Problem):
    """Few reports are too few for this cross-tab: two questions that were not planned as a pair join what one report
    says about both."""

    code = "too_few_to_cross"
    status = 409


class NothingToLearnFrom(Problem):
    """A model is made of cross-tabs, and none has the question that is to be predicted."""

    code = "nothing_to_learn_from"
    status = 409


class TooFewToLearnFrom(Problem):
    code = "too_few_to_learn_from"
    status = 409


class RowsTellTooLittle(Problem):
    """The estimates tell too little to make rows of: they would say hardly more about what goes together than
    independent columns do."""

    code = "rows_tell_too_little"
    status = 409
