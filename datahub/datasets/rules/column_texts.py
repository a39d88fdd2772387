"""These texts say what a declaration of columns, or the way in which a file is to be read, lacks, each with a code."""

from collections.abc import Mapping

from datahub.api.sentences import Sentence

SENTENCES: Mapping[str, str] = {
    "columns_differ": "These are not the columns of the file. Load the page again, or name each column of the file "
    "once, in its order.",
    "columns_left_out": "Every column is left out. Keep at least one.",
    "columns_open": "{fields} fields of the columns are missing or not right. Each says what it needs.",
    "names_refused": "Columns cannot have these names. Each says why.",
    "name_unseen": "The name holds a character that cannot be seen. Type it again.",
    "name_twice": "The column “{other}” of the file has this name too, or one that differs in capitals alone. Change "
    "one of the two.",
    "role_open": "Choose its role: identifying, quasi-identifying, sensitive or insensitive.",
    "type_open": "Choose its type.",
    "notation_of_other_type": "Values of this type are not written in this way. Choose another notation.",
    "clamp_of_other_type": "Only numbers and days can be moved to the nearest bound. Choose another rule.",
    "not_a_day": "“{text}” is no day. Write it as 2005-06-07.",
    "not_a_number": "“{text}” is no number that can be stored. Write it as 1234.5.",
    "bound_open": "State this bound. It follows from what was asked, not from the answers.",
    "bound_not_whole": "“{text}” is no whole number. Write one, or choose the type for numbers with decimals.",
    "bounds_crossed": "The maximum has to be above the minimum, which is {minimum}.",
    "edge_outside": "Each edge has to lie between the minimum and the maximum.",
    "edges_unsorted": "Write the edges in rising order, each once.",
    "categories_few": "Name at least two categories.",
    "category_twice": "“{value}” stands there more than once. Name each category once.",
    "category_missing": "“{value}” is named as a category and as missing. Remove it from one of the two.",
    "longest_open": "State how many bytes a text has at most, from 1 to {most}.",
    "format_refused": "The file cannot be read in this way. Each field says why.",
    "encoding_unknown": "This encoding is not known. Choose one of: {encodings}.",
    "delimiter_unknown": "Choose a comma, a semicolon, a tab or a bar.",
    "encoding_open": "Choose the encoding and the separator.",
    "kind_open": "State the kind of the file.",
    "file_too_large": "The file has {size} bytes; up to {most} are taken. Leave out columns, or save it as Parquet.",
}


def column_text(code: str, **about: object) -> Sentence:
    return Sentence(SENTENCES, code, **about)
