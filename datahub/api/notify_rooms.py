"""A lower layer tells higher layers here what happened to one of its things, without importing them."""

from django.conf import settings
from django.utils.module_loading import import_string


def tell(setting: str, *arguments: object) -> None:
    """Calls every function that the setting names, in its order, in the caller's transaction if there is one."""
    for path in getattr(settings, setting):
        import_string(path)(*arguments)
