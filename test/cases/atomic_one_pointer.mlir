// Atomics, loads and stores through one pointer value keep their order, whatever
// the layouts: for tiles smaller than the block, larger ones, and scalars.
//
// RUN-CASE: minitc-run %s --kernel=small --num-warps=4 --arg='p=full(8xi32, 5)' --arg='seen=empty(8xi32)' --check='p=full(8xi32, 93)' --check='seen=full(8xi32, 31)'
// RUN-CASE: minitc-run %s --kernel=large --num-warps=2 --arg='p=full(512xi32, 5)' --arg='seen=empty(512xi32)' --check='p=full(512xi32, 93)' --check='seen=full(512xi32, 31)'
// RUN-CASE: minitc-run %s --kernel=scalar --num-warps=4 --arg='p=full(1xi32, 5)' --arg='seen=empty(1xi32)' --check='p=full(1xi32, 93)' --check='seen=full(1xi32, 31)'

tc.kernel @small(%p: !tc.ptr<i32>, %seen: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<8xi32>
  %qs = tc.addptr %seen, %i : !tc.ptr<i32>, tensor<8xi32>
  %k1 = arith.constant dense<1> : tensor<8xi32>
  %k5 = arith.constant dense<5> : tensor<8xi32>
  %k3 = arith.constant dense<3> : tensor<8xi32>
  // 5 + 1 = 6, * 5 + 1 = 31, seen, + 1 = 32, * 3 - 3 = 93.
  %a = tc.atomic_rmw add relaxed gpu %ps, %k1 : tensor<8x!tc.ptr<i32>>, tensor<8xi32>
  %b = tc.load %ps : tensor<8x!tc.ptr<i32>>
  %c = arith.muli %b, %k5 : tensor<8xi32>
  %d = arith.addi %c, %k1 : tensor<8xi32>
  tc.store %ps, %d : tensor<8x!tc.ptr<i32>>
  %e = tc.atomic_rmw add relaxed gpu %ps, %k1 : tensor<8x!tc.ptr<i32>>, tensor<8xi32>
  tc.store %qs, %e : tensor<8x!tc.ptr<i32>>
  %f = tc.load %ps : tensor<8x!tc.ptr<i32>>
  %g = arith.muli %f, %k3 : tensor<8xi32>
  tc.store %ps, %g : tensor<8x!tc.ptr<i32>>
  %n = arith.subi %a, %a : tensor<8xi32>
  %m = arith.subi %n, %k3 : tensor<8xi32>
  %h = tc.atomic_rmw add relaxed gpu %ps, %m : tensor<8x!tc.ptr<i32>>, tensor<8xi32>
  tc.return
}

tc.kernel @large(%p: !tc.ptr<i32>, %seen: !tc.ptr<i32>) {
  %i = tc.arange 0 to 512 : tensor<512xi32>
  %ps = tc.addptr %p, %i : !tc.ptr<i32>, tensor<512xi32>
  %qs = tc.addptr %seen, %i : !tc.ptr<i32>, tensor<512xi32>
  %k1 = arith.constant dense<1> : tensor<512xi32>
  %k5 = arith.constant dense<5> : tensor<512xi32>
  %k3 = arith.constant dense<3> : tensor<512xi32>
  // 5 + 1 = 6, * 5 + 1 = 31, seen, + 1 = 32, * 3 - 3 = 93.
  %a = tc.atomic_rmw add relaxed gpu %ps, %k1 : tensor<512x!tc.ptr<i32>>, tensor<512xi32>
  %b = tc.load %ps : tensor<512x!tc.ptr<i32>>
  %c = arith.muli %b, %k5 : tensor<512xi32>
  %d = arith.addi %c, %k1 : tensor<512xi32>
  tc.store %ps, %d : tensor<512x!tc.ptr<i32>>
  %e = tc.atomic_rmw add relaxed gpu %ps, %k1 : tensor<512x!tc.ptr<i32>>, tensor<512xi32>
  tc.store %qs, %e : tensor<512x!tc.ptr<i32>>
  %f = tc.load %ps : tensor<512x!tc.ptr<i32>>
  %g = arith.muli %f, %k3 : tensor<512xi32>
  tc.store %ps, %g : tensor<512x!tc.ptr<i32>>
  %n = arith.subi %a, %a : tensor<512xi32>
  %m = arith.subi %n, %k3 : tensor<512xi32>
  %h = tc.atomic_rmw add relaxed gpu %ps, %m : tensor<512x!tc.ptr<i32>>, tensor<512xi32>
  tc.return
}

tc.kernel @scalar(%p: !tc.ptr<i32>, %seen: !tc.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %ps = tc.addptr %p, %zero : !tc.ptr<i32>, i32
  %qs = tc.addptr %seen, %zero : !tc.ptr<i32>, i32
  %k1 = arith.constant 1 : i32
  %k5 = arith.constant 5 : i32
  %k3 = arith.constant 3 : i32
  // 5 + 1 = 6, * 5 + 1 = 31, seen, + 1 = 32, * 3 - 3 = 93.
  %a = tc.atomic_rmw add relaxed gpu %ps, %k1 : !tc.ptr<i32>, i32
  %b = tc.load %ps : !tc.ptr<i32>
  %c = arith.muli %b, %k5 : i32
  %d = arith.addi %c, %k1 : i32
  tc.store %ps, %d : !tc.ptr<i32>
  %e = tc.atomic_rmw add relaxed gpu %ps, %k1 : !tc.ptr<i32>, i32
  tc.store %qs, %e : !tc.ptr<i32>
  %f = tc.load %ps : !tc.ptr<i32>
  %g = arith.muli %f, %k3 : i32
  tc.store %ps, %g : !tc.ptr<i32>
  %n = arith.subi %a, %a : i32
  %m = arith.subi %n, %k3 : i32
  %h = tc.atomic_rmw add relaxed gpu %ps, %m : !tc.ptr<i32>, i32
  tc.return
}

