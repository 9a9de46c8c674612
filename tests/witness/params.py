"""What a witness is handed: all parameters of its check in one place."""


def frozen(value):
    """A hashable picture of a parameter value."""
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    if isinstance(value, dict):
        return tuple((key, frozen(entry)) for key, entry in value.items())
    return value if isinstance(value, Params) else (type(value), value)  # 1 is not True


class Params:
    """The parameters of a check, read as p.armor or p["armor"]: there are no others, and none is ever set."""

    __slots__ = ("__dict__", "_hash", "_key")

    def __init__(self, **values):
        vars(self).update(values)
        object.__setattr__(self, "_key", frozen(dict(sorted(values.items()))))
        object.__setattr__(self, "_hash", hash(self._key))

    def __setattr__(self, name, value):
        raise AttributeError(f"{name} is only read")

    def __getitem__(self, name):
        return vars(self)[name]

    def __eq__(self, other):
        return self is other or (isinstance(other, Params) and self._key == other._key)

    def __hash__(self):
        return self._hash


def changed(p, **others):
    """The same parameters, some of them changed or new."""
    return Params(**{**vars(p), **others})


def chosen(p, names):
    """Some of the parameters."""
    return {name: p[name] for name in names}
