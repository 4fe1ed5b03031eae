// Loops in loops that carry a tile, a reduced tile and a scalar, with a bound that
// depends on the outer one, a step that does not divide it, and an index loop.
//
// DATA: x = rng(1).integers(-100, 100, (5, 64)).astype(np.int32)
// DATA: _n, _total, _out = 0, 0, np.zeros(64, np.int32)
// DATA: for _i in range(5):
// DATA:     for _j in range(1, _i + 2, 2):
// DATA:         _out = _out + x[_i] * _j
// DATA:         _n += 1
// DATA:     _total += x[_i].max()
// DATA: out, total, rounds = _out * 8, i32(_total), i32(_n)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=x=@%t/x.npy --arg='out=empty(64xi32)' --arg='total=empty(1xi32)' --arg='rounds=empty(1xi32)' --arg=n=5 --check=out=@%t/out.npy --check=total=@%t/total.npy --check=rounds=@%t/rounds.npy

tc.kernel @nested_loops(%x: !tc.ptr<i32>, %out: !tc.ptr<i32>,
                        %total: !tc.ptr<i32>, %rounds: !tc.ptr<i32>, %n: i32) {
  %lanes = tc.arange 0 to 64 : tensor<64xi32>
  %zeros = arith.constant dense<0> : tensor<64xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %width = arith.constant 64 : i32
  %p = tc.addptr %x, %lanes : !tc.ptr<i32>, tensor<64xi32>
  // The pointers move along too.
  %a, %t, %k, %last = scf.for %i = %zero to %n step %one
      iter_args(%b = %zeros, %s = %zero, %m = %zero, %q = %p)
      -> (tensor<64xi32>, i32, i32, tensor<64x!tc.ptr<i32>>) : i32 {
    %v = tc.load %q : tensor<64x!tc.ptr<i32>>
    %end = arith.addi %i, %two : i32
    %c, %l = scf.for %j = %one to %end step %two
        iter_args(%d = %b, %o = %m) -> (tensor<64xi32>, i32) : i32 {
      %js = tc.splat %j : i32 -> tensor<64xi32>
      %vj = arith.muli %v, %js : tensor<64xi32>
      %e = arith.addi %d, %vj : tensor<64xi32>
      %r = arith.addi %o, %one : i32
      scf.yield %e, %r : tensor<64xi32>, i32
    }
    %max = tc.reduce max %v axis 0 : tensor<64xi32> -> i32
    %u = arith.addi %s, %max : i32
    %next = tc.addptr %q, %width : tensor<64x!tc.ptr<i32>>, i32
    scf.yield %c, %u, %l, %next : tensor<64xi32>, i32, i32, tensor<64x!tc.ptr<i32>>
  }
  %from = arith.constant 0 : index
  %to = arith.constant 3 : index
  %by = arith.constant 1 : index
  %doubled = scf.for %i = %from to %to step %by iter_args(%b = %a) -> (tensor<64xi32>) {
    %c = arith.addi %b, %b : tensor<64xi32>
    scf.yield %c : tensor<64xi32>
  }
  %p_out = tc.addptr %out, %lanes : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_out, %doubled : tensor<64x!tc.ptr<i32>>
  tc.store %total, %t : !tc.ptr<i32>
  tc.store %rounds, %k : !tc.ptr<i32>
  tc.return
}
