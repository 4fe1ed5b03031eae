//===- TCTypes.td - Types of the tc dialect ----------------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TC_IR_TCTYPES_TD
#define MINITC_DIALECT_TC_IR_TCTYPES_TD

include "minitc/Dialect/TC/IR/TCDialect.td"
include "mlir/IR/AttrTypeBase.td"

def TC_PtrType : TypeDef<TC_Dialect, "Ptr"> {
  let mnemonic = "ptr";
  let summary = "a pointer to an element in global memory";
  let description = [{
    `!tc.ptr<f32>` points to an f32 in global memory. An i1 in memory is one
    byte: stored as 0 or 1, any nonzero byte loads as true.
  }];
  let parameters = (ins "::mlir::Type":$pointee);
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee), [{
    return $_get(pointee.getContext(), pointee);
  }]>];
  let assemblyFormat = "`<` $pointee `>`";
  let genVerifyDecl = 1;
}

def TC_ViewType : TypeDef<TC_Dialect, "View"> {
  let mnemonic = "view";
  let summary = "a window on a strided array in global memory";
  let description = [{
    `!tc.view<128x64xf16>` is a window of 128 x 64 elements, made by
    `tc.make_view`. What stands in for the window when it is loaded is a tile of
    that shape.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The tile that the window holds.
    ::mlir::RankedTensorType getTileType() const {
      return ::mlir::RankedTensorType::get(getShape(), getElementType());
    }
    int64_t getRank() const { return getShape().size(); }
  }];
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def TC_Tile : Type<CPred<"::mlir::tc::isTile($_self)">,
    "a tile (rank 1 to 5, every dimension a power of two, at most 2^20 elements)",
    "::mlir::RankedTensorType">;
def TC_Scalar : Type<CPred<"::mlir::tc::isScalar($_self)">,
    "a scalar (i1 i8 i16 i32 i64, f8E4M3FN f8E5M2 f16 bf16 f32 f64, or a pointer)">;
def TC_Value : Type<
    CPred<"::mlir::tc::isScalar($_self) || ::mlir::tc::isTile($_self)">,
    "a scalar or a tile">;

class TC_ValueOf<string pred, string what> : Type<
    And<[TC_Value.predicate,
         CPred<"::llvm::" # pred # "(::mlir::getElementTypeOrSelf($_self))">]>,
    what # " or a tile of them">;
def TC_PtrValue : TC_ValueOf<"isa<::mlir::tc::PtrType>", "a pointer">;
def TC_IntValue : TC_ValueOf<"isa<::mlir::IntegerType>", "an integer">;
def TC_FloatValue : TC_ValueOf<"isa<::mlir::FloatType>", "a float">;
def TC_IntTile : Type<
    And<[TC_Tile.predicate,
         CPred<"::llvm::isa<::mlir::IntegerType>(::mlir::getElementTypeOrSelf($_self))">]>,
    "a tile of integers", "::mlir::RankedTensorType">;
def TC_View : Type<CPred<"::llvm::isa<::mlir::tc::ViewType>($_self)">, "a view">;
def TC_MaskValue : Type<
    And<[TC_Value.predicate,
         CPred<"::mlir::getElementTypeOrSelf($_self).isInteger(1)">]>,
    "an i1 or a tile of i1">;

#endif // MINITC_DIALECT_TC_IR_TCTYPES_TD
