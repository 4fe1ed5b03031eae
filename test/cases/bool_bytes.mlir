// A byte that is not zero is true, whichever bits are set, and what is stored is
// 0 or 1. Masks that come from memory work like others.
//
// DATA: a = i8(0, 1, 2, 128, 255, 64, 0, 3)
// DATA: b = i8(1, 0, 4, 0, 1, 32, 0, 255)
// DATA: _a, _b = a != 0, b != 0
// DATA: copied = _a.astype(np.int8)
// DATA: both = (_a & _b).astype(np.int8)
// DATA: differ = (_a ^ _b).astype(np.int8)
// DATA: negated = (~_a).astype(np.int8)
// DATA: chosen = np.where(_a, 7, -7).astype(np.int32)
// DATA: masked = np.where(_a, 5, 9).astype(np.int32)
// DATA: all_any_odd = i8(0, 1, _a.sum() % 2)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --arg=a=@%t/a.npy --arg=b=@%t/b.npy --arg='copied=empty(8xi8)' --arg='both=empty(8xi8)' --arg='differ=empty(8xi8)' --arg='negated=empty(8xi8)' --arg='chosen=empty(8xi32)' --arg='masked=full(8xi32, 9)' --arg='all_any_odd=empty(3xi8)' --check=copied=@%t/copied.npy --check=both=@%t/both.npy --check=differ=@%t/differ.npy --check=negated=@%t/negated.npy --check=chosen=@%t/chosen.npy --check=masked=@%t/masked.npy --check=all_any_odd=@%t/all_any_odd.npy

tc.kernel @bool_bytes(%a: !tc.ptr<i1>, %b: !tc.ptr<i1>, %copied: !tc.ptr<i8>,
                      %both: !tc.ptr<i8>, %differ: !tc.ptr<i8>,
                      %negated: !tc.ptr<i8>, %chosen: !tc.ptr<i32>,
                      %masked: !tc.ptr<i32>, %all_any_odd: !tc.ptr<i8>) {
  %i = tc.arange 0 to 8 : tensor<8xi32>
  %p_a = tc.addptr %a, %i : !tc.ptr<i1>, tensor<8xi32>
  %x = tc.load %p_a : tensor<8x!tc.ptr<i1>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i1>, tensor<8xi32>
  %y = tc.load %p_b : tensor<8x!tc.ptr<i1>>
  %to_copied = tc.bitcast %copied : !tc.ptr<i8> -> !tc.ptr<i1>
  %p_to_copied = tc.addptr %to_copied, %i : !tc.ptr<i1>, tensor<8xi32>
  tc.store %p_to_copied, %x : tensor<8x!tc.ptr<i1>>
  %xy = arith.andi %x, %y : tensor<8xi1>
  %to_both = tc.bitcast %both : !tc.ptr<i8> -> !tc.ptr<i1>
  %p_to_both = tc.addptr %to_both, %i : !tc.ptr<i1>, tensor<8xi32>
  tc.store %p_to_both, %xy : tensor<8x!tc.ptr<i1>>
  %ne = arith.cmpi ne, %x, %y : tensor<8xi1>
  %to_differ = tc.bitcast %differ : !tc.ptr<i8> -> !tc.ptr<i1>
  %p_to_differ = tc.addptr %to_differ, %i : !tc.ptr<i1>, tensor<8xi32>
  tc.store %p_to_differ, %ne : tensor<8x!tc.ptr<i1>>
  %true = arith.constant dense<true> : tensor<8xi1>
  %not = arith.xori %x, %true : tensor<8xi1>
  %to_negated = tc.bitcast %negated : !tc.ptr<i8> -> !tc.ptr<i1>
  %p_to_negated = tc.addptr %to_negated, %i : !tc.ptr<i1>, tensor<8xi32>
  tc.store %p_to_negated, %not : tensor<8x!tc.ptr<i1>>

  %k7 = arith.constant dense<7> : tensor<8xi32>
  %n7 = arith.constant dense<-7> : tensor<8xi32>
  %k5 = arith.constant dense<5> : tensor<8xi32>
  %choice = arith.select %x, %k7, %n7 : tensor<8xi1>, tensor<8xi32>
  %p_chosen = tc.addptr %chosen, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_chosen, %choice : tensor<8x!tc.ptr<i32>>
  %p_masked = tc.addptr %masked, %i : !tc.ptr<i32>, tensor<8xi32>
  tc.store %p_masked, %k5 mask %x : tensor<8x!tc.ptr<i32>>

  // A scalar of each reduction.
  %all = tc.reduce and %x axis 0 : tensor<8xi1> -> i1
  %any = tc.reduce or %x axis 0 : tensor<8xi1> -> i1
  %odd = tc.reduce xor %x axis 0 : tensor<8xi1> -> i1
  %one = arith.constant 1 : i32
  %p0 = tc.bitcast %all_any_odd : !tc.ptr<i8> -> !tc.ptr<i1>
  %p1 = tc.addptr %p0, %one : !tc.ptr<i1>, i32
  %p2 = tc.addptr %p1, %one : !tc.ptr<i1>, i32
  tc.store %p0, %all : !tc.ptr<i1>
  tc.store %p1, %any : !tc.ptr<i1>
  tc.store %p2, %odd : !tc.ptr<i1>
  tc.return
}
