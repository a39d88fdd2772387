"""The reasons that importers give for a property or a type stand in the studio's other language too."""

from pathlib import Path

from django.conf import settings

from surveys.drafts.exporting.xlsform import WHOLE_NUMBERS
from surveys.drafts.importing import xml_events
from surveys.drafts.limesurvey import lss, tsv
from surveys.drafts.limesurvey import usual as limesurvey
from surveys.drafts.limesurvey.contents import OTHER_TABLES
from surveys.drafts.surveyjs.elements import WHY_NOT
from surveys.drafts.surveyjs.usual import USUAL
from surveys.drafts.unfit import NO_QUESTIONNAIRE
from surveys.drafts.xlsform import faults, sheets, workbook
from surveys.drafts.xlsform import usual as xlsform

LISTS = (USUAL, WHY_NOT, xlsform.USUAL, xlsform.WHY_NOT, limesurvey.USUAL, limesurvey.WHY_NOT, OTHER_TABLES)


REFUSALS = (
    xml_events.NO_XML, lss.NO_SURVEY, tsv.NO_SURVEY, tsv.NOT_UTF_8, sheets.NO_FORM, workbook.NO_WORKBOOK,
    workbook.OLD_WORKBOOK, NO_QUESTIONNAIRE, WHOLE_NUMBERS, *faults.REASONS,
)  # fmt: skip


def test_every_refusal_of_a_whole_file_is_written_in_chinese() -> None:
    words = (Path(settings.BASE_DIR) / "frontend/src/studio/words/zh-CN/reasons.ts").read_text("utf-8")
    assert [refusal for refusal in REFUSALS if f'"{refusal}":' not in words] == []


def test_every_usual_reason_is_written_in_chinese() -> None:
    words = (Path(settings.BASE_DIR) / "frontend/src/studio/words/zh-CN/reasons.ts").read_text("utf-8")
    missing = sorted({reason for reasons in LISTS for reason in reasons.values() if f'"{reason}":' not in words})
    assert missing == []
