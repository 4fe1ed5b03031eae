// Every instance stores a row and counts itself; the last one, and only it, adds up
// the rows of all. Its threads read what threads of other instances stored, in
// another order.
//
// DATA: out = i32(*(sum(100 * r + c for r in range(32)) for c in range(128)))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=32 --arg='counter=zeros(1xi32)' --arg='rows=empty(32x128xi32)' --arg='out=zeros(128xi32)' --check=out=@%t/out.npy --check='counter=full(1xi32, 32)'
// RUN-CASE: minitc-run %s --grid=32 --num-warps=2 --arg='counter=zeros(1xi32)' --arg='rows=empty(32x128xi32)' --arg='out=zeros(128xi32)' --check=out=@%t/out.npy --check='counter=full(1xi32, 32)'

tc.kernel @last_block(%counter: !tc.ptr<i32>, %rows: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
  %r = tc.program_id x : i32
  %c = tc.arange 0 to 128 : tensor<128xi32>
  %k128 = arith.constant 128 : i32
  %k100 = arith.constant 100 : i32
  %first = arith.muli %r, %k128 : i32
  %base = arith.muli %r, %k100 : i32
  %bases = tc.splat %base : i32 -> tensor<128xi32>
  %v = arith.addi %bases, %c : tensor<128xi32>
  %row = tc.addptr %rows, %first : !tc.ptr<i32>, i32
  %p = tc.addptr %row, %c : !tc.ptr<i32>, tensor<128xi32>
  tc.store %p, %v : tensor<128x!tc.ptr<i32>>

  %one = arith.constant 1 : i32
  %before = tc.atomic_rmw add acq_rel gpu %counter, %one : !tc.ptr<i32>, i32
  %n = tc.num_programs x : i32
  %others = arith.subi %n, %one : i32
  %is_last = arith.cmpi eq, %before, %others : i32
  scf.if %is_last {
    %j = tc.arange 0 to 32 : tensor<32xi32>
    %k128s = arith.constant dense<128> : tensor<32xi32>
    %firsts = arith.muli %j, %k128s : tensor<32xi32>
    %firsts1 = tc.expand_dims %firsts axis 1 : tensor<32xi32> -> tensor<32x1xi32>
    %firsts2 = tc.broadcast %firsts1 : tensor<32x1xi32> -> tensor<32x128xi32>
    %c1 = tc.expand_dims %c axis 0 : tensor<128xi32> -> tensor<1x128xi32>
    %c2 = tc.broadcast %c1 : tensor<1x128xi32> -> tensor<32x128xi32>
    %i = arith.addi %firsts2, %c2 : tensor<32x128xi32>
    %ps = tc.addptr %rows, %i : !tc.ptr<i32>, tensor<32x128xi32>
    %x = tc.load %ps : tensor<32x128x!tc.ptr<i32>>
    %s = tc.reduce sum %x axis 0 : tensor<32x128xi32> -> tensor<128xi32>
    %q = tc.addptr %out, %c : !tc.ptr<i32>, tensor<128xi32>
    tc.store %q, %s : tensor<128x!tc.ptr<i32>>
  }
  tc.return
}
