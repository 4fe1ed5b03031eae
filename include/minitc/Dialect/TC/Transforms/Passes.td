//===- Passes.td - Passes on the tc level -----------------*- tablegen -*-===//
//
// Declares the passes that run while tiles have no place on the GPU yet.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_TRANSFORMS_PASSES_TD
#define MINITC_DIALECT_TC_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckPass : Pass<"tc-check", "::mlir::ModuleOp"> {
  let summary = "Refuse what is not in the language, and say what to write";
  let description = [{
    The arith, math, scf and func ops have no tc verifier, so this pass runs
    first and reports, each with its location, every op outside the language and
    every type outside it. What it lets through, the later passes lower:

    - a module of `tc.kernel` and of `func.func` with a body of one block;
    - in their bodies `tc`, `arith`, `math` and `ub.poison`; of `scf`: for, if,
      while and their terminators; of `func`: call and return;
    - scalars, pointers and tiles (`tc::whyIllegalType`). `index` only as a
      scalar in the bounds of `scf.for`, in `arith.constant` and in
      `arith.index_cast` and `index_castui`: loops over i32 need none of it;
    - f8 as a storage type: of arith, only constant, extf, select and bitcast;
    - rounding to nearest even, which is what the target does.

    Recursion shows when inlining is done: `tc-remove-functions`.

    ```mlir
    %0 = arith.constant dense<0.0> : tensor<3xf32>
    // error: 'arith.constant' op result 0 is 'tensor<3xf32>': expected every
    // dimension of a tile to be a power of two, but got 3: pad it to 4 and mask
    // the rest
    ```
  }];
}

def RemoveFunctionsPass : Pass<"tc-remove-functions", "::mlir::ModuleOp"> {
  let summary = "Remove the helper functions after inlining";
  let description = [{
    Runs after the inliner. A call that is still there is recursive, or in
    recursion's way: an error. Otherwise no function is called any more, and all
    of them go, so that a module of kernels is left.

    ```mlir
    func.func @helper(%x: f32) -> f32 { ... }
    tc.kernel @k() { ... }
    // becomes
    tc.kernel @k() { ... }
    ```
  }];
  let statistics = [
    Statistic<"numRemoved", "num-removed", "Number of functions removed">
  ];
}

def LintPass : Pass<"tc-lint", "::mlir::ModuleOp"> {
  let summary = "Warn about masked lanes that change a reduction's result";
  let description = [{
    Follows the fill of each masked load forward as the constant that it is: a
    fill that reaches a named `tc.reduce` without being neutral there (0 into
    max, -inf into sum) is warned about, with a note at the load and the fill
    that would be right. Changes nothing.

    The constant is followed through shape ops, casts, and whatever folds when
    given it (exp of -inf is 0, which is fine in a sum); infinity stays what it
    is under addition, and zero under multiplication, since the data is taken to
    be finite. `arith.select` on the load's own mask puts a new fill in. Any
    other arithmetic with values that are not constant ends the search: silence
    proves nothing.

    The lowest value of a type without -inf, and the lowest of a narrower type
    that was extended, count as neutral for max; likewise for min.

    Runs before anything folds, so that locations are those of the source.

    ```mlir
    %x = tc.load %p mask %m other %zero : tensor<8x!tc.ptr<f32>>
    %y = tc.reduce max %x axis 0 : tensor<8xf32> -> f32
    // warning: masked lanes put 0.000000e+00 into 'max', where 0xFF800000 would
    // change nothing
    ```
  }];
}

def SpecializePass : Pass<"tc-specialize", "::mlir::ModuleOp"> {
  let summary = "Fix kernel arguments to values and promises";
  let description = [{
    Each fact names an argument, and holds for every kernel that has it:

    - `n=1024`: uses of the integer argument become that constant. The argument
      stays in the signature, so that a launch looks the same;
    - `n:divisible=16`: `tc.divisible` becomes the least common multiple of what
      it was and that power of two.

    Errors: an argument that no kernel has, a value that does not fit the type
    or breaks a promise, a value for a pointer or a float.

    ```mlir
    tc.kernel @k(%p: !tc.ptr<f32>, %n: i32) { ... %n ... }
    // with facts=n=1024,p:divisible=16 becomes
    tc.kernel @k(%p: !tc.ptr<f32> {tc.divisible = 16 : i32}, %n: i32) {
      %c1024_i32 = arith.constant 1024 : i32
      ... %c1024_i32 ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    ListOption<"facts", "facts", "std::string",
               "What is known: NAME=VALUE or NAME:divisible=POWER_OF_TWO">
  ];
}

def ApplyFastMathPass : Pass<"tc-apply-fast-math"> {
  let summary = "Ask for fast, approximate float arithmetic in every op";
  let description = [{
    What `--fast-math` stands for: adds `arcp`, `afn` and `nsz` to the flags of
    every float op but the casts. Runs before `tc-legalize-floats`, which hands
    an op's flags on to its f32 form.

    Three flags are left out on purpose. `nnan` and `ninf` would make the
    infinities that masked loads use as neutral fills undefined. `reassoc` would
    let each compiler stage sum in an order of its own. `contract` is
    `tc-form-fma`'s to decide, under its own switch; on casts it would also
    remove the rounding between f16 ops.

    ```mlir
    %0 = math.exp %x : tensor<128xf32>
    // becomes
    %0 = math.exp %x fastmath<nsz,arcp,afn> : tensor<128xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numOps", "num-ops", "Number of ops that were given flags">
  ];
}

def ExpandF8Pass : Pass<"tc-expand-f8"> {
  let summary = "Put conversions from and to f8 in terms that the target has";
  let description = [{
    `tc.to_f8` rounds once, to nearest even, whatever it starts from: f64 goes
    through an f32 rounded to odd, f16 and bf16 through f32, which holds them.
    What is then left depends on the target:

    - with `native`, `tc.to_f8` from f32, and `arith.extf` from f8;
    - without, neither: they become arithmetic on f32 and its bits, with no
      branch, exact for every input (subnormals, infinities and NaNs included).

    ```mlir
    %0 = arith.extf %x : tensor<128xf8E5M2> to tensor<128xf32>
    // becomes
    %1 = arith.bitcast %x : tensor<128xf8E5M2> to tensor<128xi8>
    %2 = arith.extui %1 : tensor<128xi8> to tensor<128xi16>
    %3 = arith.shli %2, %c8 : tensor<128xi16>
    %4 = arith.bitcast %3 : tensor<128xi16> to tensor<128xf16>
    %0 = arith.extf %4 : tensor<128xf16> to tensor<128xf32>
    ```
  }];
  let options = [
    Option<"native", "native", "bool", "false",
           "the target converts f32 to f8 and f8 to f16">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def LegalizeFloatsPass : Pass<"tc-legalize-floats"> {
  let summary = "Compute f16 and bf16 in f32, rounding after every op";
  let description = [{
    Puts every `arith` and `math` op on f16 and bf16, scalar or tile, between
    `extf` to f32 and one `truncf` back. The op keeps its own fast-math flags;
    the casts carry none, so that nothing removes the rounding between two ops.

    ```mlir
    %0 = arith.addf %a, %b : tensor<128xf16>
    // becomes
    %1 = arith.extf %a : tensor<128xf16> to tensor<128xf32>
    %2 = arith.extf %b : tensor<128xf16> to tensor<128xf32>
    %3 = arith.addf %1, %2 : tensor<128xf32>
    %0 = arith.truncf %3 : tensor<128xf32> to tensor<128xf16>
    ```

    Add, subtract, multiply, divide and square root come out correctly rounded
    (f32 has more than twice the digits). `math.fma` is an f32 fma rounded once
    more: within 0.5 + 2^-13 ulp of the exact value for f16, 2^-16 for bf16.

    Casts are correctly rounded, whatever the target has instructions for:
    - f64 to f16 or bf16 goes through an f32 rounded to odd, since two roundings
      to nearest are not one;
    - i32 and i64 to bf16 first gather the bits that f32 (f64) could not hold
      into one sticky bit; to f16 an f32 in between does no harm, as every
      integer that it rounds is beyond f16's range;
    - f16 and bf16 to f64 go through f32.

    Exact on the narrow type and left there: constants, `select`, `bitcast`,
    `negf`, `absf`, `maximumf`, `minimumf`, `maxnumf`, `minnumf`. Casts from and to
    f8 are `tc-expand-f8`'s.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numOps", "num-ops", "Number of ops moved to f32">
  ];
}

def FormFMAPass : Pass<"tc-form-fma"> {
  let summary = "Contract a multiply and an add into a fused multiply-add";
  let description = [{
    Rewrites `a*b + c`, `c + a*b`, `a*b - c` and `c - a*b` on f32 and f64 to
    `math.fma`, with `arith.negf` for the signs (free on the GPU). This is the
    only place where contraction is decided: LLVM's own stays off, so that the
    GPU and the simulator round alike, and `--fp-contract=off` is this pass left
    out. No flag on the ops is asked for.

    A product is contracted only where all its users are adds and subtracts in
    its block, so that the multiply goes away.

    ```mlir
    %0 = arith.mulf %a, %b : tensor<128xf32>
    %1 = arith.subf %c, %0 : tensor<128xf32>
    // becomes
    %0 = arith.negf %a : tensor<128xf32>
    %1 = math.fma %0, %b, %c : tensor<128xf32>
    ```

    Runs after `tc-legalize-floats`, so that f16 products keep their rounding,
    and before `tc-expand-math`, whose expansions are written to the last bit.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numFormed", "num-formed", "Number of fused multiply-adds formed">
  ];
}

def ExpandMathPass : Pass<"tc-expand-math"> {
  let summary = "Expand math functions that no instruction computes well";
  let description = [{
    Writes f32 functions out in instructions, branch-free, to these bounds over
    all inputs, subnormals, infinities and NaNs included:

    | op | bound | by |
    | --- | --- | --- |
    | exp | 2 ulp | two-term reduction, ex2.approx on the rest, scaling |
    | exp2 | 2 ulp | ex2.approx, scaled where the result is subnormal |
    | tanh | 2 ulp | 1 - 2/(1+exp(2\|x\|)) from 1 on, an odd polynomial below |
    | log, log2 | 3 ulp | exponent and a polynomial on [2/3, 4/3) |

    `math.exp2 fastmath<afn>` in the result stands for the instruction
    `ex2.approx.ftz.f32`, and `arith.divf fastmath<afn>` of 1 for
    `rcp.approx.ftz.f32`, each less than 1 ulp off. (Without `.ftz` they cost 4
    and 8 machine instructions instead of 1, for subnormals that do not occur
    here.) Multiply-adds are explicit `math.fma` ops and nothing else may be
    contracted: results are then the same bits on every machine but for those
    two instructions.

    Also expanded, exactly: `clampf` (NaN goes through), `sincos` into `sin` and
    `cos`, and `ipowi` into multiplies (a negative exponent truncates to zero
    unless the base is 1 or -1). `fpowi` with an exponent that may be negative
    becomes one with half of it, squared, since libdevice's overflows where the
    result is subnormal.

    What stays, and how it is selected later:
    - with `afn`, on f32: every op above, as approximate instructions;
    - f64 exp, exp2, tanh, log, log2: libdevice;
    - instructions on f32 and f64: absf, ceil, floor, trunc, round, roundeven,
      copysign, fma, sqrt, rsqrt, isnan, isinf, isfinite, isnormal, absi, ctlz,
      cttz, ctpop; arith.divf is div.rn, arith.maximumf and its kin are max and
      min;
    - arith.remf: libdevice's fmod, which is exact. LLVM's own expansion for
      this target, which divides, truncates and multiplies back, is wrong for
      large quotients;
    - the rest of math (sin, cos, erf, powf, expm1, log1p, log10, cbrt, ...):
      libdevice.

    f16 and bf16 are gone by now (`tc-legalize-floats`).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ExpandReductionsPass : Pass<"tc-expand-reductions"> {
  let summary = "Put reductions in simpler terms";
  let description = [{
    `argmax` and `argmin` become a commutative reduction of (element, index)
    pairs with a region: the better element wins, a NaN over any number, and of
    equally good ones that with the lower index. Named reductions of f16 and
    bf16 are widened to f32 and round once.

    ```mlir
    %s = tc.reduce sum %x axis 0 : tensor<8xf16> -> f16
    ```
    becomes
    ```mlir
    %w = arith.extf %x : tensor<8xf16> to tensor<8xf32>
    %t = tc.reduce sum %w axis 0 : tensor<8xf32> -> f32
    %s = arith.truncf %t : f32 to f16
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tc::TCDialect"];
}

def ExpandViewsPass : Pass<"tc-expand-views"> {
  let summary = "Put views in terms of pointers and masks";
  let description = [{
    A view becomes a pointer, its sizes and its strides, through scf.for, if and
    while and arith.select too. A load or store through it becomes one of a tile
    of pointers with a mask, true where the place is inside the array. Offsets
    are i64: a stride that is the constant 1 shows to the analysis of
    contiguity.

    ```mlir
    %v = tc.make_view %p, shape [%n], strides [%one] : !tc.ptr<f32> -> !tc.view<128xf32>
    %t = tc.load_view %v[%i] other %z : !tc.view<128xf32>
    // becomes, but for casts and splats
    %first = arith.muli %i, %one : i64
    %q = tc.addptr %p, %first : !tc.ptr<f32>, i64
    %lanes = tc.arange 0 to 128 : tensor<128xi32>
    %offsets = arith.muli %lanes, %one : tensor<128xi64>
    %ptrs = tc.addptr %q, %offsets : !tc.ptr<f32>, tensor<128xi64>
    %places = arith.addi %i, %lanes : tensor<128xi32>
    %mask = arith.cmpi ult, %places, %n : tensor<128xi32>
    %t = tc.load %ptrs mask %mask other %z : tensor<128x!tc.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tc::TCDialect",
                           "::mlir::ub::UBDialect"];
}

def ExpandDotsPass : Pass<"tc-expand-dots"> {
  let summary = "Put dots in terms that tensor cores have";
  let description = [{
    - `precision tf32x3`: each operand is split into a number of 10 bits of
      mantissa and what is left, and three dots of tf32 leave out only the
      product of the two rests. Infinities and NaNs are in the last one alone.
    - f8: the operands become f16, which is exact, unless wgmma of sm_90a takes
      the shape.

    Dots of `precision tf32` stay: tensor cores do not look at the bits that are
    too many.

    ```mlir
    %d = tc.dot %a, %b, %c precision tf32x3 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    // becomes, after the split
    %0 = tc.dot %restA, %finiteB, %c precision tf32 : ...
    %1 = tc.dot %finiteA, %restB, %0 precision tf32 : ...
    %d = tc.dot %bigA, %bigB, %1 precision tf32 : ...
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"sm_80\"", "the GPU">,
    Option<"numWarps", "num-warps", "unsigned", "0",
           "warps of a block; 0: as the kernel says">
  ];
  let statistics = [
    Statistic<"numTF32x3", "num-tf32x3", "Number of tf32x3 dots expanded">,
    Statistic<"numF8", "num-f8", "Number of dots of f8 whose operands became f16">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tc::TCDialect"];
}

#endif // MINITC_DIALECT_TC_TRANSFORMS_PASSES_TD
