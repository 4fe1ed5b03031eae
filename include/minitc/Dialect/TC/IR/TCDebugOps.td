//===- TCDebugOps.td - Looking at a kernel from outside ----*- tablegen -*-===//
//
// Included by TCOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_DIALECT_TC_IR_TCDEBUGOPS_TD
#define MINITC_DIALECT_TC_IR_TCDEBUGOPS_TD

def TC_PrintOp : TC_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "writes text and values to the host's standard output";
  let description = [{
    A line for each element of each value, `(0, 0, 0) [3]: x = 1.5` with the
    program instance and the element's index (none for a scalar), or one line
    where there is no value. Integers are signed, floats have as many digits as
    tell any two values of their type apart, pointers are hexadecimal. Lines of
    one program instance come in order. The comma keeps a print of text alone
    from taking the result that the next line starts with for a value.

    ```mlir
    tc.print "x = ", %x : tensor<8xf32>
    ```
  }];
  let arguments = (ins StrAttr:$prefix, Variadic<TC_Value>:$values);
  let assemblyFormat = "$prefix (`,` $values^ `:` type($values))? attr-dict";
}

def TC_AssertOp : TC_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "ends the kernel if a condition is false";
  let description = [{
    Where any element is false the device traps, and the launch fails with the
    text, the source line, the program instance and the index of an element that
    is false. What a thread stored before it is stored.

    ```mlir
    tc.assert %c, "the index is in range" : tensor<8xi1>
    ```
  }];
  let arguments = (ins TC_MaskValue:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // MINITC_DIALECT_TC_IR_TCDEBUGOPS_TD
