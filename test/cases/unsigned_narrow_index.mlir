// Bytes 128 to 255 as offsets: zero-extended they go forward. As they are they
// are signed, as every offset is, and go back.
//
// DATA: x = i32(*range(1000, 1256))
// DATA: index = i8(*range(128, 256))
// DATA: forward = i32(*range(1128, 1256))
// DATA: back = i32(*range(1000, 1128))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=index=@%t/index.npy --arg='forward=empty(128xi32)' --arg='back=empty(128xi32)' --check=forward=@%t/forward.npy --check=back=@%t/back.npy

tc.kernel @unsigned_narrow_index(%x: !tc.ptr<i32>, %index: !tc.ptr<i8>,
                                 %forward: !tc.ptr<i32>, %back: !tc.ptr<i32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %p_index = tc.addptr %index, %i : !tc.ptr<i8>, tensor<128xi32>
  %byte = tc.load %p_index : tensor<128x!tc.ptr<i8>>
  %wide = arith.extui %byte : tensor<128xi8> to tensor<128xi32>
  %p_x = tc.addptr %x, %wide : !tc.ptr<i32>, tensor<128xi32>
  %a = tc.load %p_x : tensor<128x!tc.ptr<i32>>
  %p_forward = tc.addptr %forward, %i : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_forward, %a : tensor<128x!tc.ptr<i32>>
  %k128 = arith.constant 128 : i32
  %middle = tc.addptr %x, %k128 : !tc.ptr<i32>, i32
  %p_middle = tc.addptr %middle, %byte : !tc.ptr<i32>, tensor<128xi8>
  %b = tc.load %p_middle : tensor<128x!tc.ptr<i32>>
  %p_back = tc.addptr %back, %i : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_back, %b : tensor<128x!tc.ptr<i32>>
  tc.return
}
