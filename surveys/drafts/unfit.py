"""A file that is no questionnaire is refused in whole sentences: what it is, what is read, and what to do next."""

from surveys.errors import DraftRefused

NO_QUESTIONNAIRE = "This JSON file holds no questions. Export the questionnaire from DataHub or SurveyJS once more."


def unfit(why: str) -> DraftRefused:
    return DraftRefused(why, fields={})
