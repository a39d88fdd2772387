"""Keep the respondent page as it is built now, under the hash of its files."""

from surveys.models import Bundle, BundleFile
from surveys.publishing.built_page import files_and_brotli, hash_of, media_type


def keep_current() -> Bundle:
    """Keeps the bundle of now, inside the transaction that publishes with it."""
    built = files_and_brotli()
    bundle, is_new = Bundle.objects.get_or_create(hash=hash_of({name: body for name, (body, _) in built.items()}))
    if is_new:
        BundleFile.objects.bulk_create(
            BundleFile(bundle=bundle, name=name, type=media_type(name), body=body, brotli=brotli)
            for name, (body, brotli) in built.items()
        )
    return bundle
