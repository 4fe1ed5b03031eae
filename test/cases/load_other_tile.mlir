// A masked load whose `other` is a tile: masked lanes yield its elements, which
// come from a computation, a constant or another load, in 1 and 2 dimensions.
//
// DATA: x = f32(*range(500, 628))
// DATA: y = f32(*(-v for v in range(128)))
// DATA: _keep = np.arange(128) % 3 != 0
// DATA: loaded = np.where(_keep, x, y)
// DATA: _tile = np.where(_keep, x, np.arange(128) * 2).reshape(16, 8)
// DATA: computed = _tile.T.ravel().astype(np.float32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=y=@%t/y.npy --arg='loaded=empty(128xf32)' --arg='computed=empty(128xf32)' --check=loaded=@%t/loaded.npy --check=computed=@%t/computed.npy --rtol=0 --atol=0

tc.kernel @load_other_tile(%x: !tc.ptr<f32>, %y: !tc.ptr<f32>,
                           %loaded: !tc.ptr<f32>, %computed: !tc.ptr<f32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %three = arith.constant dense<3> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %r = arith.remui %i, %three : tensor<128xi32>
  %keep = arith.cmpi ne, %r, %zero : tensor<128xi32>
  %p_y = tc.addptr %y, %i : !tc.ptr<f32>, tensor<128xi32>
  %other = tc.load %p_y : tensor<128x!tc.ptr<f32>>
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<128xi32>
  %v = tc.load %p_x mask %keep other %other : tensor<128x!tc.ptr<f32>>, tensor<128xf32>
  %p_loaded = tc.addptr %loaded, %i : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_loaded, %v : tensor<128x!tc.ptr<f32>>

  // The mask, the fill and the pointers in 2 dimensions; stored transposed.
  %j = tc.reshape %i : tensor<128xi32> -> tensor<16x8xi32>
  %keep2 = tc.reshape %keep : tensor<128xi1> -> tensor<16x8xi1>
  %doubled = arith.addi %j, %j : tensor<16x8xi32>
  %fill = arith.sitofp %doubled : tensor<16x8xi32> to tensor<16x8xf32>
  %p_x2 = tc.addptr %x, %j : !tc.ptr<f32>, tensor<16x8xi32>
  %w = tc.load %p_x2 mask %keep2 other %fill : tensor<16x8x!tc.ptr<f32>>, tensor<16x8xf32>
  %turned = tc.transpose %w [1, 0] : tensor<16x8xf32> -> tensor<8x16xf32>
  %k = tc.reshape %i : tensor<128xi32> -> tensor<8x16xi32>
  %p_computed = tc.addptr %computed, %k : !tc.ptr<f32>, tensor<8x16xi32>
  tc.store %p_computed, %turned : tensor<8x16x!tc.ptr<f32>>
  tc.return
}
