"""Every bench runs once, small and without its peers: one that the product has left behind is found at once."""

import math

import pytest

from benchmarks.__main__ import BENCHES
from benchmarks.weight import PAGES


@pytest.mark.parametrize("name", BENCHES)
def test_a_small_run_of_the_bench_measures_something(name: str) -> None:
    if name in {"respond", "studio"} and not PAGES.is_dir():
        pytest.skip("the pages have not been built; scripts/test builds them")
    lines = list(BENCHES[name].small())
    assert {line.bench for line in lines} == {name}
    assert all(math.isfinite(line.ours) and line.ours >= 0 for line in lines)
