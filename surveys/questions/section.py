"""Words between questions; nothing is answered."""

from surveys.questions.question_type import ItemType, no_faults, no_texts

SECTION = ItemType(slug="section", fields={}, check_complete=no_faults, texts=no_texts)
