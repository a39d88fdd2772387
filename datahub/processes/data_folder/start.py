"""Web and worker processes test the data folder when they start, and end where it cannot be used."""

import atexit
import logging
import os
import threading
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from datahub.processes.data_folder.errors import FolderRefused
from datahub.processes.data_folder.identity import check_identity, folders
from datahub.processes.data_folder.locks import check_locks
from datahub.processes.data_folder.presence import Presence, check_others, this_machine

log = logging.getLogger(__name__)
REFUSED = 4  # the exit code of a process that refuses its data folder
AGAIN_SECONDS = 0.2


def check_data_folder() -> None:
    """Refuses a data folder that is not the one of the database, or in which locks do not hold between processes."""
    check_locks(folders().values())
    check_identity()


def join() -> Presence | None:
    """Tests the data folder, and says to processes of other machines that this one lives. On SQLite there is no other
    machine."""
    check_data_folder()
    if connection.vendor == "sqlite":
        return None
    machine = this_machine()
    presence = Presence(Path(settings.DATA), machine)
    try:
        check_others(presence, machine)
    except (FolderRefused, OSError):
        presence.end()
        raise
    presence.keep_beating()
    atexit.register(presence.end)
    return presence


def join_or_end() -> None:
    """Tests the data folder; where it is refused, the process ends with the reason in the log. While the database does
    not answer or has no tables yet, or the disk is full, nobody can know: a thread tests the folder once it can."""
    try:
        join()
    except FolderRefused as refusal:
        end(refusal)
    except (DatabaseError, OSError) as error:
        log.warning("the data folder is tested once database and disk answer: %s", type(error).__name__)
        threading.Thread(target=join_later, name="data-folder", daemon=True).start()
    finally:
        connection.close()


def join_later() -> None:
    pause = threading.Event()
    while True:
        pause.wait(AGAIN_SECONDS)
        try:
            join()
        except FolderRefused as refusal:
            end(refusal)
        except (DatabaseError, OSError):
            continue
        else:
            return
        finally:
            connection.close()


def end(refusal: FolderRefused) -> None:
    log.critical("%s", refusal)
    os._exit(REFUSED)  # sys.exit ends neither a thread's process nor the web server that imports the application
