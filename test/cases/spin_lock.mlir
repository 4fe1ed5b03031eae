// Instances take turns by a lock: an acquire that succeeds makes what the last
// owner's threads stored visible to all threads of this one. Without that, or
// without one owner at a time, additions would be lost.
//
// RUN-CASE: minitc-run %s --grid=40 --arg='lock=zeros(1xi32)' --arg='sum=zeros(256xi32)' --check='sum=full(256xi32, 40)' --check='lock=zeros(1xi32)'
// RUN-CASE: minitc-run %s --grid=40 --num-warps=8 --arg='lock=zeros(1xi32)' --arg='sum=zeros(256xi32)' --check='sum=full(256xi32, 40)' --check='lock=zeros(1xi32)'

tc.kernel @spin_lock(%lock: !tc.ptr<i32>, %sum: !tc.ptr<i32>) {
  %free = arith.constant 0 : i32
  %taken = arith.constant 1 : i32
  scf.while : () -> () {
    %old = tc.atomic_cas acquire gpu %lock, %free, %taken : !tc.ptr<i32>, i32
    %is_taken = arith.cmpi ne, %old, %free : i32
    scf.condition(%is_taken)
  } do {
    scf.yield
  }
  %i = tc.arange 0 to 256 : tensor<256xi32>
  %p = tc.addptr %sum, %i : !tc.ptr<i32>, tensor<256xi32>
  %x = tc.load %p : tensor<256x!tc.ptr<i32>>
  %ones = arith.constant dense<1> : tensor<256xi32>
  %y = arith.addi %x, %ones : tensor<256xi32>
  tc.store %p, %y : tensor<256x!tc.ptr<i32>>
  %old = tc.atomic_rmw xchg release gpu %lock, %free : !tc.ptr<i32>, i32
  tc.return
}
