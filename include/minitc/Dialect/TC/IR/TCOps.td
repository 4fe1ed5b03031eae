//===- TCOps.td - Operations of the tc dialect -------------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TC_IR_TCOPS_TD
#define MINITC_DIALECT_TC_IR_TCOPS_TD

include "minitc/Dialect/TC/IR/TCAttrs.td"
include "minitc/Dialect/TC/IR/TCTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TC_Op<string mnemonic, list<Trait> traits = []>
    : Op<TC_Dialect, mnemonic, traits>;

/// A mask, where there is one, has the shape of what it masks.
class TC_MaskMatches<string masked> : OptionalTypesMatchWith<
    "the mask is an i1 for each element of '" # masked # "'", masked, "mask",
    "::mlir::tc::maskTypeOf($_self)">;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def TC_KernelOp : TC_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope,
    OpAsmOpInterface, SingleBlock]> {
  let summary = "an entry point, run by every program instance of a grid";
  let description = [{
    Arguments are scalars or pointers; there are no results; the name is a C
    identifier. `num_warps` (a power of two up to 32) and `num_stages` are
    optional: missing means that the compiler chooses. `tc.divisible` on an
    argument promises that its value (for a pointer: its address) is a multiple
    of the number given; the launcher refuses a launch that breaks the promise.

    ```mlir
    tc.kernel @fill(%out: !tc.ptr<f32> {tc.divisible = 16 : i32}, %x: f32)
        attributes {num_warps = 1 : i32} {
      %i = tc.arange 0 to 32 : tensor<32xi32>
      %p = tc.addptr %out, %i : !tc.ptr<f32>, tensor<32xi32>
      %v = tc.splat %x : f32 -> tensor<32xf32>
      tc.store %p, %v : tensor<32x!tc.ptr<f32>>
      tc.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<I32Attr>:$num_warps,
                       OptionalAttr<I32Attr>:$num_stages,
                       OptionalAttr<StrArrayAttr>:$arg_names,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The name that an argument has in the source, without '%'; "arg<index>"
    /// where it has none.
    std::string getArgumentName(unsigned index);

    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::mlir::LogicalResult verifyType();

    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setNameFn);
  }];
}

def TC_ReturnOp : TC_Op<"return", [Pure, Terminator, HasParent<"KernelOp">,
                                   ReturnLike]> {
  let summary = "ends a kernel";
  let description = [{
    ```mlir
    tc.kernel @nothing() {
      tc.return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

/// Bounds of an integer result, where they follow from the op or from its source.
def TC_InferIntRange
    : DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRanges"]>;

class TC_GridOp<string mnemonic> : TC_Op<mnemonic, [Pure, TC_InferIntRange,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins TC_AxisAttr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "`` $axis attr-dict `:` type($result)";
}

def TC_ProgramIdOp : TC_GridOp<"program_id"> {
  let summary = "which program instance this is, along x, y or z";
  let description = [{
    ```mlir
    %pid = tc.program_id x : i32
    ```
  }];
}

def TC_NumProgramsOp : TC_GridOp<"num_programs"> {
  let summary = "how many program instances there are, along x, y or z";
  let description = [{
    ```mlir
    %n = tc.num_programs y : i32
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Making and shaping tiles
//===----------------------------------------------------------------------===//

def TC_ArangeOp : TC_Op<"arange", [Pure, TC_InferIntRange,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "start, start+1, ..., end-1";
  let description = [{
    A tile of rank 1 and integers of 32 or 64 bits, of `end` - `start` elements.

    ```mlir
    %i = tc.arange 0 to 128 : tensor<128xi32>
    ```
  }];
  let arguments = (ins I64Attr:$start, I64Attr:$end);
  let results = (outs TC_IntTile:$result);
  let assemblyFormat = "custom<ArangeBounds>($start, $end) attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TC_SplatOp : TC_Op<"splat", [Pure, TC_InferIntRange]> {
  let summary = "a tile whose every element is one scalar";
  let description = [{
    ```mlir
    %t = tc.splat %s : f32 -> tensor<8xf32>
    ```
  }];
  let arguments = (ins TC_Scalar:$source);
  let results = (outs TC_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

class TC_TileToTile<string mnemonic, list<Trait> traits = []>
    : TC_Op<mnemonic, [Pure, TC_InferIntRange] # traits> {
  let results = (outs TC_Tile:$result);
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TC_ExpandDimsOp : TC_TileToTile<"expand_dims"> {
  let summary = "inserts a dimension of size 1";
  let description = [{
    ```mlir
    %r = tc.expand_dims %t axis 1 : tensor<8xf32> -> tensor<8x1xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source, I32Attr:$axis);
  let assemblyFormat = "$source `axis` custom<Int>($axis) attr-dict `:` type($source) `->` type($result)";
}

def TC_BroadcastOp : TC_TileToTile<"broadcast"> {
  let summary = "stretches dimensions of size 1";
  let description = [{
    ```mlir
    %r = tc.broadcast %t : tensor<8x1xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def TC_ReshapeOp : TC_TileToTile<"reshape"> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    ```mlir
    %r = tc.reshape %t : tensor<8x4xf32> -> tensor<32xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def TC_TransposeOp : TC_TileToTile<"transpose"> {
  let summary = "permutes dimensions";
  let description = [{
    Dimension i of the result is dimension `order[i]` of the source.

    ```mlir
    %r = tc.transpose %t [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TC_Tile:$source, DenseI32ArrayAttr:$order);
  let assemblyFormat = "$source $order attr-dict `:` type($source) `->` type($result)";
}

//===----------------------------------------------------------------------===//
// Pointers and casts
//===----------------------------------------------------------------------===//

def TC_AddPtrOp : TC_Op<"addptr", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a pointer plus a count of elements";
  let description = [{
    The offset is signed. Scalar with scalar, tile with tile, and mixed: a
    scalar is spread over the tile. The result type is inferred.

    ```mlir
    %q = tc.addptr %p, %i : !tc.ptr<f32>, tensor<8xi32>
    ```
  }];
  let arguments = (ins TC_PtrValue:$ptr, TC_IntValue:$offset);
  let results = (outs TC_PtrValue:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($ptr) `,` type($offset)";
  let hasFolder = 1;
}

class TC_Cast<string mnemonic, Type from, Type to> : TC_Op<mnemonic, [Pure]> {
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TC_IntToPtrOp : TC_Cast<"int_to_ptr", TC_IntValue, TC_PtrValue> {
  let summary = "i64 addresses as pointers";
  let description = [{
    ```mlir
    %p = tc.int_to_ptr %i : tensor<8xi64> -> tensor<8x!tc.ptr<f32>>
    ```
  }];
}

def TC_PtrToIntOp : TC_Cast<"ptr_to_int", TC_PtrValue, TC_IntValue> {
  let summary = "pointers as i64 addresses";
  let description = [{
    ```mlir
    %i = tc.ptr_to_int %p : tensor<8x!tc.ptr<f32>> -> tensor<8xi64>
    ```
  }];
}

def TC_BitcastOp : TC_Cast<"bitcast", TC_PtrValue, TC_PtrValue> {
  let summary = "a pointer to another element type";
  let description = [{
    Between pointer types only; values use `arith.bitcast`.

    ```mlir
    %q = tc.bitcast %p : !tc.ptr<i8> -> !tc.ptr<f32>
    ```
  }];
}

def TC_ToF8Op : TC_Cast<"to_f8", TC_FloatValue, TC_FloatValue> {
  let summary = "rounds to f8, saturating";
  let description = [{
    From f16, bf16, f32 or f64 to f8E4M3FN or f8E5M2: to nearest, ties to even;
    what is too large, infinity included, becomes the largest finite value of
    its sign; NaN stays NaN. Back: `arith.extf`.

    ```mlir
    %y = tc.to_f8 %x : tensor<8xf32> -> tensor<8xf8E4M3FN>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def TC_LoadOp : TC_Op<"load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads what pointers point to";
  let description = [{
    `mask` and `other` come together or not at all. A lane whose mask is false
    reads nothing and yields `other`, a scalar or (with its type stated) a tile.
    Options, in this order: a cache operator, an eviction policy, `volatile`.
    They are hints, and PTX has no access with two of them: a volatile access
    drops the others, a cache operator the eviction policy.

    ```mlir
    %x = tc.load %p : tensor<8x!tc.ptr<f32>>
    %y = tc.load %p mask %m other %s : tensor<8x!tc.ptr<f32>>
    %z = tc.load %p mask %m other %x cache cg evict first volatile : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
    ```
  }];
  let arguments = (ins TC_PtrValue:$ptr, Optional<TC_MaskValue>:$mask,
                       Optional<TC_Value>:$other,
                       OptionalAttr<TC_CacheModifierAttr>:$cache,
                       OptionalAttr<TC_EvictionPolicyAttr>:$evict,
                       UnitAttr:$isVolatile);
  let results = (outs TC_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TC_StoreOp : TC_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes what pointers point to";
  let description = [{
    Each element is stored once, even where the layout holds it twice. Options
    as for `tc.load`.

    ```mlir
    tc.store %p, %v mask %m : tensor<8x!tc.ptr<f32>>
    ```
  }];
  let arguments = (ins TC_PtrValue:$ptr, TC_Value:$value,
                       Optional<TC_MaskValue>:$mask,
                       OptionalAttr<TC_CacheModifierAttr>:$cache,
                       OptionalAttr<TC_EvictionPolicyAttr>:$evict,
                       UnitAttr:$isVolatile);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def TC_BarrierOp : TC_Op<"barrier", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "orders the memory accesses of one program instance";
  let description = [{
    Two accesses to one element by different ops, one of them a write, are
    ordered only by a barrier between them, or when both go through the same
    pointer value.

    ```mlir
    tc.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def TC_ReduceOp : TC_Op<"reduce", [
    RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "combines the elements along one axis";
  let description = [{
    The axis is required. A tile of rank 1 reduces to a scalar. Three forms:

    - named: sum prod max min maxnum minnum umax umin and or xor. `max` and
      `min` propagate NaN, `maxnum` and `minnum` ignore it; on integers `max`
      and `min` are signed. Floats narrower than f32 combine in f32 and round
      once. The order is unspecified but fixed for one compiled kernel.
    - `argmax` and `argmin` give the element and its i32 index along the axis:
      ties (-0 and +0 too) go to the lowest index, a NaN wins.
    - a region that combines two groups of elements, the left ones first, over
      any number of tiles. It must be associative. Operands keep their order
      unless it is marked `commutative`.

    ```mlir
    %s = tc.reduce sum %x axis 0 : tensor<8x4xf32> -> tensor<4xf32>
    %v, %i = tc.reduce argmax %r axis 0 : tensor<8xf32> -> f32, i32
    %p = tc.reduce (%r) axis 0 commutative combine {
    ^bb0(%a: f32, %b: f32):
      %c = arith.mulf %a, %b : f32
      tc.yield %c : f32
    } : (tensor<8xf32>) -> (f32)
    ```
  }];
  let arguments = (ins Variadic<TC_Tile>:$sources, I32Attr:$axis,
                       OptionalAttr<TC_ReduceKindAttr>:$kind,
                       UnitAttr:$commutative);
  let results = (outs Variadic<TC_Value>:$results);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSources().front().getType());
    }
    bool hasIndex() {
      return getKind() == ReduceKind::ArgMax || getKind() == ReduceKind::ArgMin;
    }
    /// Whether the elements may be combined in any order.
    bool isReorderable() { return getKind().has_value() || getCommutative(); }
  }];
}

def TC_YieldOp : TC_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "ends a combiner";
  let description = [{
    ```mlir
    %p = tc.reduce (%r) axis 0 combine {
    ^bb0(%a: f32, %b: f32):
      tc.yield %b : f32
    } : (tensor<8xf32>) -> (f32)
    ```
  }];
  let arguments = (ins Variadic<TC_Scalar>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

include "minitc/Dialect/TC/IR/TCShapeOps.td"
include "minitc/Dialect/TC/IR/TCScanOps.td"
include "minitc/Dialect/TC/IR/TCDotOps.td"
include "minitc/Dialect/TC/IR/TCAtomicOps.td"
include "minitc/Dialect/TC/IR/TCViewOps.td"
include "minitc/Dialect/TC/IR/TCDebugOps.td"

#endif // MINITC_DIALECT_TC_IR_TCOPS_TD
