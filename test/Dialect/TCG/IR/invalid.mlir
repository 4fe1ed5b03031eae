// RUN: minitc-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a basis of 2 coordinates, but got 1}}
#a = #tcg.layout<{register = [[0, 1], [2]]}>

// -----

// expected-error @below {{expected a basis of 1 coordinates, but got 2}}
#a = #tcg.layout<{register = [[1]], lane = [[0, 2]]}>

// -----

// expected-error @below {{'lane' is given twice}}
#a = #tcg.layout<{lane = [[1]], lane = [[2]]}>

// -----

// expected-error @below {{expected register, lane, warp or offset, but got 'thread'}}
#a = #tcg.layout<{thread = [[1]]}>

// -----

// expected-error @below {{a layout is of threads (register, lane, warp) or of shared memory (offset), not both}}
#a = #tcg.layout<{register = [[1]], offset = [[2]]}>

// -----

#a = #tcg.layout<{register = [[0, 1]]}>
// expected-error @below {{expected a layout of rank 1, but got rank 2}}
func.func @rank(%x: tensor<2xf32, #a>) { return }

// -----

#a = #tcg.layout<{register = [[1], [4]]}>
// expected-error @below {{expected the coordinates of register to lie in [4], but got 4}}
func.func @outside(%x: tensor<4xf32, #a>) { return }

// -----

#a = #tcg.layout<{lane = [[-1]]}>
// expected-error @below {{expected the coordinates of lane to lie in [2], but got -1}}
func.func @negative(%x: tensor<2xf32, #a>) { return }

// -----

#a = #tcg.layout<{offset = [[1]]}>
// expected-error @below {{expected a layout of threads, but got one of shared memory}}
func.func @shared_layout(%x: tensor<2xf32, #a>) { return }

// -----

#a = #tcg.layout<{lane = [[1], [2]]}>
// expected-error @below {{expected a tile, but got [3] of 'f32'}}
func.func @no_tile(%x: tensor<3xf32, #a>) { return }

// -----

#a = #tcg.layout<{}>
// expected-error @below {{expected a tile, but got [] of 'f32'}}
func.func @rank_zero(%x: tensor<f32, #a>) { return }

// -----

#a = #tcg.layout<{}>
// expected-error @below {{expected a tile, but got [1] of 'i7'}}
func.func @no_element(%x: tensor<1xi7, #a>) { return }

// -----

#a = #tcg.layout<{lane = [[1], [2], [4], [8], [16], [32]]}>
// expected-error @below {{expected at most 32 lanes, but got 2^6}}
func.func @lanes(%x: tensor<64xf32, #a>) { return }

// -----

#a = #tcg.layout<{register = [[1]], warp = [[0], [0], [0], [0], [0], [0]]}>
// expected-error @below {{expected at most 32 warps, but got 2^6}}
func.func @warps(%x: tensor<2xf32, #a>) { return }

// -----

#a = #tcg.layout<{lane = [[1], [1]]}>
// expected-error @below {{expected a layout that holds every element of [4]}}
func.func @not_all(%x: tensor<4xf32, #a>) { return }

// -----

#a = #tcg.layout<{offset = [[1]]}>
// expected-error @below {{expected the shape and element of a tile, but got [3] of 'f32'}}
func.func @shared_shape(%m: !tcg.shared<[3] x f32, #a>) { return }

// -----

#a = #tcg.layout<{offset = [[1]]}>
// expected-error @below {{expected the coordinates of offset to lie in [1], but got 1}}
func.func @shared_outside(%m: !tcg.shared<[1] x f32, #a>) { return }

// -----

#a = #tcg.layout<{offset = [[1]]}>
// expected-error @below {{expected as many offsets as elements, each of another element}}
func.func @shared_too_few(%m: !tcg.shared<[4] x f32, #a>) { return }

// -----

#a = #tcg.layout<{offset = [[1], [1]]}>
// expected-error @below {{expected as many offsets as elements, each of another element}}
func.func @shared_twice(%m: !tcg.shared<[4] x f32, #a>) { return }

// -----

#a = #tcg.layout<{lane = [[1]]}>
func.func @convert_shape(%x: tensor<2xf32, #a>) {
  // expected-error @below {{expected tiles that differ in layout alone, but got 'tensor<2xf32, #tcg.layout<{lane = [[1]]}>>' and 'tensor<2xi32, #tcg.layout<{lane = [[1]]}>>'}}
  %0 = tcg.convert_layout %x : tensor<2xf32, #a> -> tensor<2xi32, #a>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
func.func @convert_unplaced(%x: tensor<2xf32>) {
  // expected-error @below {{operand #0 must be a tile with a #tcg.layout, but got 'tensor<2xf32>'}}
  %0 = tcg.convert_layout %x : tensor<2xf32> -> tensor<2xf32, #a>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @store_other_element(%x: tensor<2xf32, #a>, %m: !tcg.shared<[2] x i32, #s>) {
  // expected-error @below {{expected shared memory for 'tensor<2xf32, #tcg.layout<{lane = [[1]]}>>', but got '!tcg.shared<[2] x i32, <{offset = [[1]]}>>'}}
  tcg.local_store %x, %m : tensor<2xf32, #a>, !tcg.shared<[2] x i32, #s>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1], [2]]}>
func.func @load_other_shape(%m: !tcg.shared<[4] x f32, #s>) {
  // expected-error @below {{expected shared memory for 'tensor<2xf32, #tcg.layout<{lane = [[1]]}>>', but got '!tcg.shared<[4] x f32, <{offset = [[1], [2]]}>>'}}
  %0 = tcg.local_load %m : !tcg.shared<[4] x f32, #s> -> tensor<2xf32, #a>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @gather_narrow(%i: tensor<2xi16, #a>, %m: !tcg.shared<[2] x f32, #s>) {
  // expected-error @below {{expected indices of i32 or i64, but got 'i16'}}
  %0 = tcg.local_gather %m[%i] axis 0 : !tcg.shared<[2] x f32, #s>, tensor<2xi16, #a> -> tensor<2xf32, #a>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @gather_axis(%i: tensor<2xi32, #a>, %m: !tcg.shared<[2] x f32, #s>) {
  // expected-error @below {{expected an axis from 0 to 0, but got 1}}
  %0 = tcg.local_gather %m[%i] axis 1 : !tcg.shared<[2] x f32, #s>, tensor<2xi32, #a> -> tensor<2xf32, #a>
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#s = #tcg.layout<{offset = [[0, 1], [1, 0], [2, 0]]}>
func.func @gather_shape(%i: tensor<2x2xi32, #r>, %m: !tcg.shared<[4, 2] x f32, #s>) {
  // expected-error @below {{expected indices of the memory's shape except along axis 1, but got [2, 2] for [4, 2]}}
  %0 = tcg.local_gather %m[%i] axis 1 : !tcg.shared<[4, 2] x f32, #s>, tensor<2x2xi32, #r> -> tensor<2x2xf32, #r>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @gather_result(%i: tensor<2xi32, #a>, %m: !tcg.shared<[2] x f32, #s>) {
  // expected-error @below {{expected a result of 'tensor<2xf32, #tcg.layout<{lane = [[1]]}>>', but got 'tensor<2xf16, #tcg.layout<{lane = [[1]]}>>'}}
  %0 = tcg.local_gather %m[%i] axis 0 : !tcg.shared<[2] x f32, #s>, tensor<2xi32, #a> -> tensor<2xf16, #a>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @count_float(%x: tensor<2xf32, #a>, %m: !tcg.shared<[2] x i32, #s>) {
  // expected-error @below {{expected values of i32 or i64, but got 'f32'}}
  tcg.local_count %x, %m : tensor<2xf32, #a>, !tcg.shared<[2] x i32, #s>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @count_memory(%x: tensor<2xi32, #a>, %m: !tcg.shared<[2] x i64, #s>) {
  // expected-error @below {{expected memory of rank 1 and i32, but got '!tcg.shared<[2] x i64, <{offset = [[1]]}>>'}}
  tcg.local_count %x, %m : tensor<2xi32, #a>, !tcg.shared<[2] x i64, #s>
  return
}

// -----

#a = #tcg.layout<{lane = [[1]]}>
#s = #tcg.layout<{offset = [[1]]}>
func.func @count_mask(%x: tensor<2xi32, #a>, %m: !tcg.shared<[2] x i32, #s>) {
  // expected-error @below {{expected a mask of 'tensor<2xi1, #tcg.layout<{lane = [[1]]}>>', but got 'tensor<2xi32, #tcg.layout<{lane = [[1]]}>>'}}
  tcg.local_count %x, %m mask %x : tensor<2xi32, #a>, !tcg.shared<[2] x i32, #s>, tensor<2xi32, #a>
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
func.func @carry_nothing() {
  // expected-error @below {{expected at least one tile}}
  "tcg.carry"() <{axis = 0 : i32}> ({}) : () -> ()
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_no_kind(%x: tensor<2x2xf32, #r>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{expected either a kind or a region that combines}}
  %0 = tcg.carry (%x) totals (%t) axis 0 : (tensor<2x2xf32, #r>), (tensor<2xf32, #t>) -> (tensor<2x2xf32, #r>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_named_two(%x: tensor<2x2xf32, #r>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{a named carry takes one tile, but got 2}}
  %0, %1 = tcg.carry (%x, %x) totals (%t, %t) axis 0 kind sum : (tensor<2x2xf32, #r>, tensor<2x2xf32, #r>), (tensor<2xf32, #t>, tensor<2xf32, #t>) -> (tensor<2x2xf32, #r>, tensor<2x2xf32, #r>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_axis(%x: tensor<2x2xf32, #r>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{expected an axis from 0 to 0, but got 1}}
  %0 = tcg.carry (%x) totals (%t) axis 1 kind sum : (tensor<2x2xf32, #r>), (tensor<2xf32, #t>) -> (tensor<2x2xf32, #r>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1], [2]]}>
func.func @carry_totals(%x: tensor<2x2xf32, #r>, %t: tensor<4xf32, #t>) {
  // expected-error @below {{expected the totals of 'tensor<2x2xf32, #tcg.layout<{lane = [[0, 1], [1, 0]]}>>' along axis 1, but got 'tensor<4xf32, #tcg.layout<{register = [[1], [2]]}>>'}}
  %0 = tcg.carry (%x) totals (%t) axis 0 kind sum : (tensor<2x2xf32, #r>), (tensor<4xf32, #t>) -> (tensor<2x2xf32, #r>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_result(%x: tensor<2x2xf32, #r>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{expected results of the sources' types 'tensor<2x2xf32, #tcg.layout<{lane = [[0, 1], [1, 0]]}>>', but got 'tensor<2xf32, #tcg.layout<{register = [[1]]}>>'}}
  %0 = tcg.carry (%x) totals (%t) axis 0 kind sum : (tensor<2x2xf32, #r>), (tensor<2xf32, #t>) -> (tensor<2xf32, #t>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#q = #tcg.layout<{lane = [[1, 0], [0, 1]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_layouts(%x: tensor<2x2xf32, #r>, %y: tensor<2x2xf32, #q>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{expected tiles of one shape and layout, but got 'tensor<2x2xf32, #tcg.layout<{lane = [[0, 1], [1, 0]]}>>' and 'tensor<2x2xf32, #tcg.layout<{lane = [[1, 0], [0, 1]]}>>'}}
  %0, %1 = tcg.carry (%x, %y) totals (%t, %t) axis 0 combine {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tc.yield %a, %d : f32, f32
  } : (tensor<2x2xf32, #r>, tensor<2x2xf32, #q>), (tensor<2xf32, #t>, tensor<2xf32, #t>) -> (tensor<2x2xf32, #r>, tensor<2x2xf32, #q>)
  return
}

// -----

#r = #tcg.layout<{lane = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{register = [[1]]}>
func.func @carry_region(%x: tensor<2x2xf32, #r>, %t: tensor<2xf32, #t>) {
  // expected-error @below {{expected a region from 'f32', 'f32' to 'f32'}}
  %0 = tcg.carry (%x) totals (%t) axis 0 combine {
  ^bb0(%a: f32):
    tc.yield %a : f32
  } : (tensor<2x2xf32, #r>), (tensor<2xf32, #t>) -> (tensor<2x2xf32, #r>)
  return
}

// -----

#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[1], [2], [4], [8]]}>
tc.kernel @print_type(%x: f32) {
  %a = tc.splat %x : f32 -> tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[16] x f16, #s>
  // expected-error @below {{expected unswizzled shared memory of one dimension for a part of 'tensor<32xf32, }}
  tcg.print "x", %a, %m : tensor<32xf32, #t>, !tcg.shared<[16] x f16, #s>
  tc.return
}

// -----

#t = #tcg.layout<{lane = [[1], [2], [4], [8], [16]]}>
#s = #tcg.layout<{offset = [[2], [1], [4], [8]]}>
tc.kernel @print_swizzled(%x: f32) {
  %a = tc.splat %x : f32 -> tensor<32xf32, #t>
  %m = tcg.local_alloc : !tcg.shared<[16] x f32, #s>
  // expected-error @below {{expected unswizzled shared memory of one dimension for a part of 'tensor<32xf32, }}
  tcg.print "x", %a, %m : tensor<32xf32, #t>, !tcg.shared<[16] x f32, #s>
  tc.return
}
