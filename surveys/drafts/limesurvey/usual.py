"""Question types and attributes of LimeSurvey that a draft cannot hold, each with the reason that an import reports."""

from surveys.drafts.importing.items import FREE_TEXT

_FREE_ROWS = "its cells are free answers; ask for each by itself, with answers to choose from"
WHY_NOT = {
    "S": FREE_TEXT, "T": FREE_TEXT, "U": FREE_TEXT, "Q": FREE_TEXT,
    ";": _FREE_ROWS, ":": _FREE_ROWS,
    "1": "two answers in each row of a matrix would be two questions; ask with two matrices",
    "*": "nothing is computed from answers",
    "|": "a file cannot be perturbed",
    "I": "the page has its own choice of language",
}  # fmt: skip
NAMES = {
    "L": "list", "!": "drop-down list", "O": "list with comment", "M": "multiple choice",
    "P": "multiple choice with comments", "N": "number", "K": "numbers", "S": "short text", "T": "long text",
    "U": "huge text", "Q": "short texts", "Y": "yes/no", "5": "5 points", "A": "array of 5 points",
    "B": "array of 10 points", "C": "array of yes, uncertain, no", "E": "array of increase, same, decrease",
    "F": "array", "H": "array by column", "1": "array with two scales", ";": "array of texts", ":": "array of numbers",
    "D": "date", "G": "gender", "R": "ranking", "X": "text display", "*": "equation", "|": "file upload",
    "I": "language switch", "W": "list", "Z": "list",
}  # fmt: skip
_BY_REASON = {
    "how it looks is the page's own": "cssclass display_columns answer_width text_input_width dropdown_size "
    "dropdown_prefix category_separator page_break hide_tip question_template printable_help repeat_headings "
    "use_dropdown alphasort display_rows input_size answer_width_bycolumn slider_layout label_input_columns "
    "text_input_columns rank_header choice_title maximum_chars placeholder reverse dropdown_dates date_format "
    "dropdown_dates_minute_step dropdown_dates_month_style num_value_int_only thousands_separator "
    "choice_input_columns button_size samechoiceheight samelistheight showpopups answer_order_custom",
    "this check of an answer does not exist here": "validation em_validation_q em_validation_q_tip em_validation_sq "
    "em_validation_sq_tip min_answers equals_num_value min_num_value max_num_value num_value_equals "
    "value_range_allows_missing commented_checkbox",
    "an answer that is there before the person gives one would be counted": "default default_value slider_default "
    "save_as_default",
    "answers are the same for everybody: the domain of a question is fixed when it is published": "array_filter "
    "array_filter_exclude array_filter_style exclude_all_others_auto",
    "nobody is timed: a time tells about the answer": "time_limit time_limit_action time_limit_message",
    "only the questions of one page are mixed, all of them": "random_group randomization_group",
    "the page has its own words for what is missing or out of bounds": "mandatory_message",
    "only the relevance equation of a question is read": "conditions",
    "how answers are counted is chosen when results are read": "statistics_showgraph statistics_graphtype "
    "public_statistics scale_export assessment_value",
}
USUAL = {name: why for why, names in _BY_REASON.items() for name in names.split()}
UNSET = ("", "0", "n", "normal", "default", "core", "inherit")  # What an attribute says that nobody has set.
