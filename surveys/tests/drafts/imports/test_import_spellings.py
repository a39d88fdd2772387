"""XLSForms say the same in several spellings: of the type of a question, and of its columns."""

import pytest

from surveys.drafts.xlsform.survey import draft_of

LIST = "choices\n,list_name,name,label\n,drinks,tea,Tea\n,drinks,coffee,Coffee\n,from,red,Red\n,from,blue,Blue\n"


def imported(survey: str) -> tuple[list[str], list[str]]:
    """Returns the types of the items, and the reasons of the notes on rows of the survey."""
    rows = "".join(f",{line}\n" for line in survey.splitlines())
    draft, notes = draft_of(f"survey\n{rows}{LIST}".encode(), is_workbook=False)
    return [item["type"] for item in draft["questions"]], [
        note["why"] for note in notes if note["path"].startswith("survey")
    ]


@pytest.mark.parametrize(
    ("type", "item"),
    [
        ("select one drinks", "single_choice"),
        ("select one from drinks", "single_choice"),
        ("Select one  from drinks or_other", "single_choice"),
        ("add select one prompt using drinks", "single_choice"),
        ("select_one from", "single_choice"),
        ("select1 drinks", "single_choice"),
        ("select multiple drinks", "multiple_choice"),
        ("select all that apply from drinks", "multiple_choice"),
        ("select all that apply drinks", "multiple_choice"),
        ("add select multiple prompt using drinks", "multiple_choice"),
        ("select_all drinks", "multiple_choice"),
    ],
)
def test_a_choice_from_a_list_is_taken_however_it_is_spelt(type: str, item: str) -> None:
    types, notes = imported(f"type,name,label\n{type},q,Which?\n")
    assert types == [item]
    assert notes == (["is an answer like the others: no text is collected"] if "other" in type else [])


@pytest.mark.parametrize("type", ["select one from file a.csv", "select_one_from_file a.csv"])
def test_a_choice_from_a_file_is_left_out_however_it_is_spelt(type: str) -> None:
    assert imported(f"type,name,label\n{type},q,Which?\n") == (
        [], ["its answers are not in the file, and the domain of a question is fixed when it is published"],
    )  # fmt: skip


@pytest.mark.parametrize("mark", ["bind:", "bind::", "Bind::"])
def test_a_column_of_the_binding_is_the_column_of_its_short_name(mark: str) -> None:
    header = f"type,name,label,{mark}relevant,{mark}constraint,{mark}required"
    survey = f"{header}\nselect_one drinks,a,Which?,,,yes\ninteger,b,Many?,${{a}} = 'tea',. >= 0 and . <= 9,\n"
    rows = "".join(f",{line}\n" for line in survey.splitlines())
    draft, _ = draft_of(f"survey\n{rows}{LIST}".encode(), is_workbook=False)
    first, second = draft["questions"]
    assert first["may_skip"] is False
    assert second["show_if"] == "a = 'tea'"
    assert (second["number"]["least"], second["number"]["most"]) == ("0", "9")
