"""The Python blocks of the documentation run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["crates/capicu-python/README.md", "docs/python.md"]


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_the_page_run(page, capsys):
    found = blocks(page)
    assert found, page
    for block in found:
        exec(compile(block, page, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_readme_begins_with_a_short_example():
    first, *_ = blocks(PAGES[0])
    assert len(first.splitlines()) <= 20
