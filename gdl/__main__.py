"""`python -m gdl` is `gdl`."""

import sys

from gdl.cli import main

sys.exit(main())
