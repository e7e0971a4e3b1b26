"""Lets the tests here import the builders that lie beside them and in `tests/run`."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "run")]
