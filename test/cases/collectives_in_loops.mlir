// A scan, a histogram and two gathers that feed one another, again and again: what one
// trip stores to shared memory waits for what the last one loads.
//
// DATA: x = rng(19).integers(0, 64, 512).astype(np.int32)
// DATA: _t = x.copy()
// DATA: _counts = np.zeros(64, np.int32)
// DATA: for _step in range(5):
// DATA:     _sums = np.cumsum(_t, dtype=np.int32)
// DATA:     _counts += np.bincount(_sums & 63, minlength=64).astype(np.int32)
// DATA:     _t = _t[_sums & 511] ^ _counts[_sums & 63]
// DATA: out, counts = _t, _counts
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(512xi32)' --arg='counts=empty(64xi32)' --arg=n=5 --check=out=@%t/out.npy --check=counts=@%t/counts.npy

tc.kernel @collectives_in_loops(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>, %counts: !tc.ptr<i32>,
                                %n: i32) attributes {num_warps = 4 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0> : tensor<64xi32>
  %m63 = arith.constant dense<63> : tensor<512xi32>
  %m511 = arith.constant dense<511> : tensor<512xi32>
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %b = tc.arange 0 to 64 : tensor<64xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<512xi32>
  %first = tc.load %p_x : tensor<512x!tc.ptr<i32>>
  %t, %c = scf.for %step = %zero to %n step %one iter_args(%tile = %first, %sofar = %none)
      -> (tensor<512xi32>, tensor<64xi32>) : i32 {
    %sums = tc.scan sum %tile axis 0 : tensor<512xi32>
    %bins = arith.andi %sums, %m63 : tensor<512xi32>
    %places = arith.andi %sums, %m511 : tensor<512xi32>
    %h = tc.histogram %bins : tensor<512xi32> -> tensor<64xi32>
    %all = arith.addi %sofar, %h : tensor<64xi32>
    %moved = tc.gather %tile[%places] axis 0 : tensor<512xi32>, tensor<512xi32> -> tensor<512xi32>
    %seen = tc.gather %all[%bins] axis 0 : tensor<64xi32>, tensor<512xi32> -> tensor<512xi32>
    %next = arith.xori %moved, %seen : tensor<512xi32>
    scf.yield %next, %all : tensor<512xi32>, tensor<64xi32>
  }
  %p_out = tc.addptr %out, %i : !tc.ptr<i32>, tensor<512xi32>
  tc.store %p_out, %t : tensor<512x!tc.ptr<i32>>
  %p_counts = tc.addptr %counts, %b : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_counts, %c : tensor<64x!tc.ptr<i32>>
  tc.return
}
