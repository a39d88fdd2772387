"""These tests compare what the locks of the product and of its extras say of each other."""

import re
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_extra_is_locked_at_the_opendp_of_the_product_and_its_jax_is_in_no_other_lock() -> None:
    locks = {name: (ROOT / name).read_text("utf-8") for name in ("requirements.txt", "requirements-aim.txt")}
    pinned = {name: re.findall(r"^opendp==(\S+)", text, re.MULTILINE) for name, text in locks.items()}
    assert pinned["requirements.txt"] == pinned["requirements-aim.txt"] == [version("opendp")]
    for package in ("jax", "jaxlib", "mbi", "polars"):
        assert re.search(rf"^{package}==", locks["requirements-aim.txt"], re.MULTILINE)
        assert not re.search(rf"^{package}==", locks["requirements.txt"], re.MULTILINE)
