"""Puts this folder's helpers on the path: tests are imported one by one, not as a package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
