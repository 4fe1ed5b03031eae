// Pointers as integers and back, pointers to other element types over the same
// bytes, and null pointers under a false mask.
//
// DATA: x = f32(1.0, -2.0, 0.5, 3.75, -0.0, 100.0, 1e-3, -1e10)
// DATA: bits = x.view(np.int32)
// DATA: bytes = x.view(np.int8)
// DATA: reversed = x[::-1].copy()
// DATA: apart = i64(*range(0, 32, 4))
// DATA: guarded = f32(9, 9, 9, 9, 9, 9, 9, 9)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='bits=empty(8xi32)' --arg='bytes=empty(32xi8)' --arg='reversed=empty(8xf32)' --arg='apart=empty(8xi64)' --arg='guarded=empty(8xf32)' --check=bits=@%t/bits.npy --check=bytes=@%t/bytes.npy --check=reversed=@%t/reversed.npy --check=apart=@%t/apart.npy --check=guarded=@%t/guarded.npy --rtol=0 --atol=0

tc.kernel @pointer_casts(%x: !tc.ptr<f32>, %bits: !tc.ptr<i32>,
                         %bytes: !tc.ptr<i8>, %reversed: !tc.ptr<f32>,
                         %apart: !tc.ptr<i64>, %guarded: !tc.ptr<f32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %j = tc.arange 0 to 32 : tensor<32xi32>
  %words = tc.bitcast %x : !tc.ptr<f32> -> !tc.ptr<i32>
  %p_words = tc.addptr %words, %i : !tc.ptr<i32>, tensor<8xi32>
  %a = tc.load %p_words : tensor<8x!tc.ptr<i32>>
  %p_bits = tc.addptr %bits, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_bits, %a : tensor<8x!tc.ptr<i32>>
  %octets = tc.bitcast %x : !tc.ptr<f32> -> !tc.ptr<i8>
  %p_octets = tc.addptr %octets, %j : !tc.ptr<i8>, tensor<32xi32>
  %b = tc.load %p_octets : tensor<32x!tc.ptr<i8>>
  %p_bytes = tc.addptr %bytes, %j : !tc.ptr<i8>, tensor<32xi32>
  tc.store %p_bytes, %b : tensor<32x!tc.ptr<i8>>

  // Addresses from the last element back.
  %p = tc.addptr %x, %i : !tc.ptr<f32>, tensor<8xi32>
  %address = tc.ptr_to_int %p : tensor<8x!tc.ptr<f32>> -> tensor<8xi64>
  %first = tc.ptr_to_int %x : !tc.ptr<f32> -> i64
  %firsts = tc.splat %first : i64 -> tensor<8xi64>
  %distance = arith.subi %address, %firsts : tensor<8xi64>
  %p_apart = tc.addptr %apart, %i : !tc.ptr<i64>, tensor<8xi32>
  tc.store %p_apart, %distance : tensor<8x!tc.ptr<i64>>
  %k28 = arith.constant dense<28> : tensor<8xi64>
  %end = arith.addi %firsts, %k28 : tensor<8xi64>
  %back = arith.subi %end, %distance : tensor<8xi64>
  %q = tc.int_to_ptr %back : tensor<8xi64> -> tensor<8x!tc.ptr<f32>>
  %c = tc.load %q : tensor<8x!tc.ptr<f32>>
  %p_reversed = tc.addptr %reversed, %i : !tc.ptr<f32>, tensor<8xi32>
  tc.store %p_reversed, %c : tensor<8x!tc.ptr<f32>>

  %zero = arith.constant dense<0> : tensor<8xi64>
  %null = tc.int_to_ptr %zero : tensor<8xi64> -> tensor<8x!tc.ptr<f32>>
  %never = arith.constant dense<false> : tensor<8xi1>
  %nine = arith.constant 9.0 : f32
  %d = tc.load %null mask %never other %nine : tensor<8x!tc.ptr<f32>>
  tc.store %null, %d mask %never : tensor<8x!tc.ptr<f32>>
  %p_guarded = tc.addptr %guarded, %i : !tc.ptr<f32>, tensor<8xi32>
  tc.store %p_guarded, %d : tensor<8x!tc.ptr<f32>>
  tc.return
}
