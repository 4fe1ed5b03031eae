// Writes one element too many, for the driver to report.
//
// RUN-DIFF: --arg='y=empty(31xi32)'

tc.kernel @out_of_bounds(%y: !tc.ptr<i32>) {
  %i = tc.arange 0 to 32 : tensor<32xi32>
  %p = tc.addptr %y, %i : !tc.ptr<i32>, tensor<32xi32>
  tc.store %p, %i : tensor<32x!tc.ptr<i32>>
  tc.return
}
