//===- TCAtomicOps.td - Atomic memory access ---------------*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCATOMICOPS_TD
#define MINITC_DIALECT_TC_IR_TCATOMICOPS_TD

class TC_AtomicOp<string mnemonic, list<Trait> traits = []>
    : TC_Op<mnemonic, [AllTypesMatch<["value", "result"]>,
                       MemoryEffects<[MemRead, MemWrite]>] # traits> {
  let results = (outs TC_Value:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether the whole instance's earlier accesses come before it.
    bool releases() {
      return getOrder() == MemoryOrder::Release ||
             getOrder() == MemoryOrder::AcqRel;
    }
    /// Whether the whole instance's later accesses come after it.
    bool acquires() {
      return getOrder() == MemoryOrder::Acquire ||
             getOrder() == MemoryOrder::AcqRel;
    }
  }];
}

def TC_AtomicRMWOp : TC_AtomicOp<"atomic_rmw", [TC_MaskMatches<"ptr">]> {
  let summary = "changes memory in one step and yields the old value";
  let description = [{
    Kinds: and or xor add max min umax umin (integers of 32 or 64 bits), xchg
    (anything of 32 or 64 bits), fadd (f16 bf16 f32 f64), fmax and fmin (f32
    f64; they ignore a NaN, as C's do). Orders: relaxed, acquire, release,
    acq_rel; scopes: cta, gpu, sys. A release orders the whole instance's
    earlier accesses before it, an acquire the later ones after it.

    Each element is changed once, by a thread of its own or by the one that
    stands for those that hold copies of it. Yields what was there before; 0
    where masked off. GPUs take subnormal numbers for zero in an fadd of f32.

    ```mlir
    %old = tc.atomic_rmw fadd relaxed gpu %p, %v mask %m : tensor<8x!tc.ptr<f32>>, tensor<8xf32>
    ```
  }];
  let arguments = (ins TC_AtomicKindAttr:$kind, TC_MemoryOrderAttr:$order,
                       TC_MemoryScopeAttr:$scope, TC_PtrValue:$ptr,
                       TC_Value:$value, Optional<TC_MaskValue>:$mask);
  let assemblyFormat = [{
    `` $kind `` $order `` $scope $ptr `,` $value (`mask` $mask^)? attr-dict `:`
    type($ptr) `,` type($value)
  }];
}

def TC_AtomicCASOp : TC_AtomicOp<"atomic_cas", [
    AllTypesMatch<["compare", "value"]>]> {
  let summary = "replaces what memory holds if it is what is expected";
  let description = [{
    Of 32 or 64 bits, compared bit by bit. Yields what was there before. Orders
    and scopes as for `tc.atomic_rmw`.

    ```mlir
    %old = tc.atomic_cas acq_rel gpu %p, %expected, %new : !tc.ptr<i32>, i32
    ```
  }];
  let arguments = (ins TC_MemoryOrderAttr:$order, TC_MemoryScopeAttr:$scope,
                       TC_PtrValue:$ptr, TC_Value:$compare, TC_Value:$value);
  let assemblyFormat = [{
    `` $order `` $scope $ptr `,` $compare `,` $value attr-dict `:` type($ptr) `,`
    type($value)
  }];
}

#endif // MINITC_DIALECT_TC_IR_TCATOMICOPS_TD
