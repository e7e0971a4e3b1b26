"""Lets the tests here import what lies in `tests/run` and `tests/knowledge`."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "run"), str(HERE.parent / "knowledge")]
