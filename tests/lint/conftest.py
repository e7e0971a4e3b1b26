"""Lets the tests here import what lies beside them, and the helpers of `tests/check`."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "check")]
