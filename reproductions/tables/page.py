"""The page shows rows of a table with noise, and two habits that undo it."""

from reproductions.page import Page
from reproductions.tables import more_columns, most_common, one_column, repeated, two_columns
from reproductions.tables.people import SEED


def remake() -> Page:
    return Page(
        name="tables",
        title="A curator's tables: one column, two, three, and one question too often",
        summary=(
            "A textbook makes synthetic rows of Adult by counting, adding noise, clipping at 0, normalising and drawing. Its figures are met. Its code for two columns is not private, as its own output "
            "shows: all cells get the same noise, and only cells with people are there. What a table costs by its number of cells, and when columns by themselves do better, is beside it."
        ),
        source=(
            "Zhuang, Chang, Samaraweera, *Privacy-Preserving Machine Learning*, chapters 2 and 6, and the notebooks published with it (github.com/nogrady/PPML); the mean of repeated answers "
            "is of a textbook chapter on differential privacy"
        ),
        data="Adult, 32 561 people for training, and all 48 842 for the most common status (`tests/adult/SOURCE.md`: UCI, CC BY 4.0); what a column may hold is declared in `reproductions/tables/people.py`",
        seed=(
            f"seeds from {SEED} on. The library draws its noise by OpenDP, which takes no seed; here noise of the same law and scale is drawn in its place. The last two sections draw nothing"
        ),
        experiments=[
            one_column.experiment(),
            two_columns.experiment(),
            more_columns.experiment(),
            most_common.experiment(),
            repeated.experiment(),
        ],
    )
