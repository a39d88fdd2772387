"""Writes files of SAS for tests, by the writer of ReadStat, which the module of pyreadstat holds without a function of
Python for it. No program of a public registry writes one otherwise."""

import ctypes
from collections.abc import Sequence
from importlib import import_module
from typing import Any

STRING, DOUBLE = 0, 5  # types of ReadStat
Variable = tuple[str, int, int, str, str]  # name, type, width, format, label


def sas7bdat(variables: Sequence[Variable], rows: Sequence[Sequence[Any]]) -> bytes:
    """Returns a file of SAS with these rows. None is missing, and one byte is a missing value with that letter."""
    library = ctypes.PyDLL(str(import_module("pyreadstat._readstat_writer").__file__))
    library.readstat_writer_init.restype = library.readstat_add_variable.restype = ctypes.c_void_p
    content = bytearray()

    def take(data: int, length: int, _context: Any) -> int:
        content.extend(ctypes.string_at(data, length))
        return length

    taker = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)(take)

    writer = ctypes.c_void_p(library.readstat_writer_init())
    library.readstat_set_data_writer(writer, taker)
    places = []
    for name, type, width, format, label in variables:
        place = ctypes.c_void_p(library.readstat_add_variable(writer, name.encode(), type, ctypes.c_size_t(width)))
        library.readstat_variable_set_format(place, format.encode())
        library.readstat_variable_set_label(place, label.encode())
        places.append(place)
    assert library.readstat_begin_writing_sas7bdat(writer, None, ctypes.c_long(len(rows))) == 0
    for row in rows:
        library.readstat_begin_row(writer)
        for place, value in zip(places, row, strict=True):
            _insert(library, writer, place, value)
        library.readstat_end_row(writer)
    assert library.readstat_end_writing(writer) == 0
    return bytes(content)


def _insert(library: Any, writer: ctypes.c_void_p, place: ctypes.c_void_p, value: Any) -> None:
    if value is None:
        fault = library.readstat_insert_missing_value(writer, place)
    elif isinstance(value, bytes):
        fault = library.readstat_insert_tagged_missing_value(writer, place, ctypes.c_char(value))
    elif isinstance(value, str):
        fault = library.readstat_insert_string_value(writer, place, value.encode())
    else:
        fault = library.readstat_insert_double_value(writer, place, ctypes.c_double(value))
    assert fault == 0
