"""This module is about a single choice among many options, which the page shows as a list to open."""

from dataclasses import replace

from surveys.questions.single_choice import SINGLE_CHOICE

DROPDOWN = replace(SINGLE_CHOICE, slug="dropdown")
