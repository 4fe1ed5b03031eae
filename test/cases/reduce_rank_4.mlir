// Reductions of a rank 4 tile over each axis, and over two of them in turn, with
// several numbers of warps.
//
// DATA: x = rng(4).integers(-1000, 1000, (4, 8, 2, 16)).astype(np.int32)
// DATA: f = x.astype(np.float32)
// DATA: sum0, max0 = x.sum(0, dtype=np.int32).ravel(), f.max(0).ravel()
// DATA: sum1, max1 = x.sum(1, dtype=np.int32).ravel(), f.max(1).ravel()
// DATA: sum2, max2 = x.sum(2, dtype=np.int32).ravel(), f.max(2).ravel()
// DATA: sum3, max3 = x.sum(3, dtype=np.int32).ravel(), f.max(3).ravel()
// DATA: twice = f.max(3).sum(0).ravel()
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=x=@%t/x.npy --arg='sum0=empty(256xi32)' --arg='max0=empty(256xf32)' --arg='sum1=empty(128xi32)' --arg='max1=empty(128xf32)' --arg='sum2=empty(512xi32)' --arg='max2=empty(512xf32)' --arg='sum3=empty(64xi32)' --arg='max3=empty(64xf32)' --arg='twice=empty(16xf32)' --check=sum0=@%t/sum0.npy --check=max0=@%t/max0.npy --check=sum1=@%t/sum1.npy --check=max1=@%t/max1.npy --check=sum2=@%t/sum2.npy --check=max2=@%t/max2.npy --check=sum3=@%t/sum3.npy --check=max3=@%t/max3.npy --check=twice=@%t/twice.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=4 --arg=x=@%t/x.npy --arg='sum0=empty(256xi32)' --arg='max0=empty(256xf32)' --arg='sum1=empty(128xi32)' --arg='max1=empty(128xf32)' --arg='sum2=empty(512xi32)' --arg='max2=empty(512xf32)' --arg='sum3=empty(64xi32)' --arg='max3=empty(64xf32)' --arg='twice=empty(16xf32)' --check=sum0=@%t/sum0.npy --check=max0=@%t/max0.npy --check=sum1=@%t/sum1.npy --check=max1=@%t/max1.npy --check=sum2=@%t/sum2.npy --check=max2=@%t/max2.npy --check=sum3=@%t/sum3.npy --check=max3=@%t/max3.npy --check=twice=@%t/twice.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=8 --arg=x=@%t/x.npy --arg='sum0=empty(256xi32)' --arg='max0=empty(256xf32)' --arg='sum1=empty(128xi32)' --arg='max1=empty(128xf32)' --arg='sum2=empty(512xi32)' --arg='max2=empty(512xf32)' --arg='sum3=empty(64xi32)' --arg='max3=empty(64xf32)' --arg='twice=empty(16xf32)' --check=sum0=@%t/sum0.npy --check=max0=@%t/max0.npy --check=sum1=@%t/sum1.npy --check=max1=@%t/max1.npy --check=sum2=@%t/sum2.npy --check=max2=@%t/max2.npy --check=sum3=@%t/sum3.npy --check=max3=@%t/max3.npy --check=twice=@%t/twice.npy --rtol=0 --atol=0

tc.kernel @reduce_rank_4(
    %x: !tc.ptr<i32>,
    %sum0: !tc.ptr<i32>, %max0: !tc.ptr<f32>,
    %sum1: !tc.ptr<i32>, %max1: !tc.ptr<f32>,
    %sum2: !tc.ptr<i32>, %max2: !tc.ptr<f32>,
    %sum3: !tc.ptr<i32>, %max3: !tc.ptr<f32>,
    %twice: !tc.ptr<f32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<1024xi32>
  %flat = tc.load %p_x : tensor<1024x!tc.ptr<i32>>
  %v = tc.reshape %flat : tensor<1024xi32> -> tensor<4x8x2x16xi32>
  %f = arith.sitofp %v : tensor<4x8x2x16xi32> to tensor<4x8x2x16xf32>

  %r0 = tc.arange 0 to 256 : tensor<256xi32>
  %s0 = tc.reduce sum %v axis 0 : tensor<4x8x2x16xi32> -> tensor<8x2x16xi32>
  %flat_s0 = tc.reshape %s0 : tensor<8x2x16xi32> -> tensor<256xi32>
  %p_sum0 = tc.addptr %sum0, %r0 : !tc.ptr<i32>, tensor<256xi32>
  tc.store %p_sum0, %flat_s0 : tensor<256x!tc.ptr<i32>>
  %m0 = tc.reduce max %f axis 0 : tensor<4x8x2x16xf32> -> tensor<8x2x16xf32>
  %flat_m0 = tc.reshape %m0 : tensor<8x2x16xf32> -> tensor<256xf32>
  %p_max0 = tc.addptr %max0, %r0 : !tc.ptr<f32>, tensor<256xi32>
  tc.store %p_max0, %flat_m0 : tensor<256x!tc.ptr<f32>>

  %r1 = tc.arange 0 to 128 : tensor<128xi32>
  %s1 = tc.reduce sum %v axis 1 : tensor<4x8x2x16xi32> -> tensor<4x2x16xi32>
  %flat_s1 = tc.reshape %s1 : tensor<4x2x16xi32> -> tensor<128xi32>
  %p_sum1 = tc.addptr %sum1, %r1 : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p_sum1, %flat_s1 : tensor<128x!tc.ptr<i32>>
  %m1 = tc.reduce max %f axis 1 : tensor<4x8x2x16xf32> -> tensor<4x2x16xf32>
  %flat_m1 = tc.reshape %m1 : tensor<4x2x16xf32> -> tensor<128xf32>
  %p_max1 = tc.addptr %max1, %r1 : !tc.ptr<f32>, tensor<128xi32>
  tc.store %p_max1, %flat_m1 : tensor<128x!tc.ptr<f32>>

  %r2 = tc.arange 0 to 512 : tensor<512xi32>
  %s2 = tc.reduce sum %v axis 2 : tensor<4x8x2x16xi32> -> tensor<4x8x16xi32>
  %flat_s2 = tc.reshape %s2 : tensor<4x8x16xi32> -> tensor<512xi32>
  %p_sum2 = tc.addptr %sum2, %r2 : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_sum2, %flat_s2 : tensor<512x!tc.ptr<i32>>
  %m2 = tc.reduce max %f axis 2 : tensor<4x8x2x16xf32> -> tensor<4x8x16xf32>
  %flat_m2 = tc.reshape %m2 : tensor<4x8x16xf32> -> tensor<512xf32>
  %p_max2 = tc.addptr %max2, %r2 : !tc.ptr<f32>, tensor<512xi32>
  tc.store %p_max2, %flat_m2 : tensor<512x!tc.ptr<f32>>

  %r3 = tc.arange 0 to 64 : tensor<64xi32>
  %s3 = tc.reduce sum %v axis 3 : tensor<4x8x2x16xi32> -> tensor<4x8x2xi32>
  %flat_s3 = tc.reshape %s3 : tensor<4x8x2xi32> -> tensor<64xi32>
  %p_sum3 = tc.addptr %sum3, %r3 : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_sum3, %flat_s3 : tensor<64x!tc.ptr<i32>>
  %m3 = tc.reduce max %f axis 3 : tensor<4x8x2x16xf32> -> tensor<4x8x2xf32>
  %flat_m3 = tc.reshape %m3 : tensor<4x8x2xf32> -> tensor<64xf32>
  %p_max3 = tc.addptr %max3, %r3 : !tc.ptr<f32>, tensor<64xi32>
  tc.store %p_max3, %flat_m3 : tensor<64x!tc.ptr<f32>>

  %rt = tc.arange 0 to 16 : tensor<16xi32>
  %t = tc.reduce sum %m3 axis 0 : tensor<4x8x2xf32> -> tensor<8x2xf32>
  %flat_t = tc.reshape %t : tensor<8x2xf32> -> tensor<16xf32>
  %p_twice = tc.addptr %twice, %rt : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_twice, %flat_t : tensor<16x!tc.ptr<f32>>
  tc.return
}
