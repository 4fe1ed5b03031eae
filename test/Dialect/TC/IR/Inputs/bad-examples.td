def First : TC_Op<"first"> {
  let description = [{
    ```mlir
    %0 = tc.program_id x : i32
    ```
  }];
}

def Second : TC_Op<"second", [Pure]> {
  let description = [{
    ```mlir
    %0 = tc.second %x : f32
    ```
  }];
}
