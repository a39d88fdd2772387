"""What a spreadsheet program would do with a text that somebody else chose."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def without_formula(text: str) -> str:
    """A spreadsheet takes a text that begins so for a formula, also after it has been saved as another kind of file."""
    return f"'{text}" if text.startswith(_FORMULA) else text
