"""`dataclass` as in the standard library, made for hundreds of small classes that every start of the program needs.

To the type checker it is the one of the standard library, and to `fields`, `replace` and `is_dataclass` as well. What
differs: methods are written when they are first called (a start uses a part of the classes), and `frozen` is held by
the type checker alone, since a check at each attribute of each node would cost more than making the node.
Slots are always made. There is no `__post_init__`, `InitVar`, `order` or `init=False`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from dataclasses import MISSING, Field
    from types import SimpleNamespace
    from typing import Any

    def dataclass(cls=None, /, *, frozen=False, eq=True, slots=True, kw_only=False):
        def made(plain):
            return _made(plain, frozen, eq, kw_only)

        return made if cls is None else made(cls)

    def _made(plain: type, frozen: bool, eq: bool, kw_only: bool) -> type:
        space = dict(plain.__dict__)
        known: dict[str, Any] = {}
        for base in plain.__mro__[-1:0:-1]:
            known.update(base.__dict__.get("__dataclass_fields__", ()))
        inherited = set(known)
        for name, kind in space.get("__annotations__", {}).items():
            default = space.pop(name, MISSING)
            one = default if isinstance(default, Field) else dataclasses.field(default=default)
            one.name, one.type, one.kw_only, one._field_type = name, kind, kw_only, dataclasses._FIELD
            known[name] = one
        space.pop("__dict__", None)
        space.pop("__weakref__", None)
        space["__slots__"] = tuple(name for name in known if name not in inherited)
        space["__dataclass_fields__"] = known
        space["__dataclass_params__"] = SimpleNamespace(
            init=True, repr=True, eq=eq, order=False, unsafe_hash=False, frozen=frozen
        )
        space["__match_args__"] = tuple(name for name, one in known.items() if not one.kw_only)
        space["__init__"] = _first_init
        space.setdefault("__repr__", _repr)
        if eq:
            space["__eq__"] = _first_eq
            space["__hash__"] = _first_hash if frozen else None
        else:
            space["__eq__"], space["__hash__"] = object.__eq__, object.__hash__
        return type(plain)(plain.__name__, plain.__bases__, space)

    def _first_init(self, *args, **named):
        """Stands for `__init__` until it is first called."""
        cls = _home(type(self), _first_init, "__init__")
        cls.__init__ = _init(cls)
        cls.__init__(self, *args, **named)

    def _first_eq(self, other):
        cls = _home(type(self), _first_eq, "__eq__")
        cls.__eq__ = _eq(cls)
        return cls.__eq__(self, other)

    def _first_hash(self):
        cls = _home(type(self), _first_hash, "__hash__")
        cls.__hash__ = _hash(cls)
        return cls.__hash__(self)

    def _home(cls: type, method: object, name: str) -> type:
        """The class whose method it is that was called: `cls` or, in a plain subclass, one above it."""
        return next(each for each in cls.__mro__ if each.__dict__.get(name) is method)

    def _init(cls: type):
        space: dict[str, Any] = {"_MISSING": MISSING}
        head, keyed, body = ["self"], [], []
        for name, one in cls.__dataclass_fields__.items():
            given, value = name, name
            if one.default_factory is not MISSING:
                space[f"_make_{name}"] = one.default_factory
                given, value = f"{name}=_MISSING", f"_make_{name}() if {name} is _MISSING else {name}"
            elif one.default is not MISSING:
                space[f"_default_{name}"] = one.default
                given = f"{name}=_default_{name}"
            (keyed if one.kw_only else head).append(given)
            body.append(f" self.{name}={value}\n")
        if keyed:
            head += ["*", *keyed]
        return _function(cls, "__init__", f"{','.join(head)}", "".join(body) or " pass\n", space)

    def _eq(cls: type):
        mine, theirs = (
            "".join(f"{who}.{name}," for name in cls.__dataclass_fields__) for who in ("self", "other")
        )
        body = f" if self is other: return True\n if other.__class__ is self.__class__: return ({mine})==({theirs})\n"
        body += " return NotImplemented\n"
        return _function(cls, "__eq__", "self,other", body, {})

    def _hash(cls: type):
        values = "".join(f"self.{name}," for name in cls.__dataclass_fields__)
        return _function(cls, "__hash__", "self", f" return hash(({values}))\n", {})

    def _function(cls: type, name: str, head: str, body: str, space: dict[str, Any]):
        exec(f"def {name}({head}):\n{body}", space)
        made = space[name]
        made.__qualname__ = f"{cls.__qualname__}.{name}"
        return made

    def _repr(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
        return f"{type(self).__qualname__}({inside})"


__all__ = ["dataclass"]
