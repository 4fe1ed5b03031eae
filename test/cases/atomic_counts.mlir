// Atomic additions through indices with many duplicates, over several instances:
// every element counts once, also with a mask, also into 64 bits. A ticket is
// given to one element alone.
//
// DATA: _i = np.arange(1024)
// DATA: _bin = _i * _i % 64
// DATA: counts = (3 * np.bincount(_bin, minlength=64)).astype(np.int32)
// DATA: odds = (3 * np.bincount(_bin, weights=_i % 2, minlength=64)).astype(np.int32)
// DATA: total = i64(3 * (1024 * 2**33 + int(_i.sum())))
// DATA: ticket = i32(3 * 1024)
// DATA: seen = np.ones(3 * 1024, np.int32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=3 --arg='counts=zeros(64xi32)' --arg='odds=zeros(64xi32)' --arg='total=zeros(1xi64)' --arg='ticket=zeros(1xi32)' --arg='seen=zeros(3072xi32)' --check=counts=@%t/counts.npy --check=odds=@%t/odds.npy --check=total=@%t/total.npy --check=ticket=@%t/ticket.npy --check=seen=@%t/seen.npy
// RUN-CASE: minitc-run %s --grid=3 --num-warps=1 --arg='counts=zeros(64xi32)' --arg='odds=zeros(64xi32)' --arg='total=zeros(1xi64)' --arg='ticket=zeros(1xi32)' --arg='seen=zeros(3072xi32)' --check=counts=@%t/counts.npy --check=odds=@%t/odds.npy --check=total=@%t/total.npy --check=ticket=@%t/ticket.npy --check=seen=@%t/seen.npy

tc.kernel @atomic_counts(%counts: !tc.ptr<i32>, %odds: !tc.ptr<i32>, %total: !tc.ptr<i64>,
                         %ticket: !tc.ptr<i32>, %seen: !tc.ptr<i32>) {
  %i = tc.arange 0 to 1024 : tensor<1024xi32>
  %ones = arith.constant dense<1> : tensor<1024xi32>
  %k63 = arith.constant dense<63> : tensor<1024xi32>
  %square = arith.muli %i, %i : tensor<1024xi32>
  %bin = arith.andi %square, %k63 : tensor<1024xi32>
  %p_counts = tc.addptr %counts, %bin : !tc.ptr<i32>, tensor<1024xi32>
  %0 = tc.atomic_rmw add relaxed gpu %p_counts, %ones : tensor<1024x!tc.ptr<i32>>, tensor<1024xi32>

  %p_odds = tc.addptr %odds, %bin : !tc.ptr<i32>, tensor<1024xi32>
  %odd = arith.trunci %i : tensor<1024xi32> to tensor<1024xi1>
  %1 = tc.atomic_rmw add relaxed sys %p_odds, %ones mask %odd : tensor<1024x!tc.ptr<i32>>, tensor<1024xi32>

  %p_total = tc.splat %total : !tc.ptr<i64> -> tensor<1024x!tc.ptr<i64>>
  %large = arith.constant dense<8589934592> : tensor<1024xi64>
  %wide = arith.extsi %i : tensor<1024xi32> to tensor<1024xi64>
  %term = arith.addi %large, %wide : tensor<1024xi64>
  %2 = tc.atomic_rmw add relaxed gpu %p_total, %term : tensor<1024x!tc.ptr<i64>>, tensor<1024xi64>

  %p_ticket = tc.splat %ticket : !tc.ptr<i32> -> tensor<1024x!tc.ptr<i32>>
  %mine = tc.atomic_rmw add relaxed gpu %p_ticket, %ones : tensor<1024x!tc.ptr<i32>>, tensor<1024xi32>
  %p_seen = tc.addptr %seen, %mine : !tc.ptr<i32>, tensor<1024xi32>
  tc.store %p_seen, %ones : tensor<1024x!tc.ptr<i32>>
  tc.return
}
