// REQUIRES: ptxas
// RUN: minitc %s -o - | FileCheck %s
// RUN: env MINITC_LIBDEVICE=%t.none not minitc %s -o - 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// RUN: env MINITC_LIBDEVICE= not minitc %s -o - 2>&1 | FileCheck %s --check-prefix=NOWHERE

// libdevice's functions are linked and inlined; nothing is left to be found.
// CHECK-NOT: .extern .func
// CHECK-NOT: __nv_
// CHECK: .entry sine
// CHECK-NOT: call.uni
// UNREADABLE: libdevice.mlir:1:1: error: cannot read libdevice from '{{.*}}.none': {{.*}}
// NOWHERE: libdevice.mlir:1:1: error: '__nv_sinf' is in the CUDA Toolkit's libdevice, which was not found: set CUDA_HOME to the toolkit or MINITC_LIBDEVICE to libdevice.10.bc
tc.kernel @sine(%p: !tc.ptr<f32>) {
  %x = tc.load %p : !tc.ptr<f32>
  %y = math.sin %x : f32
  tc.store %p, %y : !tc.ptr<f32>
  tc.return
}
