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

def TC_AtomicKind : TC_Enum<"AtomicKind", "what an atomic op does to memory", [
    I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">,
    I32EnumAttrCase<"Xor", 2, "xor">, I32EnumAttrCase<"Add", 3, "add">,
    I32EnumAttrCase<"Max", 4, "max">, I32EnumAttrCase<"Min", 5, "min">,
    I32EnumAttrCase<"UMax", 6, "umax">, I32EnumAttrCase<"UMin", 7, "umin">,
    I32EnumAttrCase<"Xchg", 8, "xchg">, I32EnumAttrCase<"FAdd", 9, "fadd">,
    I32EnumAttrCase<"FMax", 10, "fmax">, I32EnumAttrCase<"FMin", 11, "fmin">]>;
def TC_AtomicKindAttr : EnumAttr<TC_Dialect, TC_AtomicKind, "atomic_kind"> {
  let assemblyFormat = "$value";
}

def TC_MemoryOrder : TC_Enum<"MemoryOrder", "what an atomic op orders", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">,
    I32EnumAttrCase<"Acquire", 1, "acquire">,
    I32EnumAttrCase<"Release", 2, "release">,
    I32EnumAttrCase<"AcqRel", 3, "acq_rel">]>;
def TC_MemoryOrderAttr : EnumAttr<TC_Dialect, TC_MemoryOrder, "order"> {
  let assemblyFormat = "$value";
}

def TC_MemoryScope : TC_Enum<"MemoryScope", "who sees that an op is atomic", [
    I32EnumAttrCase<"CTA", 0, "cta">, I32EnumAttrCase<"GPU", 1, "gpu">,
    I32EnumAttrCase<"Sys", 2, "sys">]>;
def TC_MemoryScopeAttr : EnumAttr<TC_Dialect, TC_MemoryScope, "scope"> {
  let assemblyFormat = "$value";
}

def TC_DotPrecision : TC_Enum<"DotPrecision", "how exact the products of an f32 dot are", [
    I32EnumAttrCase<"IEEE", 0, "ieee">, I32EnumAttrCase<"TF32", 1, "tf32">,
    I32EnumAttrCase<"TF32x3", 2, "tf32x3">]>;
def TC_DotPrecisionAttr : EnumAttr<TC_Dialect, TC_DotPrecision, "precision"> {
  let assemblyFormat = "$value";
}

#endif // MINITC_DIALECT_TC_IR_TCATTRS_TD
