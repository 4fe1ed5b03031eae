// Integer arithmetic of every width on edge values: signed and unsigned division
// and remainder, shifts, the extremes, the high half of a product, the carry of a
// sum, and counts of bits. A row of `out` for each operation.
//
// DATA: def _operands(bits):
// DATA:     top = 1 << (bits - 1)
// DATA:     a = [0, 1, 2, 3, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, top // 2, 100, 27]
// DATA:     pairs = [(v, w) for v in a for w in a if w and (v, w) != (top, 2 * top - 1)]
// DATA:     return pairs[:128]
// DATA: def _signed(v, bits):
// DATA:     return v - (1 << bits) if v >> (bits - 1) else v
// DATA: def _quotient(v, w):
// DATA:     return abs(v) // abs(w) * (1 if (v < 0) == (w < 0) else -1)
// DATA: def _row(a, b, bits):
// DATA:     sa, sb, shift = _signed(a, bits), _signed(b, bits), b % bits
// DATA:     zeros = bits - a.bit_length()
// DATA:     trailing = bits if a == 0 else (a & -a).bit_length() - 1
// DATA:     return [a + b, a - b, a * b, _quotient(sa, sb), a // b,
// DATA:             sa - sb * _quotient(sa, sb), a % b, -(-a // b), a & b, a | b,
// DATA:             a ^ b, min(sa, sb), max(sa, sb), min(a, b), max(a, b),
// DATA:             a << shift, a >> shift, sa >> shift, sa * sb >> bits,
// DATA:             a * b >> bits, (a + b) >> bits, abs(sa), zeros, trailing,
// DATA:             bin(a).count("1")]
// DATA: def _make(bits):
// DATA:     pairs, kind = _operands(bits), f"i{bits // 8}"
// DATA:     a, b = ([pair[k] for pair in pairs] for k in (0, 1))
// DATA:     rows = zip(*(_row(v, w, bits) for v, w in pairs))
// DATA:     return wrap(a, kind), wrap(b, kind), wrap([v for row in rows for v in row], kind)
// DATA: a8, b8, out8 = _make(8)
// DATA: a16, b16, out16 = _make(16)
// DATA: a32, b32, out32 = _make(32)
// DATA: a64, b64, out64 = _make(64)
// RUN-CASE: python3 %S/make_arrays.py %s %t
// RUN-CASE: minitc-run %s --kernel=i8 --arg=a=@%t/a8.npy --arg=b=@%t/b8.npy --arg='out=empty(3200xi8)' --check=out=@%t/out8.npy
// RUN-CASE: minitc-run %s --kernel=i16 --arg=a=@%t/a16.npy --arg=b=@%t/b16.npy --arg='out=empty(3200xi16)' --check=out=@%t/out16.npy
// RUN-CASE: minitc-run %s --kernel=i32 --arg=a=@%t/a32.npy --arg=b=@%t/b32.npy --arg='out=empty(3200xi32)' --check=out=@%t/out32.npy
// RUN-CASE: minitc-run %s --kernel=i64 --arg=a=@%t/a64.npy --arg=b=@%t/b64.npy --arg='out=empty(3200xi64)' --check=out=@%t/out64.npy

tc.kernel @i8(%a: !tc.ptr<i8>, %b: !tc.ptr<i8>, %out: !tc.ptr<i8>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %row = arith.constant 128 : i32
  %mask = arith.constant dense<7> : tensor<128xi8>
  %p_a = tc.addptr %a, %i : !tc.ptr<i8>, tensor<128xi32>
  %x = tc.load %p_a : tensor<128x!tc.ptr<i8>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i8>, tensor<128xi32>
  %y = tc.load %p_b : tensor<128x!tc.ptr<i8>>
  %shift = arith.andi %y, %mask : tensor<128xi8>
  %out0 = tc.addptr %out, %i : !tc.ptr<i8>, tensor<128xi32>
  %addi = arith.addi %x, %y : tensor<128xi8>
  tc.store %out0, %addi : tensor<128x!tc.ptr<i8>>
  %subi = arith.subi %x, %y : tensor<128xi8>
  %out1 = tc.addptr %out0, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out1, %subi : tensor<128x!tc.ptr<i8>>
  %muli = arith.muli %x, %y : tensor<128xi8>
  %out2 = tc.addptr %out1, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out2, %muli : tensor<128x!tc.ptr<i8>>
  %divsi = arith.divsi %x, %y : tensor<128xi8>
  %out3 = tc.addptr %out2, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out3, %divsi : tensor<128x!tc.ptr<i8>>
  %divui = arith.divui %x, %y : tensor<128xi8>
  %out4 = tc.addptr %out3, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out4, %divui : tensor<128x!tc.ptr<i8>>
  %remsi = arith.remsi %x, %y : tensor<128xi8>
  %out5 = tc.addptr %out4, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out5, %remsi : tensor<128x!tc.ptr<i8>>
  %remui = arith.remui %x, %y : tensor<128xi8>
  %out6 = tc.addptr %out5, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out6, %remui : tensor<128x!tc.ptr<i8>>
  %ceildivui = arith.ceildivui %x, %y : tensor<128xi8>
  %out7 = tc.addptr %out6, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out7, %ceildivui : tensor<128x!tc.ptr<i8>>
  %andi = arith.andi %x, %y : tensor<128xi8>
  %out8 = tc.addptr %out7, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out8, %andi : tensor<128x!tc.ptr<i8>>
  %ori = arith.ori %x, %y : tensor<128xi8>
  %out9 = tc.addptr %out8, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out9, %ori : tensor<128x!tc.ptr<i8>>
  %xori = arith.xori %x, %y : tensor<128xi8>
  %out10 = tc.addptr %out9, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out10, %xori : tensor<128x!tc.ptr<i8>>
  %minsi = arith.minsi %x, %y : tensor<128xi8>
  %out11 = tc.addptr %out10, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out11, %minsi : tensor<128x!tc.ptr<i8>>
  %maxsi = arith.maxsi %x, %y : tensor<128xi8>
  %out12 = tc.addptr %out11, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out12, %maxsi : tensor<128x!tc.ptr<i8>>
  %minui = arith.minui %x, %y : tensor<128xi8>
  %out13 = tc.addptr %out12, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out13, %minui : tensor<128x!tc.ptr<i8>>
  %maxui = arith.maxui %x, %y : tensor<128xi8>
  %out14 = tc.addptr %out13, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out14, %maxui : tensor<128x!tc.ptr<i8>>
  %shli = arith.shli %x, %shift : tensor<128xi8>
  %out15 = tc.addptr %out14, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out15, %shli : tensor<128x!tc.ptr<i8>>
  %shrui = arith.shrui %x, %shift : tensor<128xi8>
  %out16 = tc.addptr %out15, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out16, %shrui : tensor<128x!tc.ptr<i8>>
  %shrsi = arith.shrsi %x, %shift : tensor<128xi8>
  %out17 = tc.addptr %out16, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out17, %shrsi : tensor<128x!tc.ptr<i8>>
  %slow, %shigh = arith.mulsi_extended %x, %y : tensor<128xi8>
  %out18 = tc.addptr %out17, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out18, %shigh : tensor<128x!tc.ptr<i8>>
  %ulow, %uhigh = arith.mului_extended %x, %y : tensor<128xi8>
  %out19 = tc.addptr %out18, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out19, %uhigh : tensor<128x!tc.ptr<i8>>
  %sum, %carry = arith.addui_extended %x, %y : tensor<128xi8>, tensor<128xi1>
  %carry_8 = arith.extui %carry : tensor<128xi1> to tensor<128xi8>
  %out20 = tc.addptr %out19, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out20, %carry_8 : tensor<128x!tc.ptr<i8>>
  %absi = math.absi %x : tensor<128xi8>
  %out21 = tc.addptr %out20, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out21, %absi : tensor<128x!tc.ptr<i8>>
  %ctlz = math.ctlz %x : tensor<128xi8>
  %out22 = tc.addptr %out21, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out22, %ctlz : tensor<128x!tc.ptr<i8>>
  %cttz = math.cttz %x : tensor<128xi8>
  %out23 = tc.addptr %out22, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out23, %cttz : tensor<128x!tc.ptr<i8>>
  %ctpop = math.ctpop %x : tensor<128xi8>
  %out24 = tc.addptr %out23, %row : tensor<128x!tc.ptr<i8>>, i32
  tc.store %out24, %ctpop : tensor<128x!tc.ptr<i8>>
  tc.return
}

tc.kernel @i16(%a: !tc.ptr<i16>, %b: !tc.ptr<i16>, %out: !tc.ptr<i16>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %row = arith.constant 128 : i32
  %mask = arith.constant dense<15> : tensor<128xi16>
  %p_a = tc.addptr %a, %i : !tc.ptr<i16>, tensor<128xi32>
  %x = tc.load %p_a : tensor<128x!tc.ptr<i16>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i16>, tensor<128xi32>
  %y = tc.load %p_b : tensor<128x!tc.ptr<i16>>
  %shift = arith.andi %y, %mask : tensor<128xi16>
  %out0 = tc.addptr %out, %i : !tc.ptr<i16>, tensor<128xi32>
  %addi = arith.addi %x, %y : tensor<128xi16>
  tc.store %out0, %addi : tensor<128x!tc.ptr<i16>>
  %subi = arith.subi %x, %y : tensor<128xi16>
  %out1 = tc.addptr %out0, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out1, %subi : tensor<128x!tc.ptr<i16>>
  %muli = arith.muli %x, %y : tensor<128xi16>
  %out2 = tc.addptr %out1, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out2, %muli : tensor<128x!tc.ptr<i16>>
  %divsi = arith.divsi %x, %y : tensor<128xi16>
  %out3 = tc.addptr %out2, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out3, %divsi : tensor<128x!tc.ptr<i16>>
  %divui = arith.divui %x, %y : tensor<128xi16>
  %out4 = tc.addptr %out3, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out4, %divui : tensor<128x!tc.ptr<i16>>
  %remsi = arith.remsi %x, %y : tensor<128xi16>
  %out5 = tc.addptr %out4, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out5, %remsi : tensor<128x!tc.ptr<i16>>
  %remui = arith.remui %x, %y : tensor<128xi16>
  %out6 = tc.addptr %out5, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out6, %remui : tensor<128x!tc.ptr<i16>>
  %ceildivui = arith.ceildivui %x, %y : tensor<128xi16>
  %out7 = tc.addptr %out6, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out7, %ceildivui : tensor<128x!tc.ptr<i16>>
  %andi = arith.andi %x, %y : tensor<128xi16>
  %out8 = tc.addptr %out7, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out8, %andi : tensor<128x!tc.ptr<i16>>
  %ori = arith.ori %x, %y : tensor<128xi16>
  %out9 = tc.addptr %out8, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out9, %ori : tensor<128x!tc.ptr<i16>>
  %xori = arith.xori %x, %y : tensor<128xi16>
  %out10 = tc.addptr %out9, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out10, %xori : tensor<128x!tc.ptr<i16>>
  %minsi = arith.minsi %x, %y : tensor<128xi16>
  %out11 = tc.addptr %out10, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out11, %minsi : tensor<128x!tc.ptr<i16>>
  %maxsi = arith.maxsi %x, %y : tensor<128xi16>
  %out12 = tc.addptr %out11, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out12, %maxsi : tensor<128x!tc.ptr<i16>>
  %minui = arith.minui %x, %y : tensor<128xi16>
  %out13 = tc.addptr %out12, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out13, %minui : tensor<128x!tc.ptr<i16>>
  %maxui = arith.maxui %x, %y : tensor<128xi16>
  %out14 = tc.addptr %out13, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out14, %maxui : tensor<128x!tc.ptr<i16>>
  %shli = arith.shli %x, %shift : tensor<128xi16>
  %out15 = tc.addptr %out14, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out15, %shli : tensor<128x!tc.ptr<i16>>
  %shrui = arith.shrui %x, %shift : tensor<128xi16>
  %out16 = tc.addptr %out15, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out16, %shrui : tensor<128x!tc.ptr<i16>>
  %shrsi = arith.shrsi %x, %shift : tensor<128xi16>
  %out17 = tc.addptr %out16, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out17, %shrsi : tensor<128x!tc.ptr<i16>>
  %slow, %shigh = arith.mulsi_extended %x, %y : tensor<128xi16>
  %out18 = tc.addptr %out17, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out18, %shigh : tensor<128x!tc.ptr<i16>>
  %ulow, %uhigh = arith.mului_extended %x, %y : tensor<128xi16>
  %out19 = tc.addptr %out18, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out19, %uhigh : tensor<128x!tc.ptr<i16>>
  %sum, %carry = arith.addui_extended %x, %y : tensor<128xi16>, tensor<128xi1>
  %carry_16 = arith.extui %carry : tensor<128xi1> to tensor<128xi16>
  %out20 = tc.addptr %out19, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out20, %carry_16 : tensor<128x!tc.ptr<i16>>
  %absi = math.absi %x : tensor<128xi16>
  %out21 = tc.addptr %out20, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out21, %absi : tensor<128x!tc.ptr<i16>>
  %ctlz = math.ctlz %x : tensor<128xi16>
  %out22 = tc.addptr %out21, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out22, %ctlz : tensor<128x!tc.ptr<i16>>
  %cttz = math.cttz %x : tensor<128xi16>
  %out23 = tc.addptr %out22, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out23, %cttz : tensor<128x!tc.ptr<i16>>
  %ctpop = math.ctpop %x : tensor<128xi16>
  %out24 = tc.addptr %out23, %row : tensor<128x!tc.ptr<i16>>, i32
  tc.store %out24, %ctpop : tensor<128x!tc.ptr<i16>>
  tc.return
}

tc.kernel @i32(%a: !tc.ptr<i32>, %b: !tc.ptr<i32>, %out: !tc.ptr<i32>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %row = arith.constant 128 : i32
  %mask = arith.constant dense<31> : tensor<128xi32>
  %p_a = tc.addptr %a, %i : !tc.ptr<i32>, tensor<128xi32>
  %x = tc.load %p_a : tensor<128x!tc.ptr<i32>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i32>, tensor<128xi32>
  %y = tc.load %p_b : tensor<128x!tc.ptr<i32>>
  %shift = arith.andi %y, %mask : tensor<128xi32>
  %out0 = tc.addptr %out, %i : !tc.ptr<i32>, tensor<128xi32>
  %addi = arith.addi %x, %y : tensor<128xi32>
  tc.store %out0, %addi : tensor<128x!tc.ptr<i32>>
  %subi = arith.subi %x, %y : tensor<128xi32>
  %out1 = tc.addptr %out0, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out1, %subi : tensor<128x!tc.ptr<i32>>
  %muli = arith.muli %x, %y : tensor<128xi32>
  %out2 = tc.addptr %out1, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out2, %muli : tensor<128x!tc.ptr<i32>>
  %divsi = arith.divsi %x, %y : tensor<128xi32>
  %out3 = tc.addptr %out2, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out3, %divsi : tensor<128x!tc.ptr<i32>>
  %divui = arith.divui %x, %y : tensor<128xi32>
  %out4 = tc.addptr %out3, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out4, %divui : tensor<128x!tc.ptr<i32>>
  %remsi = arith.remsi %x, %y : tensor<128xi32>
  %out5 = tc.addptr %out4, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out5, %remsi : tensor<128x!tc.ptr<i32>>
  %remui = arith.remui %x, %y : tensor<128xi32>
  %out6 = tc.addptr %out5, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out6, %remui : tensor<128x!tc.ptr<i32>>
  %ceildivui = arith.ceildivui %x, %y : tensor<128xi32>
  %out7 = tc.addptr %out6, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out7, %ceildivui : tensor<128x!tc.ptr<i32>>
  %andi = arith.andi %x, %y : tensor<128xi32>
  %out8 = tc.addptr %out7, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out8, %andi : tensor<128x!tc.ptr<i32>>
  %ori = arith.ori %x, %y : tensor<128xi32>
  %out9 = tc.addptr %out8, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out9, %ori : tensor<128x!tc.ptr<i32>>
  %xori = arith.xori %x, %y : tensor<128xi32>
  %out10 = tc.addptr %out9, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out10, %xori : tensor<128x!tc.ptr<i32>>
  %minsi = arith.minsi %x, %y : tensor<128xi32>
  %out11 = tc.addptr %out10, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out11, %minsi : tensor<128x!tc.ptr<i32>>
  %maxsi = arith.maxsi %x, %y : tensor<128xi32>
  %out12 = tc.addptr %out11, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out12, %maxsi : tensor<128x!tc.ptr<i32>>
  %minui = arith.minui %x, %y : tensor<128xi32>
  %out13 = tc.addptr %out12, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out13, %minui : tensor<128x!tc.ptr<i32>>
  %maxui = arith.maxui %x, %y : tensor<128xi32>
  %out14 = tc.addptr %out13, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out14, %maxui : tensor<128x!tc.ptr<i32>>
  %shli = arith.shli %x, %shift : tensor<128xi32>
  %out15 = tc.addptr %out14, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out15, %shli : tensor<128x!tc.ptr<i32>>
  %shrui = arith.shrui %x, %shift : tensor<128xi32>
  %out16 = tc.addptr %out15, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out16, %shrui : tensor<128x!tc.ptr<i32>>
  %shrsi = arith.shrsi %x, %shift : tensor<128xi32>
  %out17 = tc.addptr %out16, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out17, %shrsi : tensor<128x!tc.ptr<i32>>
  %slow, %shigh = arith.mulsi_extended %x, %y : tensor<128xi32>
  %out18 = tc.addptr %out17, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out18, %shigh : tensor<128x!tc.ptr<i32>>
  %ulow, %uhigh = arith.mului_extended %x, %y : tensor<128xi32>
  %out19 = tc.addptr %out18, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out19, %uhigh : tensor<128x!tc.ptr<i32>>
  %sum, %carry = arith.addui_extended %x, %y : tensor<128xi32>, tensor<128xi1>
  %carry_32 = arith.extui %carry : tensor<128xi1> to tensor<128xi32>
  %out20 = tc.addptr %out19, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out20, %carry_32 : tensor<128x!tc.ptr<i32>>
  %absi = math.absi %x : tensor<128xi32>
  %out21 = tc.addptr %out20, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out21, %absi : tensor<128x!tc.ptr<i32>>
  %ctlz = math.ctlz %x : tensor<128xi32>
  %out22 = tc.addptr %out21, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out22, %ctlz : tensor<128x!tc.ptr<i32>>
  %cttz = math.cttz %x : tensor<128xi32>
  %out23 = tc.addptr %out22, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out23, %cttz : tensor<128x!tc.ptr<i32>>
  %ctpop = math.ctpop %x : tensor<128xi32>
  %out24 = tc.addptr %out23, %row : tensor<128x!tc.ptr<i32>>, i32
  tc.store %out24, %ctpop : tensor<128x!tc.ptr<i32>>
  tc.return
}

tc.kernel @i64(%a: !tc.ptr<i64>, %b: !tc.ptr<i64>, %out: !tc.ptr<i64>) {
  %i = tc.arange 0 to 128 : tensor<128xi32>
  %row = arith.constant 128 : i32
  %mask = arith.constant dense<63> : tensor<128xi64>
  %p_a = tc.addptr %a, %i : !tc.ptr<i64>, tensor<128xi32>
  %x = tc.load %p_a : tensor<128x!tc.ptr<i64>>
  %p_b = tc.addptr %b, %i : !tc.ptr<i64>, tensor<128xi32>
  %y = tc.load %p_b : tensor<128x!tc.ptr<i64>>
  %shift = arith.andi %y, %mask : tensor<128xi64>
  %out0 = tc.addptr %out, %i : !tc.ptr<i64>, tensor<128xi32>
  %addi = arith.addi %x, %y : tensor<128xi64>
  tc.store %out0, %addi : tensor<128x!tc.ptr<i64>>
  %subi = arith.subi %x, %y : tensor<128xi64>
  %out1 = tc.addptr %out0, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out1, %subi : tensor<128x!tc.ptr<i64>>
  %muli = arith.muli %x, %y : tensor<128xi64>
  %out2 = tc.addptr %out1, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out2, %muli : tensor<128x!tc.ptr<i64>>
  %divsi = arith.divsi %x, %y : tensor<128xi64>
  %out3 = tc.addptr %out2, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out3, %divsi : tensor<128x!tc.ptr<i64>>
  %divui = arith.divui %x, %y : tensor<128xi64>
  %out4 = tc.addptr %out3, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out4, %divui : tensor<128x!tc.ptr<i64>>
  %remsi = arith.remsi %x, %y : tensor<128xi64>
  %out5 = tc.addptr %out4, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out5, %remsi : tensor<128x!tc.ptr<i64>>
  %remui = arith.remui %x, %y : tensor<128xi64>
  %out6 = tc.addptr %out5, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out6, %remui : tensor<128x!tc.ptr<i64>>
  %ceildivui = arith.ceildivui %x, %y : tensor<128xi64>
  %out7 = tc.addptr %out6, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out7, %ceildivui : tensor<128x!tc.ptr<i64>>
  %andi = arith.andi %x, %y : tensor<128xi64>
  %out8 = tc.addptr %out7, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out8, %andi : tensor<128x!tc.ptr<i64>>
  %ori = arith.ori %x, %y : tensor<128xi64>
  %out9 = tc.addptr %out8, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out9, %ori : tensor<128x!tc.ptr<i64>>
  %xori = arith.xori %x, %y : tensor<128xi64>
  %out10 = tc.addptr %out9, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out10, %xori : tensor<128x!tc.ptr<i64>>
  %minsi = arith.minsi %x, %y : tensor<128xi64>
  %out11 = tc.addptr %out10, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out11, %minsi : tensor<128x!tc.ptr<i64>>
  %maxsi = arith.maxsi %x, %y : tensor<128xi64>
  %out12 = tc.addptr %out11, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out12, %maxsi : tensor<128x!tc.ptr<i64>>
  %minui = arith.minui %x, %y : tensor<128xi64>
  %out13 = tc.addptr %out12, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out13, %minui : tensor<128x!tc.ptr<i64>>
  %maxui = arith.maxui %x, %y : tensor<128xi64>
  %out14 = tc.addptr %out13, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out14, %maxui : tensor<128x!tc.ptr<i64>>
  %shli = arith.shli %x, %shift : tensor<128xi64>
  %out15 = tc.addptr %out14, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out15, %shli : tensor<128x!tc.ptr<i64>>
  %shrui = arith.shrui %x, %shift : tensor<128xi64>
  %out16 = tc.addptr %out15, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out16, %shrui : tensor<128x!tc.ptr<i64>>
  %shrsi = arith.shrsi %x, %shift : tensor<128xi64>
  %out17 = tc.addptr %out16, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out17, %shrsi : tensor<128x!tc.ptr<i64>>
  %slow, %shigh = arith.mulsi_extended %x, %y : tensor<128xi64>
  %out18 = tc.addptr %out17, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out18, %shigh : tensor<128x!tc.ptr<i64>>
  %ulow, %uhigh = arith.mului_extended %x, %y : tensor<128xi64>
  %out19 = tc.addptr %out18, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out19, %uhigh : tensor<128x!tc.ptr<i64>>
  %sum, %carry = arith.addui_extended %x, %y : tensor<128xi64>, tensor<128xi1>
  %carry_64 = arith.extui %carry : tensor<128xi1> to tensor<128xi64>
  %out20 = tc.addptr %out19, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out20, %carry_64 : tensor<128x!tc.ptr<i64>>
  %absi = math.absi %x : tensor<128xi64>
  %out21 = tc.addptr %out20, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out21, %absi : tensor<128x!tc.ptr<i64>>
  %ctlz = math.ctlz %x : tensor<128xi64>
  %out22 = tc.addptr %out21, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out22, %ctlz : tensor<128x!tc.ptr<i64>>
  %cttz = math.cttz %x : tensor<128xi64>
  %out23 = tc.addptr %out22, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out23, %cttz : tensor<128x!tc.ptr<i64>>
  %ctpop = math.ctpop %x : tensor<128xi64>
  %out24 = tc.addptr %out23, %row : tensor<128x!tc.ptr<i64>>, i32
  tc.store %out24, %ctpop : tensor<128x!tc.ptr<i64>>
  tc.return
}
