// Sums over an axis that was broadcast count each copy once: threads that hold the
// same element must not be skipped, nor counted twice. Whatever the layouts, and
// with more threads than elements.
//
// DATA: x = i32(*(3 * v - 7 for v in range(8)))
// DATA: rows = x * 64
// DATA: columns = np.full(64, x.sum(), np.int32)
// DATA: all = i32(x.sum() * 64)
// DATA: outer = np.outer(x, np.arange(64)).sum(0).astype(np.int32)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --num-warps=1 --arg=x=@%t/x.npy --arg='rows=empty(8xi32)' --arg='columns=empty(64xi32)' --arg='all=empty(1xi32)' --arg='outer=empty(64xi32)' --arg='scalar=empty(1xi32)' --check=rows=@%t/rows.npy --check=columns=@%t/columns.npy --check=all=@%t/all.npy --check=outer=@%t/outer.npy --check='scalar=full(1xi32, 2048)'
// RUN-CASE: minitc-run %s --num-warps=4 --arg=x=@%t/x.npy --arg='rows=empty(8xi32)' --arg='columns=empty(64xi32)' --arg='all=empty(1xi32)' --arg='outer=empty(64xi32)' --arg='scalar=empty(1xi32)' --check=rows=@%t/rows.npy --check=columns=@%t/columns.npy --check=all=@%t/all.npy --check=outer=@%t/outer.npy --check='scalar=full(1xi32, 2048)'
// RUN-CASE: minitc-run %s --num-warps=32 --arg=x=@%t/x.npy --arg='rows=empty(8xi32)' --arg='columns=empty(64xi32)' --arg='all=empty(1xi32)' --arg='outer=empty(64xi32)' --arg='scalar=empty(1xi32)' --check=rows=@%t/rows.npy --check=columns=@%t/columns.npy --check=all=@%t/all.npy --check=outer=@%t/outer.npy --check='scalar=full(1xi32, 2048)'

tc.kernel @broadcast_sums(%x: !tc.ptr<i32>, %rows: !tc.ptr<i32>,
                          %columns: !tc.ptr<i32>, %all: !tc.ptr<i32>,
                          %outer: !tc.ptr<i32>, %scalar: !tc.ptr<i32>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %j = tc.arange 0 to 64 : tensor<64xi32>
  %p_x = tc.addptr %x, %i : !tc.ptr<i32>, tensor<8xi32>
  %v = tc.load %p_x : tensor<8x!tc.ptr<i32>>
  %column = tc.expand_dims %v axis 1 : tensor<8xi32> -> tensor<8x1xi32>
  %tile = tc.broadcast %column : tensor<8x1xi32> -> tensor<8x64xi32>
  %r = tc.reduce sum %tile axis 1 : tensor<8x64xi32> -> tensor<8xi32>
  %p_rows = tc.addptr %rows, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_rows, %r : tensor<8x!tc.ptr<i32>>
  %c = tc.reduce sum %tile axis 0 : tensor<8x64xi32> -> tensor<64xi32>
  %p_columns = tc.addptr %columns, %j : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_columns, %c : tensor<64x!tc.ptr<i32>>
  %flat = tc.reshape %tile : tensor<8x64xi32> -> tensor<512xi32>
  %s = tc.reduce sum %flat axis 0 : tensor<512xi32> -> i32
  tc.store %all, %s : !tc.ptr<i32>

  %row = tc.expand_dims %j axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %wide = tc.broadcast %row : tensor<1x64xi32> -> tensor<8x64xi32>
  %product = arith.muli %tile, %wide : tensor<8x64xi32>
  %o = tc.reduce sum %product axis 0 : tensor<8x64xi32> -> tensor<64xi32>
  %p_outer = tc.addptr %outer, %j : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_outer, %o : tensor<64x!tc.ptr<i32>>

  // A tile that is one scalar everywhere.
  %two = arith.constant 2 : i32
  %twos = tc.splat %two : i32 -> tensor<1024xi32>
  %sum = tc.reduce sum %twos axis 0 : tensor<1024xi32> -> i32
  tc.store %scalar, %sum : !tc.ptr<i32>
  tc.return
}
