// A count of true values, compared with 0 and stored as an i1: one byte that is
// 1, not 255. Its neighbours stay.
//
// DATA: out = i8(5, 1, 0, 5)
// DATA: bytes = i8(5, 5, 5, 5)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg='flags=ones(256xi1)' --arg=out=@%t/bytes.npy --check=out=@%t/out.npy

tc.kernel @store_to_bool(%flags: !tc.ptr<i1>, %out: !tc.ptr<i8>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %p_flags = tc.addptr %flags, %i : !tc.ptr<i1>, tensor<256xi32>
  %flag = tc.load %p_flags : tensor<256x!tc.ptr<i1>>
  %ones = arith.extui %flag : tensor<256xi1> to tensor<256xi32>
  %count = tc.reduce sum %ones axis 0 : tensor<256xi32> -> i32
  %zero = arith.constant 0 : i32
  %some = arith.cmpi sgt, %count, %zero : i32
  %none = arith.cmpi sle, %count, %zero : i32
  %bools = tc.bitcast %out : !tc.ptr<i8> -> !tc.ptr<i1>
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %second = tc.addptr %bools, %k1 : !tc.ptr<i1>, i32
  %third = tc.addptr %bools, %k2 : !tc.ptr<i1>, i32
  tc.store %second, %some : !tc.ptr<i1>
  tc.store %third, %none : !tc.ptr<i1>
  tc.return
}
