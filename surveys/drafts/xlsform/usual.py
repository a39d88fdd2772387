"""Columns and types of an XLSForm that a draft cannot hold, each with the reason that the import reports."""

from surveys.drafts.importing.items import FREE_TEXT

_DEVICE = "nothing about a respondent's device or visit is collected"
_PLACE = "a place on a map names the person"
_FILE = "a picture, a recording or a file cannot be perturbed"
_ELSEWHERE = "its answers are not in the file, and the domain of a question is fixed when it is published"
_TIME = "a time of day has no question type here; ask with answers to choose from"

WHY_NOT = {
    "text": FREE_TEXT, "string": FREE_TEXT, "barcode": FREE_TEXT,
    "geopoint": _PLACE, "geotrace": _PLACE, "geoshape": _PLACE, "start-geopoint": _PLACE,
    "image": _FILE, "photo": _FILE, "audio": _FILE, "video": _FILE, "file": _FILE, "background-audio": _FILE,
    "time": _TIME, "datetime": _TIME,
    "start": _DEVICE, "end": _DEVICE, "today": _DEVICE, "deviceid": _DEVICE, "phonenumber": _DEVICE,
    "username": _DEVICE, "email": _DEVICE, "subscriberid": _DEVICE, "simserial": _DEVICE, "audit": _DEVICE,
    "calculate": "nothing is computed from answers",
    "hidden": "nothing is collected that a respondent does not see",
    "csv-external": "a survey asks for no other file", "xml-external": "a survey asks for no other file",
    "entity": "a survey keeps no list of entities",
    "begin_repeat": "how often somebody repeats a group would tell the answer",
    "select_one_from_file": _ELSEWHERE, "select_one_external": _ELSEWHERE,
    "select_multiple_from_file": _ELSEWHERE,
}  # fmt: skip

_BY_REASON = {
    "how it looks is the page's own": "appearance style image big-image body::accuracythreshold",
    "an answer that is there before the person gives one would be counted": "default trigger",
    "nothing is computed from answers": "calculation instance_name",
    "the page has its own words for what is missing or out of bounds": "constraint_message required_message",
    "a respondent answers what is asked; nothing is only read": "readonly read_only",
    "answers are the same for everybody: the domain of a question is fixed when it is published": "choice_filter",
    "pictures, sounds and films are not shown": "image audio video big-image",
    "guidance for interviewers is not shown to respondents": "guidance_hint",
    "it is for those who work on the form": "note notes comment comments",
    "how often somebody repeats a group would tell the answer": "repeat_count",
    "a survey has one form of report, whatever program sends it": "form_id version public_key submission_url "
    "auto_send auto_delete id_string sms_keyword sms_separator sms_date_format sms_datetime_format",
    "a survey keeps no list of entities": "save_to entity_id create_if update_if",
}
USUAL = {name: why for why, names in _BY_REASON.items() for name in names.split()}


def why_column(name: str) -> str:
    if name.split("::")[0] in ("media", "image", "audio", "video"):
        return "pictures, sounds and films are not shown"
    return USUAL.get(name, "DataHub has nothing like it")
