"""This module is about the beginning of a page; what follows stands on it, up to the next."""

from surveys.questions.question_type import SHUFFLE, ItemType, no_faults, no_texts

PAGE = ItemType(slug="page", fields={"shuffle": SHUFFLE}, check_complete=no_faults, texts=no_texts, begins_page=True)
