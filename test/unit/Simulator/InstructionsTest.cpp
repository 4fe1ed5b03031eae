//===- InstructionsTest.cpp - What PTX instructions compute ---------------===//

#include "SimulatorTest.h"

#include <cmath>
#include <cstring>

using namespace simulatortest;

namespace {
class InstructionsTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, InstructionsTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

static uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// The bits of what `body` computes as float %y from %x, which is tid + 1.
static Kernel ofFloat(const std::string &body) {
  Kernel kernel;
  kernel.body = R"(
    %n = add i32 %tid, 1
    %x = uitofp i32 %n to float
  )" + body + "\n%r = bitcast float %y to i32\n";
  return kernel;
}

TEST_P(InstructionsTest, FunctionsOfFloats) {
  struct Case {
    const char *intrinsic;
    double (*expected)(double);
  };
  const Case cases[] = {
      {"ex2.approx.f32", std::exp2},
      {"ex2.approx.ftz.f32", std::exp2},
      {"lg2.approx.f", std::log2},
      {"sin.approx.f", std::sin},
      {"cos.approx.ftz.f", std::cos},
      {"tanh.approx.f32", std::tanh},
      {"sqrt.approx.f", std::sqrt},
      {"rsqrt.approx.f", [](double x) { return 1 / std::sqrt(x); }},
      {"rcp.approx.ftz.f", [](double x) { return 1 / x; }},
  };
  for (const Case &test : cases)
    expectValues(ofFloat("%y = call float @llvm.nvvm." +
                         std::string(test.intrinsic) + "(float %x)"),
                 perThread(32, [&](unsigned thread) {
                   return bitsOf(float(test.expected(thread + 1)));
                 }));
  expectValues(
      ofFloat("%y = call float @llvm.nvvm.div.approx.f(float 1.0, float %x)"),
      perThread(32,
                [](unsigned thread) { return bitsOf(1.0f / (thread + 1)); }));
}

TEST_P(InstructionsTest, FtzFlushesSubnormals) {
  auto of = [](const char *intrinsic) {
    Kernel kernel;
    // Opaque to O3, which folds what it knows.
    kernel.body = R"(
      %zero = mul i32 %tid, 0
      store volatile i32 4194304, ptr addrspace(1) %slot
      %x = load volatile float, ptr addrspace(1) %slot
      %y = call float @llvm.nvvm.)" +
                  std::string(intrinsic) + R"((float %x)
      %r = bitcast float %y to i32
    )";
    return kernel;
  };
  expectValues(of("rcp.approx.ftz.f"),
               perThread(32, [](unsigned) { return bitsOf(INFINITY); }));
  expectValues(of("sqrt.approx.f"), perThread(32, [](unsigned) {
                 return bitsOf(std::sqrt(std::ldexp(1.0f, -127)));
               }));
}

TEST_P(InstructionsTest, LibdeviceIsTheCLibrary) {
  Kernel kernel = ofFloat("%y = call float @__nv_powf(float %x, float 3.0)");
  kernel.globals = "declare float @__nv_powf(float, float)\n";
  expectValues(kernel, perThread(32, [](unsigned thread) {
                 return bitsOf(
                     float((thread + 1) * (thread + 1) * (thread + 1)));
               }));
}

TEST_P(InstructionsTest, IntrinsicsThatBecomeCallsOfTheCLibrary) {
  expectValues(
      ofFloat("%y = call float @llvm.fma.f32(float %x, float %x, float "
              "0x3E70000000000000)"),
      perThread(32, [](unsigned thread) {
        float x = float(thread + 1);
        return bitsOf(std::fma(x, x, 0x1p-24f));
      }));
  expectValues(
      ofFloat("%y = call float @llvm.round.f32(float %x)"),
      perThread(32, [](unsigned thread) { return bitsOf(float(thread + 1)); }));
}

TEST_P(InstructionsTest, BFloatConversions) {
  Kernel kernel = ofFloat(R"(
    %third = fdiv float %x, 3.0
    %b = call bfloat @llvm.nvvm.f2bf16.rn(float %third)
    %y = fpext bfloat %b to float
  )");
  expectValues(kernel, perThread(32, [](unsigned thread) {
                 uint32_t bits = bitsOf(float(thread + 1) / 3.0f);
                 uint32_t even = 0x7FFF + (bits >> 16 & 1);
                 return (bits + even) & 0xFFFF0000;
               }));
}

TEST_P(InstructionsTest, PlainNarrowConversions) {
  Kernel kernel = ofFloat(R"(
    %third = fdiv float %x, 3.0
    %h = fptrunc float %third to half
    %wide = fpext half %h to double
    %b = fptrunc double %wide to bfloat
    %y = fpext bfloat %b to float
  )");
  expectValues(kernel, perThread(32, [](unsigned thread) {
                 // To 11 bits, then to 8.
                 float x = float(thread + 1) / 3.0f;
                 for (int bits : {11, 8}) {
                   int exponent;
                   float fraction = std::frexp(x, &exponent);
                   x = std::ldexp(std::nearbyint(std::ldexp(fraction, bits)),
                                  exponent - bits);
                 }
                 return bitsOf(x);
               }));
}

TEST_P(InstructionsTest, EightBitFloats) {
  struct Case {
    const char *type;
    float value;
    uint32_t expected;
  };
  for (const Case &test : {Case{"e4m3x2", 1.0f, 0x38},
                           {"e4m3x2", 448.0f, 0x7E},
                           {"e4m3x2", 1e9f, 0x7E},
                           {"e4m3x2", -INFINITY, 0xFE},
                           {"e4m3x2", NAN, 0x7F},
                           {"e4m3x2", 17.0f, 0x58},
                           {"e5m2x2", 1.0f, 0x3C},
                           {"e5m2x2", 1e9f, 0x7B},
                           {"e5m2x2", INFINITY, 0x7B},
                           {"e5m2x2", NAN, 0x7F}}) {
    Kernel kernel;
    kernel.body = "store volatile i32 " + std::to_string(bitsOf(test.value)) +
                  R"(, ptr addrspace(1) %slot
      %x = load volatile float, ptr addrspace(1) %slot
      %f8 = call i16 @llvm.nvvm.ff.to.)" +
                  std::string(test.type) + R"(.rn(float 0.0, float %x)
      %r = zext i16 %f8 to i32
    )";
    expectValues(kernel,
                 perThread(32, [&](unsigned) { return test.expected; }));
  }
}

TEST_P(InstructionsTest, TheFirstOfTwoBecomesTheUpperHalf) {
  Kernel kernel;
  kernel.body = R"(
    %f8 = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float 2.0, float 1.0)
    %h = call <2 x half> @llvm.nvvm.e4m3x2.to.f16x2.rn(i16 %f8)
    %r = bitcast <2 x half> %h to i32
  )";
  expectValues(kernel, perThread(32, [](unsigned) { return 0x40003C00; }));
}

TEST_P(InstructionsTest, SpecialRegisters) {
  Kernel kernel;
  kernel.numWarps = 2;
  kernel.body = R"(
    %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
    %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
    %warps = call i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
    %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
    %size = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
    %le = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.le()
    %lt = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
    %eq = xor i32 %le, %lt
    %bit = shl i32 1, %lane
    %isBit = icmp eq i32 %eq, %bit
    %x1 = mul i32 %warp, 32
    %x2 = add i32 %x1, %lane
    %x3 = mul i32 %warps, 100
    %x4 = mul i32 %threads, 1000
    %x5 = mul i32 %size, 100000
    %y1 = add i32 %x2, %x3
    %y2 = add i32 %y1, %x4
    %y3 = add i32 %y2, %x5
    %r = select i1 %isBit, i32 %y3, i32 0
  )";
  expectValues(kernel, perThread(64, [](unsigned thread) {
                 return thread + 200 + 64000 + 3200000;
               }));
}

TEST(Instructions, TheUnknownIsNamed) {
  struct Case {
    const char *globals, *body, *text;
  };
  for (const Case &test :
       {Case{"", "call void @llvm.nvvm.griddepcontrol.wait()\n",
             "the simulator does not know 'llvm.nvvm.griddepcontrol.wait' in "
             "'k'"},
        Case{"declare void @elsewhere()\n", "call void @elsewhere()\n",
             "the simulator does not know 'elsewhere' in 'k'"},
        Case{"", "call void asm sideeffect \"nop;\", \"\"()\n",
             "the simulator does not know 'inline assembly' in 'k'"}}) {
    Kernel kernel;
    kernel.globals = test.globals;
    kernel.body = test.body;
    kernel.storesResult = false;
    std::string diagnostics;
    EXPECT_FALSE(SimulatedKernel::createFromLLVM(
        moduleText(kernel), "kernel.ll", "k", 1, 0, SimulatedCode::BeforeO3,
        diagnostics));
    EXPECT_NE(diagnostics.find(test.text), std::string::npos) << diagnostics;
  }
}

TEST(Instructions, TextThatIsNoModuleIsAnError) {
  std::string diagnostics;
  EXPECT_FALSE(
      SimulatedKernel::createFromLLVM("define nonsense", "kernel.ll", "k", 1, 0,
                                      SimulatedCode::BeforeO3, diagnostics));
  EXPECT_NE(diagnostics.find("kernel.ll: error: "), std::string::npos);
  Kernel kernel;
  kernel.storesResult = false;
  EXPECT_FALSE(SimulatedKernel::createFromLLVM(
      moduleText(kernel), "kernel.ll", "other", 1, 0, SimulatedCode::BeforeO3,
      diagnostics));
  EXPECT_NE(diagnostics.find("there is no kernel 'other'"), std::string::npos);
}
