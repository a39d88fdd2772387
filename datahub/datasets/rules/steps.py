"""Numbers of rows that stand in clear, as the progress of a job does, are told in steps: the store shows them in such
steps too."""

ROWS_A_STEP = 2**14  # a quarter of a block of columns


def done_in_steps(rows: int) -> int:
    """Returns the rows of the steps that are whole."""
    return rows // ROWS_A_STEP * ROWS_A_STEP


def total_in_steps(rows: int) -> int:
    """Returns the rows of as many steps as so many rows need; none have the total of a number that is not known."""
    return -(-rows // ROWS_A_STEP) * ROWS_A_STEP
