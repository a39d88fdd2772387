"""These settings say how much may be uploaded, and how long unfinished uploads wait: the part of `datahub.settings`
that is of data sets."""

from datahub import environment

#: Days after which a file that nobody goes on sending, declaring or loading is dropped with its pieces.
ABANDONED_UPLOAD_DAYS = environment.number("DATAHUB_ABANDONED_UPLOAD_DAYS", 14)
#: Bytes of the largest file that a data set is made of.
LARGEST_UPLOAD = environment.number("DATAHUB_LARGEST_UPLOAD", 4 * 1024**3)
#: Data sets one person may own.
MOST_DATASETS = environment.number("DATAHUB_MOST_DATASETS", 200)
#: Memory of the process in which an uploaded Parquet file or workbook is read; one that needs more is refused. macOS
#: does not keep to it.
READER_MEGABYTES = environment.number("DATAHUB_READER_MEGABYTES", 1024)
