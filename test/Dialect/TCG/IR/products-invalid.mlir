// RUN: minitc-opt %s -split-input-file -verify-diagnostics

#a = #tcg.layout<{register = [[0, 1], [0, 2], [1, 0], [2, 0]]}>
func.func @shapes(%x: tensor<4x4xf16, #a>, %m: !tcg.shared<[2, 4] x f16, #tcg.layout<{offset = [[0, 1], [0, 2], [1, 0]]}>>, %acc: tensor<4x4xf32, #a>) {
  // expected-error @below {{'tcg.wgmma' op expected [batch,] M x K, K x N and M x N, but got [4, 4], [2, 4] and [4, 4]}}
  %d = tcg.wgmma %x, %m, %acc : tensor<4x4xf16, #a>, !tcg.shared<[2, 4] x f16, #tcg.layout<{offset = [[0, 1], [0, 2], [1, 0]]}>>, tensor<4x4xf32, #a>
  return
}

// -----

#a = #tcg.layout<{register = [[0, 1], [1, 0]]}>
#s = #tcg.layout<{offset = [[0, 1], [1, 0]]}>
func.func @elements(%m: !tcg.shared<[2, 2] x f16, #s>, %acc: tensor<2x2xf32, #a>) {
  // expected-error @below {{'tcg.fma_dot' op expected operands of the accumulator's 'f32', but got}}
  %d = tcg.fma_dot %m, %m, %acc : !tcg.shared<[2, 2] x f16, #s>, !tcg.shared<[2, 2] x f16, #s>, tensor<2x2xf32, #a>
  return
}

// -----

#s = #tcg.layout<{offset = [[0, 1], [1, 0]]}>
#t = #tcg.layout<{offset = [[1]]}>
func.func @view(%m: !tcg.shared<[2, 2] x f16, #s>) {
  // expected-error @below {{'tcg.local_view' op expected as many elements of one type, but got}}
  %v = tcg.local_view %m : !tcg.shared<[2, 2] x f16, #s> -> !tcg.shared<[2] x f16, #t>
  return
}

// -----

#a = #tcg.layout<{register = [[0, 1], [1, 0]]}>
#s = #tcg.layout<{offset = [[0, 1], [1, 0]]}>
func.func @pointers(%x: tensor<2x2xf16, #a>, %m: !tcg.shared<[2, 2] x f16, #s>) {
  // expected-error @below {{'tcg.async_copy' op expected a tile of pointers, but got 'tensor<2x2xf16}}
  tcg.async_copy %x, %m : tensor<2x2xf16, #a>, !tcg.shared<[2, 2] x f16, #s>
  return
}

// -----

#a = #tcg.layout<{register = [[0, 1], [1, 0]]}>
#s = #tcg.layout<{offset = [[0, 1], [1, 0]]}>
func.func @target(%x: tensor<2x2x!tc.ptr<f32>, #a>, %m: !tcg.shared<[2, 2] x f16, #s>) {
  // expected-error @below {{'tcg.async_copy' op expected shared memory for 'tensor<2x2xf32}}
  tcg.async_copy %x, %m : tensor<2x2x!tc.ptr<f32>, #a>, !tcg.shared<[2, 2] x f16, #s>
  return
}

// -----

#a = #tcg.layout<{register = [[0, 1], [1, 0]]}>
#b = #tcg.layout<{register = [[1, 0], [0, 1]]}>
#s = #tcg.layout<{offset = [[0, 1], [1, 0]]}>
func.func @mask(%x: tensor<2x2x!tc.ptr<f16>, #a>, %k: tensor<2x2xi1, #b>, %m: !tcg.shared<[2, 2] x f16, #s>) {
  // expected-error @below {{'tcg.async_copy' op expected a mask of the pointers' shape and layout, but got}}
  tcg.async_copy %x, %m mask %k : tensor<2x2xi1, #b> : tensor<2x2x!tc.ptr<f16>, #a>, !tcg.shared<[2, 2] x f16, #s>
  return
}
