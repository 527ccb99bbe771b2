"""The notebooks run in their short form, which shows no strength."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "notebooks"


def test_short_forms_run():
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    # All at once: each takes a second or two.
    running = {
        path.name: subprocess.Popen(
            [sys.executable, path, "--short"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        for path in sorted(FOLDER.glob("*.py"))
    }
    printed = {}
    for name, process in running.items():
        printed[name] = process.communicate(timeout=60)[0]
        assert process.returncode == 0, (name, printed[name])
    for name, words in [
        ("double_lead.py", "difference for the same deals"),
        ("my_match.py", "result 0.0 %"),
        ("ppo.py", "over 5 paired deals"),
    ]:
        assert words in printed[name], (name, printed[name])
    assert len(printed) == 3
