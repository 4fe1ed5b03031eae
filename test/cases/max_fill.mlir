// 100 values in a tile of 128: a fill of minus infinity is neutral for the
// maximum even where every value is negative; its counterparts likewise.
//
// DATA: x = f32(*(-1000.0 + 7 * v for v in range(100)))
// DATA: n = i32(*(-1000 + 7 * v for v in range(100)))
// DATA: max, min = x[99:], x[:1]
// DATA: imax, umin = n[99:], n[:1]
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg=n=@%t/n.npy --arg='max=empty(1xf32)' --arg='min=empty(1xf32)' --arg='imax=empty(1xi32)' --arg='umin=empty(1xi32)' --check=max=@%t/max.npy --check=min=@%t/min.npy --check=imax=@%t/imax.npy --check=umin=@%t/umin.npy --rtol=0 --atol=0

tc.kernel @max_fill(%x: !tc.ptr<f32>, %n: !tc.ptr<i32>, %max: !tc.ptr<f32>,
                    %min: !tc.ptr<f32>, %imax: !tc.ptr<i32>,
                    %umin: !tc.ptr<i32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %count = arith.constant dense<100> : tensor<128xi32>
  %mask = arith.cmpi slt, %i, %count : tensor<128xi32>
  %ninf = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %lowest = arith.constant -2147483648 : i32
  %ones = arith.constant -1 : i32
  %p_x = tc.addptr %x, %i : !tc.ptr<f32>, tensor<128xi32>
  %a = tc.load %p_x mask %mask other %ninf : tensor<128x!tc.ptr<f32>>
  %p_x2 = tc.addptr %x, %i : !tc.ptr<f32>, tensor<128xi32>
  %b = tc.load %p_x2 mask %mask other %inf : tensor<128x!tc.ptr<f32>>
  %p_n = tc.addptr %n, %i : !tc.ptr<i32>, tensor<128xi32>
  %c = tc.load %p_n mask %mask other %lowest : tensor<128x!tc.ptr<i32>>
  %p_n2 = tc.addptr %n, %i : !tc.ptr<i32>, tensor<128xi32>
  %d = tc.load %p_n2 mask %mask other %ones : tensor<128x!tc.ptr<i32>>
  %ra = tc.reduce max %a axis 0 : tensor<128xf32> -> f32
  %rb = tc.reduce minnum %b axis 0 : tensor<128xf32> -> f32
  %rc = tc.reduce max %c axis 0 : tensor<128xi32> -> i32
  %rd = tc.reduce umin %d axis 0 : tensor<128xi32> -> i32
  tc.store %max, %ra : !tc.ptr<f32>
  tc.store %min, %rb : !tc.ptr<f32>
  tc.store %imax, %rc : !tc.ptr<i32>
  tc.store %umin, %rd : !tc.ptr<i32>
  tc.return
}
