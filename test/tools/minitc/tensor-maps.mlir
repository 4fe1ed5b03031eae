// What a launcher has to know of the tensor maps that a kernel takes: sizes and
// strides by steps, an argument at its own width, the fastest dimension first.
//
// RUN: minitc %s --target=sm_90a -o %t.ptx --emit-metadata
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t.ptx.json
// PTX: .visible .entry k(
// PTX: .param .align 64 .b8 k_param_5[128]
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
// JSON: "tensor_maps": [
// JSON: "base": 0,
// JSON-NEXT: "type": "f16",
// JSON-NEXT: "sizes": [
// JSON: "op": "argument",
// JSON-NEXT: "value": 2,
// JSON-NEXT: "bits": 32
// JSON: "op": "argument",
// JSON-NEXT: "value": 1,
// JSON-NEXT: "bits": 32
// JSON: "strides": [
// JSON: "op": "argument",
// JSON-NEXT: "value": 3,
// JSON-NEXT: "bits": 64
// JSON: "op": "constant",
// JSON-NEXT: "value": 8,
// JSON: "op": "multiply",
// JSON: "box": [
// JSON-NEXT: 32,
// JSON-NEXT: 64
// JSON: "swizzle_bytes": 64
//
// Without, it takes its arguments alone, and copies by pointers; so it does on a GPU
// that has none.
//
// RUN: minitc %s --target=sm_90a -o - --tensor-maps=off | FileCheck %s --check-prefix=OFF
// RUN: minitc %s --target=sm_80 -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: cp.async.bulk
// OFF-NOT: k_param_5
tc.kernel @k(%a: !tc.ptr<f16> {tc.divisible = 16 : i32}, %m: i32, %n: i32, %ld: i64,
             %out: !tc.ptr<f32>) attributes {num_warps = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %eight = arith.constant 8 : i64
  %zero = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %w = arith.constant dense<1.0> : tensor<32x32xf16>
  %stride = arith.muli %ld, %eight : i64
  %as = tc.make_view %a, shape [%m, %n], strides [%stride, %one] : !tc.ptr<f16> -> !tc.view<64x32xf16>
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%sum = %zeros) -> (tensor<64x32xf32>) : i32 {
    %x = tc.load_view %as[%c0, %i] other %zero : !tc.view<64x32xf16>
    %d = tc.dot %x, %w, %sum : tensor<64x32xf16>, tensor<32x32xf16>, tensor<64x32xf32>
    scf.yield %d : tensor<64x32xf32>
  }
  %e = tc.arange 0 to 2048 : tensor<2048xi32>
  %o = tc.reshape %e : tensor<2048xi32> -> tensor<64x32xi32>
  %q = tc.addptr %out, %o : !tc.ptr<f32>, tensor<64x32xi32>
  tc.store %q, %r : tensor<64x32x!tc.ptr<f32>>
  tc.return
}
