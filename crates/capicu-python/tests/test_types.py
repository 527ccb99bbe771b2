"""The stubs are complete and true."""

import os
import subprocess
import sys
from pathlib import Path

import capicu
import pytest

PACKAGE = Path(capicu.__file__).parent


def run(*arguments):
    cache = PACKAGE.parent / "mypy-cache"
    environment = os.environ | {"MYPYPATH": str(PACKAGE.parent), "MYPY_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=PACKAGE.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_pass_mypy_strict():
    pytest.importorskip("mypy")
    run("mypy", "--strict", "-p", "capicu")


def test_stubs_match_the_engine():
    pytest.importorskip("mypy")
    run("mypy.stubtest", "capicu._engine")


def test_everything_public_has_a_docstring():
    for name in capicu.__all__:
        assert getattr(capicu, name).__doc__, name
    for kind in (capicu.Rules, capicu.Round, capicu.View, capicu.Knowledge, capicu.Bot, capicu.Match):
        for name, member in vars(kind).items():
            if callable(member) and not name.startswith("_") and name != "copy":
                assert member.__doc__, (kind, name)
