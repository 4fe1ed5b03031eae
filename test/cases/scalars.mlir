// A kernel without a tile: scalar arguments of every type, scalar arithmetic,
// loads and stores, each done once however many threads there are.
//
// DATA: ints = i64(1, -5, 300, -70000, 2**40, 1 - 5 + 300 - 70000 + 2**40)
// DATA: floats = f64(1.5, -0.25, 3.0e5, 1e-300, 1.5 - 0.25 + 3.0e5 + 1e-300)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --grid=3 --arg=a=1 --arg=b=-5 --arg=c=300 --arg=d=-70000 --arg=e=1099511627776 --arg=f=1.5 --arg=g=-0.25 --arg=h=3e5 --arg=i=1e-300 --arg='ints=empty(6xi64)' --arg='floats=empty(5xf64)' --arg='owned=full(3xi32, 4)' --check=ints=@%t/ints.npy --check=floats=@%t/floats.npy --check='owned=full(3xi32, 12)' --rtol=0 --atol=0

tc.kernel @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f16, %g: bf16,
                   %h: f32, %i: f64, %ints: !tc.ptr<i64>,
                   %floats: !tc.ptr<f64>, %owned: !tc.ptr<i32>) {
  // Each instance adds 8 to its own element, in two steps through one pointer.
  %row = tc.program_id x : i32
  %four = arith.constant 4 : i32
  %own = tc.addptr %owned, %row : !tc.ptr<i32>, i32
  %u = tc.load %own : !tc.ptr<i32>
  %v = arith.addi %u, %four : i32
  tc.store %own, %v : !tc.ptr<i32>
  %w = tc.load %own : !tc.ptr<i32>
  %x = arith.addi %w, %four : i32
  tc.store %own, %x : !tc.ptr<i32>

  // The first instance stores the arguments and their sums.
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %is_first = arith.cmpi eq, %row, %zero : i32
  scf.if %is_first {
    %a64 = arith.extui %a : i1 to i64
    %b64 = arith.extsi %b : i8 to i64
    %c64 = arith.extsi %c : i16 to i64
    %d64 = arith.extsi %d : i32 to i64
    %ab = arith.addi %a64, %b64 : i64
    %abc = arith.addi %ab, %c64 : i64
    %abcd = arith.addi %abc, %d64 : i64
    %abcde = arith.addi %abcd, %e : i64
    %p1 = tc.addptr %ints, %one : !tc.ptr<i64>, i32
    %p2 = tc.addptr %p1, %one : !tc.ptr<i64>, i32
    %p3 = tc.addptr %p2, %one : !tc.ptr<i64>, i32
    %p4 = tc.addptr %p3, %one : !tc.ptr<i64>, i32
    %p5 = tc.addptr %p4, %one : !tc.ptr<i64>, i32
    tc.store %ints, %a64 : !tc.ptr<i64>
    tc.store %p1, %b64 : !tc.ptr<i64>
    tc.store %p2, %c64 : !tc.ptr<i64>
    tc.store %p3, %d64 : !tc.ptr<i64>
    tc.store %p4, %e : !tc.ptr<i64>
    tc.store %p5, %abcde : !tc.ptr<i64>

    %f64 = arith.extf %f : f16 to f64
    %g64 = arith.extf %g : bf16 to f64
    %h64 = arith.extf %h : f32 to f64
    %fg = arith.addf %f64, %g64 : f64
    %fgh = arith.addf %fg, %h64 : f64
    %fghi = arith.addf %fgh, %i : f64
    %q1 = tc.addptr %floats, %one : !tc.ptr<f64>, i32
    %q2 = tc.addptr %q1, %one : !tc.ptr<f64>, i32
    %q3 = tc.addptr %q2, %one : !tc.ptr<f64>, i32
    %q4 = tc.addptr %q3, %one : !tc.ptr<f64>, i32
    tc.store %floats, %f64 : !tc.ptr<f64>
    tc.store %q1, %g64 : !tc.ptr<f64>
    tc.store %q2, %h64 : !tc.ptr<f64>
    tc.store %q3, %i : !tc.ptr<f64>
    tc.store %q4, %fghi : !tc.ptr<f64>
  }
  tc.return
}
