"""Numbers of rows that are stored unsealed, such as the progress of a job, are rounded to steps: sizes in the store
show them in these steps anyway."""

ROWS_A_STEP = 2**14  # a step is a quarter of the largest block of columns


def done_in_steps(rows: int) -> int:
    """Returns the number of rows, rounded down to a whole number of steps."""
    return rows // ROWS_A_STEP * ROWS_A_STEP


def total_in_steps(rows: int) -> int:
    """Returns the number of rows, rounded up to a whole number of steps; 0, the total while it is not known, stays
    0."""
    return -(-rows // ROWS_A_STEP) * ROWS_A_STEP
