//===- TCGDialect.td - The tcg dialect ---------------------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TCG_IR_TCGDIALECT_TD
#define MINITC_DIALECT_TCG_IR_TCGDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TCG_Dialect : Dialect {
  let name = "tcg";
  let cppNamespace = "::mlir::tcg";
  let dependentDialects = ["::mlir::tc::TCDialect"];
  let summary = "Tiles with a place on the GPU";
  let description = [{
    After `tcg-assign-layouts` every tile carries a `#tcg.layout` that says which
    thread's register holds which element; the ops stay those of tc, arith and
    math. This dialect adds only what that makes necessary: converting a tile
    from one layout to another, and shared memory.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

def TCG_LayoutAttr : AttrDef<TCG_Dialect, "Layout",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "layout";
  let summary = "a linear layout: where each element of a tile lives";
  let description = [{
    The images, as tile coordinates, of the bits of the register, lane and warp
    index (a tile held by threads) or of the offset in elements (a tile in
    shared memory). The element at a place is the XOR of the images of the bits
    that are set in it. A dimension without bits is left out.

    `#tcg.layout<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]],
    warp = [[128], [256]]}>` gives each of 128 threads four neighbouring
    elements.
  }];
  let parameters = (ins "unsigned":$rank,
                        ArrayRefParameter<"int32_t">:$registers,
                        ArrayRefParameter<"int32_t">:$lanes,
                        ArrayRefParameter<"int32_t">:$warps,
                        ArrayRefParameter<"int32_t">:$offsets);
  let hasCustomAssemblyFormat = 1;
  let skipDefaultBuilders = 0;
  let extraClassDeclaration = [{
    /// The attribute for a layout; block bases are not part of it.
    static LayoutAttr get(::mlir::MLIRContext *context,
                          const ::minitc::LinearLayout &layout);
    /// The layout that this is for a tile of `shape`.
    ::minitc::LinearLayout getLayout(::llvm::ArrayRef<int64_t> shape) const;
  }];
}

def TCG_TensorMapAttr : AttrDef<TCG_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "an array in global memory, as the launcher describes it to TMA";
  let description = [{
    Sizes and strides in elements, which the launcher computes from the kernel's
    arguments: postfix expressions of `%N` (argument N), decimal constants and
    `add`, `sub`, `mul`, `min` and `max` with a width, to which the result wraps.
    `base` is the number of the argument that points to the array. A window of
    it has these extents, two of which are more than 1; one of these two has a
    stride of 1.

    `#tcg.tensor_map<base = 0, element = f16, sizes = ["%2", "%3"],
    strides = ["%3 2 mul.64", "1"], window = [128, 64]>`
  }];
  let parameters = (ins "unsigned":$base, "::mlir::Type":$element,
                        "::mlir::ArrayAttr":$sizes, "::mlir::ArrayAttr":$strides,
                        "::mlir::DenseI64ArrayAttr":$window);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getWindow().size(); }
    /// The dimension of stride 1.
    unsigned getContiguousDim() const;
    /// The two dimensions in which a window has an extent.
    std::array<unsigned, 2> getTileDims() const;
    /// The shape of a window as a tile of rank 2.
    std::array<int64_t, 2> getTileShape() const;
  }];
}

def TCG_SharedType : TypeDef<TCG_Dialect, "Shared"> {
  let mnemonic = "shared";
  let summary = "a tile in shared memory";
  let description = [{
    `!tcg.shared<[64, 64] x f32, #tcg.layout<{offset = [...]}>>`. An i1 takes a
    byte, a pointer eight.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType, "LayoutAttr":$layout);
  let assemblyFormat = "`<` `[` $shape `]` `x` $elementType `,` $layout `>`";
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$elementType,
           "const ::minitc::LinearLayout &":$layout), [{
    ::mlir::MLIRContext *context = elementType.getContext();
    return $_get(context, layout.shape(), elementType, LayoutAttr::get(context, layout));
  }]>];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    ::minitc::LinearLayout getLinearLayout() const { return getLayout().getLayout(getShape()); }
    /// Bytes that the tile takes.
    unsigned getBytes() const;
  }];
}

#endif // MINITC_DIALECT_TCG_IR_TCGDIALECT_TD
