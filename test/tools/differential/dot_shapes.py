"""Runs dots of every type and many shapes on the interpreter and the simulator.

usage: dot_shapes.py FOLDER [minitc-run options, as --sim-target=sm_80]

Writes the kernels to FOLDER. Elements are small integers, so that every sum is
exact in every type and the two devices have to agree to the bit. Prints a line
for each run that fails, and `N passed, N failed`.
"""
import os
import subprocess
import sys

# Types of operands and accumulator.
TYPES = (("f16", "f16", "f32"), ("f16", "f16", "f16"), ("bf16", "bf16", "f32"),
         ("i8", "i8", "i32"), ("f32", "f32", "f32"), ("f64", "f64", "f64"),
         ("f8E4M3FN", "f8E4M3FN", "f32"), ("f8E5M2", "f8E4M3FN", "f16"))
# m, n, k and warps.
SHAPES = ((16, 8, 16, 1), (16, 16, 32, 1), (32, 16, 64, 2), (64, 32, 32, 4), (64, 64, 64, 4),
          (128, 128, 32, 4), (128, 64, 64, 8), (64, 256, 32, 8))
LARGE = (128, 256, 64, 8)
# How an operand comes: rows contiguous, columns contiguous, or the transpose of
# a load whose rows are contiguous.
FORMS = ("rows", "columns", "transposed")
PRECISIONS = {"f32": ("ieee", "tf32", "tf32x3")}


def tile(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def pointers(name, shape, element, form="rows"):
    """Lines that define %NAME_ptrs, a tile of pointers to an array in that form."""
    size, stored = 1, list(shape)
    for dim in shape:
        size *= dim
    if form == "columns":
        stored[-1], stored[-2] = stored[-2], stored[-1]
    order = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
    offsets = f"%{name}_all"
    lines = [f"%{name}_line = tc.arange 0 to {size} : {tile([size], 'i32')}",
             f"{offsets} = tc.reshape %{name}_line : {tile([size], 'i32')} -> {tile(stored, 'i32')}"]
    if form == "columns":
        lines.append(f"%{name}_turned = tc.transpose {offsets} {order} : {tile(stored, 'i32')} -> "
                     f"{tile(shape, 'i32')}")
        offsets = f"%{name}_turned"
    lines.append(f"%{name}_ptrs = tc.addptr %{name}, {offsets} : !tc.ptr<{element}>, "
                 f"{tile(shape, 'i32')}")
    return lines


def load(name, shape, element, form="rows"):
    """Lines that define %NAME_tile."""
    if form != "transposed":
        return [*pointers(name, shape, element, form),
                f"%{name}_tile = tc.load %{name}_ptrs : {tile(shape, f'!tc.ptr<{element}>')}"]
    stored = [*shape[:-2], shape[-1], shape[-2]]
    order = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
    return [*pointers(name, stored, element),
            f"%{name}_row = tc.load %{name}_ptrs : {tile(stored, f'!tc.ptr<{element}>')}",
            f"%{name}_tile = tc.transpose %{name}_row {order} : {tile(stored, element)} -> "
            f"{tile(shape, element)}"]


def store(name, value, shape, element):
    return [*pointers(name, shape, element),
            f"tc.store %{name}_ptrs, {value} : {tile(shape, f'!tc.ptr<{element}>')}"]


def kernel(arguments, warps, lines):
    listed = ", ".join(f"%{name}: !tc.ptr<{element}> {{tc.divisible = 16 : i32}}"
                       for name, element in arguments)
    body = "".join(f"  {line}\n" for line in lines)
    return (f"tc.kernel @dot({listed}) attributes {{num_warps = {warps} : i32}} {{\n"
            f"{body}  tc.return\n}}\n")


def dot_line(result, a, b, acc, types, shapes, precision=None):
    spec = f" precision {precision}" if precision else ""
    listed = ", ".join(tile(shape, element) for shape, element in zip(shapes, types))
    return f"{result} = tc.dot {a}, {b}, {acc}{spec} : {listed}"


def arrays(arguments):
    """The options that give each (name, element, count) an array; the last is the output."""
    *inputs, (output, element, count) = arguments
    options = [f"--arg={name}=randint({size}x{kind}, lo=-3, hi=4, seed={seed})"
               for seed, (name, kind, size) in enumerate(inputs, 1)]
    return [*options, f"--arg={output}=empty({count}x{element})"]


def single(types, shape, forms, precision=None, batch=None):
    """c = a b + c for one tile."""
    m, n, k, warps = shape
    lead = [batch] if batch else []
    shapes = ([*lead, m, k], [*lead, k, n], [*lead, m, n])
    lines = []
    for name, element, dims, form in zip("abc", types, shapes, (*forms, "rows")):
        lines += load(name, dims, element, form)
    lines.append(dot_line("%d", "%a_tile", "%b_tile", "%c_tile", types, shapes, precision))
    lines += store("out", "%d", shapes[2], types[2])
    arguments = list(zip(("a", "b", "c", "out"), (*types, types[2])))
    count = batch or 1
    sizes = (count * m * k, count * k * n, count * m * n, count * m * n)
    named = [(name, element, size) for (name, element), size in zip(arguments, sizes)]
    return kernel(arguments, warps, lines), arrays(named)


def chained(element, shape, warps):
    """out = (a b, narrowed) v: the result of one dot is the left operand of the next."""
    m, n, k = shape
    types = (element, element, "f32")
    lines = [*load("a", (m, k), element), *load("b", (k, n), element),
             *load("v", (n, k), element),
             f"%zero = arith.constant dense<0.0> : {tile((m, n), 'f32')}",
             f"%none = arith.constant dense<0.0> : {tile((m, k), 'f32')}",
             dot_line("%s", "%a_tile", "%b_tile", "%zero", types, ((m, k), (k, n), (m, n))),
             f"%half = arith.truncf %s : {tile((m, n), 'f32')} to {tile((m, n), element)}",
             dot_line("%d", "%half", "%v_tile", "%none", types, ((m, n), (n, k), (m, k))),
             *store("out", "%d", (m, k), "f32")]
    arguments = (("a", element), ("b", element), ("v", element), ("out", "f32"))
    sizes = (m * k, k * n, n * k, m * k)
    named = [(name, kind, size) for (name, kind), size in zip(arguments, sizes)]
    return kernel(arguments, warps, lines), arrays(named)


def in_loop(types, shape, forms):
    """The sum of four dots, the operands of each loaded in a loop."""
    m, n, k, warps = shape
    shapes = ((m, k), (k, n), (m, n))
    ints = [f"%{name} = arith.constant {value} : i32"
            for name, value in (("first", 0), ("last", 4), ("one", 1),
                                ("a_step", m * k), ("b_step", k * n))]
    steps = []
    for name, element in zip("ab", types):
        steps += [f"%{name}_skip = arith.muli %i, %{name}_step : i32",
                  f"%{name} = tc.addptr %{name}_base, %{name}_skip : !tc.ptr<{element}>, i32"]
    lines = [*ints, *load("c", shapes[2], types[2]),
             "%sum = scf.for %i = %first to %last step %one "
             f"iter_args(%acc = %c_tile) -> ({tile(shapes[2], types[2])}) : i32 {{",
             *steps, *load("a", shapes[0], types[0], forms[0]),
             *load("b", shapes[1], types[1], forms[1]),
             dot_line("%d", "%a_tile", "%b_tile", "%acc", types, shapes,
                      "tf32" if types[0] == "f32" else None),
             f"scf.yield %d : {tile(shapes[2], types[2])}", "}",
             *store("out", "%sum", shapes[2], types[2])]
    arguments = (("a_base", types[0]), ("b_base", types[1]), ("c", types[2]), ("out", types[2]))
    sizes = (4 * m * k, 4 * k * n, m * n, m * n)
    named = [(name, kind, size) for (name, kind), size in zip(arguments, sizes)]
    return kernel(arguments, warps, lines), arrays(named)


def cases():
    plain = ("rows", "rows")
    for number, types in enumerate(TYPES):
        for place, shape in enumerate(SHAPES):
            # Every form of either operand comes up with every type.
            turn = number + place
            forms = (FORMS[turn % 3], FORMS[turn // 3 % 3])
            choices = PRECISIONS.get(types[0], (None,))
            precision = choices[place % len(choices)]
            name = "-".join((*types, *map(str, shape), *forms, precision or "exact"))
            yield name, single(types, shape, forms, precision)
        yield f"batch-{'-'.join(types)}", single(
            types, (32, 16, 32, 4), plain, PRECISIONS.get(types[0], (None,))[-1], batch=2)
        yield f"loop-{'-'.join(types)}", in_loop(types, (64, 64, 64, 4),
                                                 (FORMS[number % 2], FORMS[number // 2 % 2]))
    for forms in ((a, b) for a in FORMS for b in FORMS):
        yield f"forms-{'-'.join(forms)}", single(TYPES[0], (64, 64, 64, 4), forms)
    yield "large-f16", single(TYPES[0], LARGE, plain)
    yield "large-bf16", single(TYPES[2], LARGE, ("rows", "columns"))
    yield "small-ieee", single(TYPES[4], (4, 2, 8, 1), plain, "ieee")
    yield "chained-f16", chained("f16", (16, 16, 16), 1)
    yield "chained-bf16", chained("bf16", (64, 128, 64), 8)
    yield "chained-f16-4", chained("f16", (128, 64, 64), 4)


def main(folder, options):
    os.makedirs(folder, exist_ok=True)
    failed = passed = 0
    only = [option[len("--only="):] for option in options if option.startswith("--only=")]
    options = [option for option in options if not option.startswith("--only=")]
    for name, (text, arguments) in cases():
        if only and not any(part in name for part in only):
            continue
        path = os.path.join(folder, name + ".mlir")
        with open(path, "w") as file:
            file.write(text)
        command = ["minitc-run", path, "--device=interp", "--compare=sim", "--rtol=0", "--atol=0",
                   *options, *arguments]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            failed += 1
            print("$", *command, "\n" + run.stdout + run.stderr, sep=" ")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
