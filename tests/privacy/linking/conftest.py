"""This module provides the same page, keys, intake and researcher as the tests of the surveys themselves."""

from surveys.tests.conftest import ana, built_page, fresh_intake, key_folder

__all__ = ["ana", "built_page", "fresh_intake", "key_folder"]
