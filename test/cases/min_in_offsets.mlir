// Offsets that are the minimum of a range and of a constant tile of another
// contiguity, and a selection between two ranges: exact elements.
//
// DATA: x = f32(*range(256))
// DATA: capped = f32(*(min(v, 100) for v in range(128)))
// DATA: _steps = [3] * 4 + [5] * 4 + [100] * 4 + [13, 14, 12, 2]
// DATA: stepped = f32(*map(min, range(16), _steps))
// DATA: chosen = f32(*(v if v % 3 else v + 128 for v in range(128)))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='capped=empty(128xf32)' --arg='stepped=empty(16xf32)' --arg='chosen=empty(128xf32)' --check=capped=@%t/capped.npy --check=stepped=@%t/stepped.npy --check=chosen=@%t/chosen.npy --rtol=0 --atol=0

tc.kernel @min_in_offsets(%x: !tc.ptr<f32> {tc.divisible = 16 : i32},
                          %capped: !tc.ptr<f32>, %stepped: !tc.ptr<f32>,
                          %chosen: !tc.ptr<f32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %cap = arith.constant dense<100> : tensor<128xi32>
  %low = arith.minsi %i, %cap : tensor<128xi32>
  %p_x = tc.addptr %x, %low : !tc.ptr<f32>, tensor<128xi32>
  %a = tc.load %p_x : tensor<128x!tc.ptr<f32>>
  %p_capped = tc.addptr %capped, %i : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_capped, %a : tensor<128x!tc.ptr<f32>>

  %j = tc.arange 0 to 16 : tensor<16xi32>
  %steps = arith.constant dense<[3, 3, 3, 3, 5, 5, 5, 5, 100, 100, 100, 100, 13, 14, 12, 2]> : tensor<16xi32>
  %step = arith.minsi %j, %steps : tensor<16xi32>
  %p_x2 = tc.addptr %x, %step : !tc.ptr<f32>, tensor<16xi32>
  %b = tc.load %p_x2 : tensor<16x!tc.ptr<f32>>
  %p_stepped = tc.addptr %stepped, %j : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_stepped, %b : tensor<16x!tc.ptr<f32>>

  %second = tc.arange 128 to 256 : tensor<128xi32>
  %three = arith.constant dense<3> : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %r = arith.remui %i, %three : tensor<128xi32>
  %other = arith.cmpi ne, %r, %zero : tensor<128xi32>
  %choice = arith.select %other, %i, %second : tensor<128xi1>, tensor<128xi32>
  %p_x3 = tc.addptr %x, %choice : !tc.ptr<f32>, tensor<128xi32>
  %c = tc.load %p_x3 : tensor<128x!tc.ptr<f32>>
  %p_chosen = tc.addptr %chosen, %i : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_chosen, %c : tensor<128x!tc.ptr<f32>>
  tc.return
}
