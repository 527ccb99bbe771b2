"""The stubs are complete and true."""

import os
import subprocess
import sys
from pathlib import Path

import capicu
import pytest

PACKAGE = Path(capicu.__file__).parent


CHECKS = [("mypy", "--strict", "-p", "capicu"), ("mypy.stubtest", "capicu._engine")]


def test_stubs_pass_mypy_strict_and_match_the_engine():
    pytest.importorskip("mypy")
    # Both at once, since they take the longest of all tests.
    running = []
    for number, arguments in enumerate(CHECKS):
        cache = PACKAGE.parent.parent / f"mypy-cache-{number}"
        environment = os.environ | {"MYPYPATH": str(PACKAGE.parent), "MYPY_CACHE_DIR": str(cache)}
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=environment,
                cwd=PACKAGE.parent,
            )
        )
    for process in running:
        printed, _ = process.communicate()
        assert process.returncode == 0, printed


def test_everything_public_has_a_docstring():
    for name in capicu.__all__:
        assert getattr(capicu, name).__doc__, name
    for kind in (capicu.Rules, capicu.Round, capicu.View, capicu.Knowledge, capicu.Bot, capicu.Match):
        for name, member in vars(kind).items():
            if callable(member) and not name.startswith("_") and name != "copy":
                assert member.__doc__, (kind, name)
