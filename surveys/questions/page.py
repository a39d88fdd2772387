"""A page item begins a page of the questionnaire; the items after it are on this page, up to the next page item."""

from surveys.questions.question_type import SHUFFLE, ItemType, no_faults, no_texts

PAGE = ItemType(slug="page", fields={"shuffle": SHUFFLE}, check_complete=no_faults, texts=no_texts, begins_page=True)
