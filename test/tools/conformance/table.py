"""The table of operations in the README, from the cells of the matrix."""
import collections

from elements import EVERY, F8, FLOATS, INTEGERS, STORED
from elementwise import FLOAT_CLOSE, FLOAT_EXACT
from products import FORMS, form_of


def pairs(condition, sources, targets):
    return frozenset(f"{s} to {t}" for s in sources for t in targets if condition(s, t))


def names(elements):
    return frozenset(map(str, elements))


# The sets of types that occur, in words.
WORDS = {
    names(EVERY): "every type, pointers too",
    names(STORED): "every type in memory",
    names(INTEGERS): "integers",
    names(FLOATS): "floats",
    names(INTEGERS + FLOATS): "integers and floats",
    pairs(lambda s, t: s.bits < t.bits, INTEGERS, INTEGERS): "an integer to a wider one",
    pairs(lambda s, t: s.bits > t.bits, INTEGERS, INTEGERS): "an integer to a narrower one",
    pairs(lambda s, t: True, INTEGERS, FLOATS): "integers to floats",
    pairs(lambda s, t: True, FLOATS, INTEGERS): "floats to integers",
    pairs(lambda s, t: s.bits < t.bits, F8 + FLOATS, FLOATS): "an f8 or a float to a wider float",
    pairs(lambda s, t: s.bits > t.bits, FLOATS, FLOATS): "a float to a narrower one",
    pairs(lambda s, t: True, FLOATS, F8): "floats to f8",
    pairs(lambda s, t: s.bits == t.bits, STORED, STORED): "between types of one width",
    pairs(lambda s, t: True, INTEGERS, INTEGERS): "scalar integers to index and back",
    frozenset(form_of(*form) for form in FORMS):
        "i8 into i32; f16 and f8 into f16 or f32; bf16 into f32; f32 into f32; f64 into f64",
}
NOTES = {"math.fpowi": "; an exponent of at most 32 bits"}
PREPOSITIONS = ("by", "over")


def in_words(types):
    """Of types such as "f32", and of others that say "by i8"."""
    parts = collections.defaultdict(set)
    for type in types:
        first, _, rest = type.partition(" ")
        parts[first if first in PREPOSITIONS else ""].add(rest if first in PREPOSITIONS else type)
    return ", ".join(f"{how} {set_in_words(members)}".lstrip()
                     for how, members in sorted(parts.items()))


def set_in_words(types):
    if frozenset(types) in WORDS:
        return WORDS[frozenset(types)]
    order = [*map(str, EVERY), "index"]
    if not types <= set(order):
        raise ValueError(f"expected a set of types that has a name, but got {sorted(types)}")
    return " ".join(sorted(types, key=order.index))


def note(op):
    """What the values are held to, where it is not plain."""
    if op in FLOAT_CLOSE:
        return f"; within {FLOAT_CLOSE[op][1]} ulp on f32"
    if op in FLOAT_EXACT:
        return "; rounded once"
    return NOTES.get(op, "")


def spelled(ops):
    """`arith.addi` `arith.subi` as one `arith`: addi, subi; kinds likewise."""
    families = collections.defaultdict(list)
    for op in ops:
        separator = " " if " " in op else "."
        family, _, name = op.partition(separator)
        families[family].append(name)
    return "; ".join(f"`{family}` {', '.join(members)}" for family, members in families.items())


def table(cases):
    """The rows of what is in the language: operations, types and notes."""
    cells = collections.defaultdict(set)
    for case in cases:
        if case.message is None:
            cells[case.op].add(case.type)
    rows = collections.defaultdict(list)
    for op, types in cells.items():
        rows[in_words(types), note(op)].append(op)
    lines = ["| operations | on |", "| --- | --- |"]
    lines += [f"| {spelled(ops)} | {types + text} |" for (types, text), ops in rows.items()]
    return "\n".join(lines) + "\n"
