"""How much may be put in, and how long what was begun waits: the part of `datahub.settings` that is of data sets."""

from datahub import environment

ABANDONED_UPLOAD_DAYS = environment.number("DATAHUB_ABANDONED_UPLOAD_DAYS", 14)
LARGEST_UPLOAD = environment.number("DATAHUB_LARGEST_UPLOAD", 4 * 1024**3)
MOST_DATASETS = environment.number("DATAHUB_MOST_DATASETS", 200)  # of one person
READER_MEGABYTES = environment.number("DATAHUB_READER_MEGABYTES", 1024)  # to read packed files in
