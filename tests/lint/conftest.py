"""Lets the tests here import the helpers of `tests/check`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "check"))
