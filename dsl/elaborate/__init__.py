"""Bound, typed and explained: syntax nodes become statements and expressions of the IR, with every name settled.

    declarations ─ world.collect ─► World ─ layout ─► slots ─ functions, events, flow ─► functions ─ dsl/lower ─► Program

Every module works on a `World` (what is declared) and, inside bodies, on a `Cx` (where we are). Errors are diagnostics in
`World.diagnostics`; a part that is wrong has type `ANY`, which agrees with everything, so that one mistake is told once.
"""

# An expression has expressions in it, so the modules for its forms import each other. Begun here, each of them
# is complete before another needs more of it than its name.
from gdl.dsl.elaborate import expressions as _expressions  # noqa: F401
