// One region over several tiles of different types: the largest value of each row
// with its index and a payload, the number of values over a limit, and whether
// one of them is odd. The combiner keeps the left one of equals.
//
// DATA: x = rng(1).integers(-5, 6, (16, 128)).astype(np.float32)
// DATA: payload = rng(2).integers(-2**62, 2**62, (16, 128))
// DATA: _at = x.argmax(1)
// DATA: value = x.max(1)
// DATA: index = _at.astype(np.int32)
// DATA: carried = payload[np.arange(16), _at]
// DATA: count = (x > 2).sum(1).astype(np.int16)
// DATA: odd = (x % 2 != 0).any(1)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=x=@%t/x.npy --arg=payload=@%t/payload.npy --arg='value=empty(16xf32)' --arg='index=empty(16xi32)' --arg='carried=empty(16xi64)' --arg='count=empty(16xi16)' --arg='odd=empty(16xi1)' --check=value=@%t/value.npy --check=index=@%t/index.npy --check=carried=@%t/carried.npy --check=count=@%t/count.npy --check=odd=@%t/odd.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=4 --arg=x=@%t/x.npy --arg=payload=@%t/payload.npy --arg='value=empty(16xf32)' --arg='index=empty(16xi32)' --arg='carried=empty(16xi64)' --arg='count=empty(16xi16)' --arg='odd=empty(16xi1)' --check=value=@%t/value.npy --check=index=@%t/index.npy --check=carried=@%t/carried.npy --check=count=@%t/count.npy --check=odd=@%t/odd.npy --rtol=0 --atol=0
// RUN-CASE: minitc-run %s --num-warps=8 --arg=x=@%t/x.npy --arg=payload=@%t/payload.npy --arg='value=empty(16xf32)' --arg='index=empty(16xi32)' --arg='carried=empty(16xi64)' --arg='count=empty(16xi16)' --arg='odd=empty(16xi1)' --check=value=@%t/value.npy --check=index=@%t/index.npy --check=carried=@%t/carried.npy --check=count=@%t/count.npy --check=odd=@%t/odd.npy --rtol=0 --atol=0

tc.kernel @reduce_several(%x: !tc.ptr<f32>, %payload: !tc.ptr<i64>,
                          %value: !tc.ptr<f32>, %index: !tc.ptr<i32>,
                          %carried: !tc.ptr<i64>, %count: !tc.ptr<i16>,
                          %odd: !tc.ptr<i1>) {
  %n = tc.arange 0 to 2048 : tensor<2048xi32>
  %ij = tc.reshape %n : tensor<2048xi32> -> tensor<16x128xi32>
  %p_x = tc.addptr %x, %ij : !tc.ptr<f32>, tensor<16x128xi32>
  %v = tc.load %p_x : tensor<16x128x!tc.ptr<f32>>
  %p_payload = tc.addptr %payload, %ij : !tc.ptr<i64>, tensor<16x128xi32>
  %p = tc.load %p_payload : tensor<16x128x!tc.ptr<i64>>
  %j = tc.arange 0 to 128 : tensor<128xi32>
  %row = tc.expand_dims %j axis 0 : tensor<128xi32> -> tensor<1x128xi32>
  %k = tc.broadcast %row : tensor<1x128xi32> -> tensor<16x128xi32>
  %two = arith.constant dense<2.0> : tensor<16x128xf32>
  %zero = arith.constant dense<0.0> : tensor<16x128xf32>
  %above = arith.cmpf ogt, %v, %two : tensor<16x128xf32>
  %one = arith.extui %above : tensor<16x128xi1> to tensor<16x128xi16>
  %rest = arith.remf %v, %two : tensor<16x128xf32>
  %is_odd = arith.cmpf one, %rest, %zero : tensor<16x128xf32>

  %rv, %rk, %rp, %rn, %ro = tc.reduce (%v, %k, %p, %one, %is_odd) axis 1 combine {
  ^bb0(%lv: f32, %lk: i32, %lp: i64, %ln: i16, %lo: i1,
       %sv: f32, %sk: i32, %sp: i64, %sn: i16, %so: i1):
    %right = arith.cmpf ogt, %sv, %lv : f32
    %bv = arith.select %right, %sv, %lv : f32
    %bk = arith.select %right, %sk, %lk : i32
    %bp = arith.select %right, %sp, %lp : i64
    %sum = arith.addi %ln, %sn : i16
    %any = arith.ori %lo, %so : i1
    tc.yield %bv, %bk, %bp, %sum, %any : f32, i32, i64, i16, i1
  } : (tensor<16x128xf32>, tensor<16x128xi32>, tensor<16x128xi64>, tensor<16x128xi16>, tensor<16x128xi1>)
      -> (tensor<16xf32>, tensor<16xi32>, tensor<16xi64>, tensor<16xi16>, tensor<16xi1>)

  %i = tc.arange 0 to 16 : tensor<16xi32>
  %p_value = tc.addptr %value, %i : !tc.ptr<f32>, tensor<16xi32>
  tc.store %p_value, %rv : tensor<16x!tc.ptr<f32>>
  %p_index = tc.addptr %index, %i : !tc.ptr<i32>, tensor<16xi32>
  tc.store %p_index, %rk : tensor<16x!tc.ptr<i32>>
  %p_carried = tc.addptr %carried, %i : !tc.ptr<i64>, tensor<16xi32>
  tc.store %p_carried, %rp : tensor<16x!tc.ptr<i64>>
  %p_count = tc.addptr %count, %i : !tc.ptr<i16>, tensor<16xi32>
  tc.store %p_count, %rn : tensor<16x!tc.ptr<i16>>
  %p_odd = tc.addptr %odd, %i : !tc.ptr<i1>, tensor<16xi32>
  tc.store %p_odd, %ro : tensor<16x!tc.ptr<i1>>
  tc.return
}
