// A while loop that carries tiles and a scalar: the steps of the Collatz sequence
// of 64 numbers, as long as one of them is not 1, and the largest number met.
//
// DATA: start = i32(*range(1, 65))
// DATA: _steps, _largest = [], []
// DATA: for _n in range(1, 65):
// DATA:     _s, _m = 0, _n
// DATA:     while _n != 1:
// DATA:         _n = 3 * _n + 1 if _n % 2 else _n // 2
// DATA:         _s, _m = _s + 1, max(_m, _n)
// DATA:     _steps.append(_s)
// DATA:     _largest.append(_m)
// DATA: steps, largest, rounds = i32(*_steps), i32(*_largest), i32(max(_steps))
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=start=@%t/start.npy --arg='steps=empty(64xi32)' --arg='largest=empty(64xi32)' --arg='rounds=empty(1xi32)' --check=steps=@%t/steps.npy --check=largest=@%t/largest.npy --check=rounds=@%t/rounds.npy

tc.kernel @while_tiles(%start: !tc.ptr<i32>, %steps: !tc.ptr<i32>,
                       %largest: !tc.ptr<i32>, %rounds: !tc.ptr<i32>) {
  %i = tc.arange 0 to 64 : tensor<64xi32>
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %ones = arith.constant dense<1> : tensor<64xi32>
  %zeros = arith.constant dense<0> : tensor<64xi32>
  %threes = arith.constant dense<3> : tensor<64xi32>
  %p_start = tc.addptr %start, %i : !tc.ptr<i32>, tensor<64xi32>
  %first = tc.load %p_start : tensor<64x!tc.ptr<i32>>

  %n, %s, %m, %k = scf.while (%a = %first, %t = %zeros, %b = %first, %j = %zero)
      : (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, i32)
      -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, i32) {
    %max = tc.reduce max %a axis 0 : tensor<64xi32> -> i32
    %more = arith.cmpi ne, %max, %one : i32
    scf.condition(%more) %a, %t, %b, %j : tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, i32
  } do {
  ^bb0(%a: tensor<64xi32>, %t: tensor<64xi32>, %b: tensor<64xi32>, %j: i32):
    %half = arith.shrui %a, %ones : tensor<64xi32>
    %triple = arith.muli %a, %threes : tensor<64xi32>
    %next_odd = arith.addi %triple, %ones : tensor<64xi32>
    %low = arith.andi %a, %ones : tensor<64xi32>
    %odd = arith.cmpi ne, %low, %zeros : tensor<64xi32>
    %moved = arith.select %odd, %next_odd, %half : tensor<64xi1>, tensor<64xi32>
    %running = arith.cmpi ne, %a, %ones : tensor<64xi32>
    %c = arith.select %running, %moved, %a : tensor<64xi1>, tensor<64xi32>
    %step = arith.extui %running : tensor<64xi1> to tensor<64xi32>
    %u = arith.addi %t, %step : tensor<64xi32>
    %d = arith.maxsi %b, %c : tensor<64xi32>
    %next = arith.addi %j, %one : i32
    scf.yield %c, %u, %d, %next : tensor<64xi32>, tensor<64xi32>, tensor<64xi32>, i32
  }
  %p_steps = tc.addptr %steps, %i : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_steps, %s : tensor<64x!tc.ptr<i32>>
  %p_largest = tc.addptr %largest, %i : !tc.ptr<i32>, tensor<64xi32>
  tc.store %p_largest, %m : tensor<64x!tc.ptr<i32>>
  tc.store %rounds, %k : !tc.ptr<i32>
  tc.return
}
