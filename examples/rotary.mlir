// Rotary position embedding of x[batch, seq, heads, dim], in bf16, dim at most 128.
// The pairs that turn are the elements i and i + dim / 2 of a head, as in Llama
// and GPT-NeoX; the tables cos and sin[seq, dim / 2] are f32:
//   y[i] = x[i] * cos - x[i + dim/2] * sin
//   y[i + dim/2] = x[i + dim/2] * cos + x[i] * sin
// With -sin for sin it computes the gradient.
//
// 32 heads at one position a program instance: the grid is seq x batch x head
// tiles.
//
// RUN-DEMO: minitc-run %s --grid=17x2x2 --arg='x=randn(2x17x40x96xbf16, seed=1)' --arg='cos=uniform(17x48xf32, -1, 1, seed=2)' --arg='sin=uniform(17x48xf32, -1, 1, seed=3)' --arg='y=empty(2x17x40x96xbf16)' --arg=heads=40 --arg=half=48 --save x=%t.x.npy --save cos=%t.cos.npy --save sin=%t.sin.npy --save y=%t.y.npy && python3 %S/check.py rotary %t.x.npy %t.cos.npy %t.sin.npy %t.y.npy

tc.kernel @rotary(%x: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                  %cos: !tc.ptr<f32> {tc.divisible = 16 : i32},
                  %sin: !tc.ptr<f32> {tc.divisible = 16 : i32},
                  %y: !tc.ptr<bf16> {tc.divisible = 16 : i32},
                  %heads: i32, %half: i32) {
  // The two halves of this instance's heads at this position: rows of 2 * half
  // elements, one after the other.
  %pos    = tc.program_id x : i32
  %batch  = tc.program_id y : i32
  %length = tc.num_programs x : i32
  %pos64  = arith.extsi %pos : i32 to i64
  %batch64 = arith.extsi %batch : i32 to i64
  %length64 = arith.extsi %length : i32 to i64
  %heads64 = arith.extsi %heads : i32 to i64
  %half64 = arith.extsi %half : i32 to i64
  %past   = arith.muli %batch64, %length64 : i64
  %token  = arith.addi %past, %pos64 : i64
  %row    = arith.muli %token, %heads64 : i64
  %two    = arith.constant 2 : i64
  %dim    = arith.muli %half64, %two : i64
  %base   = arith.muli %row, %dim : i64
  %tile   = tc.program_id z : i32
  %height = arith.constant 32 : i32
  %first  = arith.muli %tile, %height : i32
  %firsts = tc.splat %first : i32 -> tensor<32xi32>
  %i      = tc.arange 0 to 32 : tensor<32xi32>
  %h      = arith.addi %firsts, %i : tensor<32xi32>
  %nheads = tc.splat %heads : i32 -> tensor<32xi32>
  %isHead = arith.cmpi slt, %h, %nheads : tensor<32xi32>
  %isHead2 = tc.expand_dims %isHead axis 1 : tensor<32xi1> -> tensor<32x1xi1>
  %inRows = tc.broadcast %isHead2 : tensor<32x1xi1> -> tensor<32x64xi1>
  %j      = tc.arange 0 to 64 : tensor<64xi32>
  %halves = tc.splat %half : i32 -> tensor<64xi32>
  %isCol  = arith.cmpi slt, %j, %halves : tensor<64xi32>
  %isCol2 = tc.expand_dims %isCol axis 0 : tensor<64xi1> -> tensor<1x64xi1>
  %inCols = tc.broadcast %isCol2 : tensor<1x64xi1> -> tensor<32x64xi1>
  %mask   = arith.andi %inRows, %inCols : tensor<32x64xi1>
  %dim32  = arith.trunci %dim : i64 to i32
  %dims   = tc.splat %dim32 : i32 -> tensor<32xi32>
  %hoff   = arith.muli %h, %dims : tensor<32xi32>
  %hoff2  = tc.expand_dims %hoff axis 1 : tensor<32xi32> -> tensor<32x1xi32>
  %hoffs  = tc.broadcast %hoff2 : tensor<32x1xi32> -> tensor<32x64xi32>
  %j2     = tc.expand_dims %j axis 0 : tensor<64xi32> -> tensor<1x64xi32>
  %js     = tc.broadcast %j2 : tensor<1x64xi32> -> tensor<32x64xi32>
  %off    = arith.addi %hoffs, %js : tensor<32x64xi32>

  %src    = tc.addptr %x, %base : !tc.ptr<bf16>, i64
  %src2   = tc.addptr %src, %half : !tc.ptr<bf16>, i32
  %srcs   = tc.addptr %src, %off : !tc.ptr<bf16>, tensor<32x64xi32>
  %srcs2  = tc.addptr %src2, %off : !tc.ptr<bf16>, tensor<32x64xi32>
  %zero   = arith.constant 0.0 : bf16
  %a16    = tc.load %srcs mask %mask other %zero : tensor<32x64x!tc.ptr<bf16>>
  %b16    = tc.load %srcs2 mask %mask other %zero : tensor<32x64x!tc.ptr<bf16>>

  // The tables at this position, last: loads that go through shared memory would
  // make the others wait.
  %angle  = arith.muli %pos64, %half64 : i64
  %pcos   = tc.addptr %cos, %angle : !tc.ptr<f32>, i64
  %psin   = tc.addptr %sin, %angle : !tc.ptr<f32>, i64
  %pcoss  = tc.addptr %pcos, %j : !tc.ptr<f32>, tensor<64xi32>
  %psins  = tc.addptr %psin, %j : !tc.ptr<f32>, tensor<64xi32>
  %zero32 = arith.constant 0.0 : f32
  %c1     = tc.load %pcoss mask %isCol other %zero32 : tensor<64x!tc.ptr<f32>>
  %s1     = tc.load %psins mask %isCol other %zero32 : tensor<64x!tc.ptr<f32>>
  %c2     = tc.expand_dims %c1 axis 0 : tensor<64xf32> -> tensor<1x64xf32>
  %s2     = tc.expand_dims %s1 axis 0 : tensor<64xf32> -> tensor<1x64xf32>
  %c      = tc.broadcast %c2 : tensor<1x64xf32> -> tensor<32x64xf32>
  %s      = tc.broadcast %s2 : tensor<1x64xf32> -> tensor<32x64xf32>

  %a      = arith.extf %a16 : tensor<32x64xbf16> to tensor<32x64xf32>
  %b      = arith.extf %b16 : tensor<32x64xbf16> to tensor<32x64xf32>
  %ac     = arith.mulf %a, %c : tensor<32x64xf32>
  %bs     = arith.mulf %b, %s : tensor<32x64xf32>
  %bc     = arith.mulf %b, %c : tensor<32x64xf32>
  %as     = arith.mulf %a, %s : tensor<32x64xf32>
  %ya     = arith.subf %ac, %bs : tensor<32x64xf32>
  %yb     = arith.addf %bc, %as : tensor<32x64xf32>
  %ya16   = arith.truncf %ya : tensor<32x64xf32> to tensor<32x64xbf16>
  %yb16   = arith.truncf %yb : tensor<32x64xf32> to tensor<32x64xbf16>
  %dst    = tc.addptr %y, %base : !tc.ptr<bf16>, i64
  %dst2   = tc.addptr %dst, %half : !tc.ptr<bf16>, i32
  %dsts   = tc.addptr %dst, %off : !tc.ptr<bf16>, tensor<32x64xi32>
  %dsts2  = tc.addptr %dst2, %off : !tc.ptr<bf16>, tensor<32x64xi32>
  tc.store %dsts, %ya16 mask %mask : tensor<32x64x!tc.ptr<bf16>>
  tc.store %dsts2, %yb16 mask %mask : tensor<32x64x!tc.ptr<bf16>>
  tc.return
}
