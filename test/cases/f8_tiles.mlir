// f8 as a storage type: bytes pass through loads, selections, shape operations,
// bitcasts, masked stores and constants unchanged, NaN included.
//
// DATA: x = np.arange(256, dtype=np.uint8)
// DATA: y = x[::-1].copy()
// DATA: turned = x.reshape(16, 16).T.ravel()
// DATA: chosen = np.where(x % 3 == 0, x, y).astype(np.uint8)
// DATA: bits = x ^ np.uint8(0x80)
// DATA: masked = np.where(np.arange(256) < 100, y, f8E5M2([1.5])).astype(np.uint8)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=y=@%t/y.npy --arg='turned=empty(256xi8)' --arg='chosen=empty(256xi8)' --arg='bits=empty(256xi8)' --arg='masked=empty(256xi8)' --check=turned=@%t/turned.npy --check=chosen=@%t/chosen.npy --check=bits=@%t/bits.npy --check=masked=@%t/masked.npy

tc.kernel @f8_tiles(%x: !tc.ptr<f8E4M3FN>, %y: !tc.ptr<f8E4M3FN>,
                    %turned: !tc.ptr<i8>, %chosen: !tc.ptr<i8>,
                    %bits: !tc.ptr<i8>, %masked: !tc.ptr<i8>) {
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<f8E4M3FN>, tensor<256xi32>
  %v = tc.load %p_x : tensor<256x!tc.ptr<f8E4M3FN>>
  %p_y = tc.addptr %y, %i : !tc.ptr<f8E4M3FN>, tensor<256xi32>
  %w = tc.load %p_y : tensor<256x!tc.ptr<f8E4M3FN>>

  // Stored through pointers to i8, which compare bit by bit.
  %to_turned = tc.bitcast %turned : !tc.ptr<i8> -> !tc.ptr<f8E4M3FN>
  %square = tc.reshape %v : tensor<256xf8E4M3FN> -> tensor<16x16xf8E4M3FN>
  %t = tc.transpose %square [1, 0] : tensor<16x16xf8E4M3FN> -> tensor<16x16xf8E4M3FN>
  %flat = tc.reshape %t : tensor<16x16xf8E4M3FN> -> tensor<256xf8E4M3FN>
  %p_to_turned = tc.addptr %to_turned, %i : !tc.ptr<f8E4M3FN>, tensor<256xi32>
  tc.store %p_to_turned, %flat : tensor<256x!tc.ptr<f8E4M3FN>>

  %three = arith.constant dense<3> : tensor<256xi32>
  %zero = arith.constant dense<0> : tensor<256xi32>
  %rest = arith.remui %i, %three : tensor<256xi32>
  %first = arith.cmpi eq, %rest, %zero : tensor<256xi32>
  %c = arith.select %first, %v, %w : tensor<256xi1>, tensor<256xf8E4M3FN>
  %to_chosen = tc.bitcast %chosen : !tc.ptr<i8> -> !tc.ptr<f8E4M3FN>
  %p_to_chosen = tc.addptr %to_chosen, %i : !tc.ptr<f8E4M3FN>, tensor<256xi32>
  tc.store %p_to_chosen, %c : tensor<256x!tc.ptr<f8E4M3FN>>

  %b = arith.bitcast %v : tensor<256xf8E4M3FN> to tensor<256xi8>
  %sign = arith.constant dense<-128> : tensor<256xi8>
  %n = arith.xori %b, %sign : tensor<256xi8>
  %m = arith.bitcast %n : tensor<256xi8> to tensor<256xf8E5M2>
  %to_bits = tc.bitcast %bits : !tc.ptr<i8> -> !tc.ptr<f8E5M2>
  %p_to_bits = tc.addptr %to_bits, %i : !tc.ptr<f8E5M2>, tensor<256xi32>
  tc.store %p_to_bits, %m : tensor<256x!tc.ptr<f8E5M2>>

  %k100 = arith.constant dense<100> : tensor<256xi32>
  %low = arith.cmpi slt, %i, %k100 : tensor<256xi32>
  %fill = arith.constant 1.5 : f8E5M2
  %narrow = tc.bitcast %y : !tc.ptr<f8E4M3FN> -> !tc.ptr<f8E5M2>
  %p_narrow = tc.addptr %narrow, %i : !tc.ptr<f8E5M2>, tensor<256xi32>
  %l = tc.load %p_narrow mask %low other %fill : tensor<256x!tc.ptr<f8E5M2>>
  %to_masked = tc.bitcast %masked : !tc.ptr<i8> -> !tc.ptr<f8E5M2>
  %p_to_masked = tc.addptr %to_masked, %i : !tc.ptr<f8E5M2>, tensor<256xi32>
  tc.store %p_to_masked, %l : tensor<256x!tc.ptr<f8E5M2>>
  tc.return
}
