"""Every case, by family."""
import atomics
import casts
import control
import debugging
import elementwise
import memory
import products
import reductions
import shapes
import views

from case import folding

FAMILIES = (elementwise, casts, shapes, memory, views, control, reductions, products, atomics,
            debugging)

# Cases of these shapes, of one instance each, come once more with data that are
# constants.
FOLDED = ((), (16,), (1, 64))


def all_cases():
    for family in FAMILIES:
        for case in family.cases():
            yield case
            is_run = case.message is None and case.compiler_message is None
            if is_run and case.shape in FOLDED and not case.has_own_grid:
                yield folding(case)
