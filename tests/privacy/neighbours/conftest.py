"""As of the who-may table: a built page, and keys of the test's own."""

from tests.api.conftest import fresh_intake, published_page

__all__ = ["fresh_intake", "published_page"]  # fixtures
