//===- TCAttrs.td - Enumerations of the tc dialect ---------*- tablegen -*-===//

#ifndef MINITC_DIALECT_TC_IR_TCATTRS_TD
#define MINITC_DIALECT_TC_IR_TCATTRS_TD

include "minitc/Dialect/TC/IR/TCDialect.td"
include "mlir/IR/EnumAttr.td"

class TC_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::tc";
  let genSpecializedAttr = 0;
}

def TC_Axis : TC_Enum<"Axis", "a dimension of the grid", [
    I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">,
    I32EnumAttrCase<"Z", 2, "z">]>;
def TC_AxisAttr : EnumAttr<TC_Dialect, TC_Axis, "grid_axis"> {
  let assemblyFormat = "$value";
}

def TC_ReduceKind : TC_Enum<"ReduceKind", "a named reduction", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">,
    I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
    I32EnumAttrCase<"MaxNum", 4, "maxnum">, I32EnumAttrCase<"MinNum", 5, "minnum">,
    I32EnumAttrCase<"UMax", 6, "umax">, I32EnumAttrCase<"UMin", 7, "umin">,
    I32EnumAttrCase<"And", 8, "and">, I32EnumAttrCase<"Or", 9, "or">,
    I32EnumAttrCase<"Xor", 10, "xor">,
    I32EnumAttrCase<"ArgMax", 11, "argmax">, I32EnumAttrCase<"ArgMin", 12, "argmin">]>;
def TC_ReduceKindAttr : EnumAttr<TC_Dialect, TC_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "$value";
}

def TC_CacheModifier : TC_Enum<"CacheModifier", "a cache operator of PTX", [
    I32EnumAttrCase<"CA", 0, "ca">, I32EnumAttrCase<"CG", 1, "cg">,
    I32EnumAttrCase<"CS", 2, "cs">, I32EnumAttrCase<"CV", 3, "cv">,
    I32EnumAttrCase<"WB", 4, "wb">, I32EnumAttrCase<"WT", 5, "wt">]>;
def TC_CacheModifierAttr : EnumAttr<TC_Dialect, TC_CacheModifier, "cache"> {
  let assemblyFormat = "$value";
}

def TC_EvictionPolicy : TC_Enum<"EvictionPolicy", "when a cache line may go", [
    I32EnumAttrCase<"First", 0, "first">, I32EnumAttrCase<"Last", 1, "last">]>;
def TC_EvictionPolicyAttr : EnumAttr<TC_Dialect, TC_EvictionPolicy, "evict"> {
  let assemblyFormat = "$value";
}

#endif // MINITC_DIALECT_TC_IR_TCATTRS_TD
