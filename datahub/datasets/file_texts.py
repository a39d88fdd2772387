"""These texts say why a file is refused and where, each with a code. Nothing that stood in the file is in them."""

from collections.abc import Mapping
from typing import NamedTuple

from datahub.api.sentences import Sentence

PLACES: Mapping[str, str] = {
    "file": "the file",
    "start": "the beginning of the file",
    "end": "the end of the file",
    "column": "column {column}",
    "line": "line {number}",
    "line_column": "line {number}, column {column}",
    "row": "row {number}",
    "row_column": "row {number}, column {column}",
    "object": "object {number}",
    "object_column": "object {number}, column {column}",
    "objects": "the first {number} objects",
    "objects_column": "the first {number} objects, column {column}",
    "part": "part {part} of the workbook",
}

# For each code the rule that the file breaks, and what is said after the place.
TEXTS: Mapping[str, tuple[str, str]] = {
    "empty": ("empty", "the file is empty. Send one with a header and rows."),
    "no_header": ("empty", "there is no header. The first line of a table names its columns."),
    "no_header_in_sheet": ("empty", "the sheet has no header here. Choose another sheet, or another row for it."),
    "no_object": ("empty", "the file holds no JSON object. Each row of the table is one."),
    "no_columns": ("empty", "the file has no columns. Choose the file that holds the data."),
    "ragged": (
        "ragged",
        "the row has {cells} cells, and the header {names}. Put a cell that holds the separator in quotation marks, or "
        "choose another separator or another line for the header.",
    ),
    "ragged_in_sheet": (
        "ragged",
        "the row has {cells} cells, and the header {names}. Name every column, or clear what stands beside the table.",
    ),
    "ragged_object": (
        "ragged",
        "the object has a field that none of the first {objects} objects has. Name every field in the first object, "
        "with null where it has no value.",
    ),
    "duplicate_header": (
        "duplicate_header",
        "the name is that of column {first}, or differs from it in capitals alone. Rename one of the two.",
    ),
    "duplicate_names": ("duplicate_header", "two columns have the same name. Rename one of them."),
    "duplicate_field": ("duplicate_header", "the object has two fields of one name. Rename or remove one of them."),
    "bad_header": (
        "bad_header",
        "the name is longer than {most} characters, or holds one that cannot be seen. Give the column another name.",
    ),
    "too_many_columns": (
        "too_many_columns",
        "the table has {columns} columns; up to {most} can be read. Leave out those that you do not need.",
    ),
    "wrong_encoding": (
        "encoding",
        "these bytes are not {encoding}. Choose the encoding in which the file was saved, or save it in UTF-8.",
    ),
    "unknown_encoding": (
        "encoding",
        "the encoding cannot be told from the letters. Choose it, or save the file in UTF-8.",
    ),
    "other_encoding": (
        "encoding",
        "a text is not in the encoding that the file states. Choose another encoding, or save the file in UTF-8.",
    ),
    "json_encoding": ("encoding", "JSON has to be in UTF-8. Save the file in UTF-8."),
    "mixed_encoding": (
        "mixed_encoding",
        "up to here the file is in UTF-8, and from here on it is not. Save the whole file in UTF-8.",
    ),
    "cut_letter": ("truncated", "the file ends in the middle of a letter. Export it again, and send the whole of it."),
    "open_quote": (
        "truncated",
        "a quotation mark opens here and is never closed. Close it, or double it if it belongs to the text.",
    ),
    "cut_archive": ("truncated", "it is missing or damaged. Save the table again, as .xlsx or CSV."),
    "cut_parquet": ("truncated", "it is missing or damaged. Write the Parquet file again, and send the whole of it."),
    "cut_rows": ("truncated", "the last row is missing or not whole. Export the file again, and send the whole of it."),
    "cut_object": ("truncated", "the JSON object is not whole. Write each object on one line."),
    "cut_json": (
        "truncated",
        "the file ends before the JSON array does. Export it again, and send the whole of it.",
    ),
    "nul": (
        "nul",
        "there is the character NUL, which no text holds. Choose another encoding, or export the table again.",
    ),
    "nul_in_cell": ("nul", "a cell holds the character NUL, which cannot be stored. Remove it."),
    "quotes": (
        "quotes",
        "a quotation mark stands where none may. Put the whole cell in quotation marks, and double those of its text.",
    ),
    "line_ends": (
        "line_ends",
        "a line ends with a carriage return alone. Save the file with the line ends of Windows or Unix.",
    ),
    "long_line": ("long_line", "the line has more than {most} characters. Look whether line ends are missing."),
    "long_record": (
        "long_line",
        "the row runs over several lines and has more than {most} characters. Look whether a quotation mark is never "
        "closed.",
    ),
    "long_object": (
        "long_line",
        "it has more than {most} characters, or is not valid JSON. Write one flat object for each row.",
    ),
    "long_cell": (
        "long_cell",
        "the cell has {characters} characters; up to {most} can be read. Shorten it, or leave out its column.",
    ),
    "long_cells": (
        "long_cell",
        "a cell has more than {most} characters. Shorten it, or leave out its column.",
    ),
    "long_cell_or_quote": (
        "long_cell",
        "a cell has more than {most} characters, or a quotation mark opens in it and is never closed.",
    ),
    "formula": (
        "formula",
        "the cell begins with =, so a spreadsheet program would run it as a formula. Put its value there, or a word "
        "before the =.",
    ),
    "no_result": (
        "formula",
        "the result of the formula is not stored. Save the workbook again in a spreadsheet program.",
    ),
    "error_cell": (
        "error_cell",
        "the cell shows an error such as #DIV/0!. Mend its formula, or write #N/A where the value is missing.",
    ),
    "unpacks": (
        "zip_bomb",
        "{packed} bytes would unpack to {unpacked}, which is more than is read. Save the table as CSV.",
    ),
    "many_parts": (
        "zip_bomb",
        "the workbook has more than {parts} parts, or unpacks to more than {most} bytes. Save the table as CSV.",
    ),
    "delta_texts": (
        "zip_bomb",
        "the column has the encoding DELTA_BYTE_ARRAY, which is not read. Write plain texts, or save the table as CSV.",
    ),
    "too_many_rows": ("too_large", "the table has more than {most} rows, the most that are read. Send fewer rows."),
    "large_group": (
        "too_large",
        "in one row group the column unpacks to more than {most} bytes. Write smaller row groups, or save the table as "
        "CSV.",
    ),
    "large_part": ("too_large", "it, or one row of it, unpacks to more than {most} bytes. Save the table as CSV."),
    "memory": ("too_large", "reading it would take too much memory. Save the table as CSV."),
    "time": ("too_large", "reading it takes too long. Save the table as CSV."),
    "entities": (
        "entities",
        "it defines a document type, which spreadsheet programs do not write. Save the table again, as .xlsx or CSV.",
    ),
    "nested_column": (
        "nested",
        "the column holds lists, objects or bytes. Write one value in each cell, or leave the column out.",
    ),
    "nested_cell": (
        "nested",
        "a cell holds a list, an object or bytes. Write one value in each cell, or leave the column out.",
    ),
    "nested_object": ("nested", "the object is nested too deeply. Write one flat object for each row."),
    "bad_json": ("json", "this is not valid JSON from character {character} on. Write one object on each line."),
    "bad_object": ("json", "this is not valid JSON. Export the file again, with one flat object for each row."),
    "bad_number": (
        "json",
        "a number is NaN, infinite or too long to read. Write null where a value is missing.",
    ),
    "not_an_object": ("json", "this is no JSON object. Write one flat object for each row."),
    "no_comma": ("json", "after it should come a comma and another object, or ] at the end. Export the file again."),
    "after_array": ("json", "something follows the JSON array. Remove it."),
    "wrong_ending": (
        "wrong_magic",
        "the name is that of a {named} file, and the contents are those of a {contents} file. Rename it, or send "
        "another one.",
    ),
    "packed": ("wrong_magic", "this is a {packing} archive. Unpack it, and send the table in it."),
    "no_workbook": (
        "wrong_magic",
        "this is a zip archive and no workbook. Send the table in it, or save the table as .xlsx or CSV.",
    ),
    "old_workbook": (
        "wrong_magic",
        "this is a workbook of the old kind (.xls), or one with a password. Save it as .xlsx without a password, or as "
        "CSV.",
    ),
    "pdf": ("wrong_magic", "this is a PDF. Save the table as CSV."),
    "database": ("wrong_magic", "this is a database of SQLite. Export the table as CSV."),
    "locked": ("wrong_magic", "this is an SPSS file with a password. Save it without one."),
    "catalogue": ("wrong_magic", "this is a SAS catalogue, which holds formats. Send the file with the data."),
    "damaged_parquet": (
        "damaged",
        "it cannot be read as Parquet. Write it again, or save the table as CSV.",
    ),
    "damaged_rows": ("damaged", "from here on the file cannot be read. Save the table again, as .xlsx or CSV."),
    "damaged_workbook": (
        "damaged",
        "the workbook cannot be read, or has no such sheet. Choose another sheet, or save it again as .xlsx or CSV.",
    ),
    "damaged_file": ("damaged", "it is damaged and cannot be read. Save it again in its program, or as CSV."),
    "wrong_count": (
        "damaged",
        "its header states {rows} rows, and it has another number. Save it again in its program.",
    ),
    "checksum": ("checksum", "it is not the file whose checksum was given at the start. Send it again."),
}
SENTENCES: Mapping[str, str] = {code: sentence for code, (_, sentence) in TEXTS.items()}


class Place(NamedTuple):
    """A place in a file: a code of `PLACES`, with the numbers or the name that it has."""

    code: str
    number: int = 0
    column: int = 0
    part: str = ""

    def in_column(self, column: int) -> "Place":
        """Returns the place of a column, within a line, row or object if this is one."""
        code = f"{self.code}_column" if self.number else "column"
        return self._replace(code=code, column=column)

    def sentence(self) -> Sentence:
        values = {"number": self.number, "column": self.column, "part": self.part}
        return Sentence(PLACES, self.code, **{name: value for name, value in values.items() if value})


FILE, START, END = Place("file"), Place("start"), Place("end")


def at_line(number: int) -> Place:
    return Place("line", number)


def at_row(number: int) -> Place:
    return Place("row", number)


def at_part(name: str) -> Place:
    """Returns the place of a part of a workbook, whose name somebody else wrote."""
    return Place("part", part=name[:80])
