"""Lets the tests here import what lies beside them, and the written games of `conformance/`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "conformance"))
