//===- MatricesTest.cpp - Matrices spread over a warp ---------------------===//
//
// ldmatrix against where the PTX ISA says each element goes, and a product that
// goes through ldmatrix, mma and plain stores against one in plain loops.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

#include <cstring>

using namespace simulatortest;

namespace {
class MatricesTest : public SimulatorTest {};
INSTANTIATE_TEST_SUITE_P(, MatricesTest,
                         testing::Values(SimulatedCode::BeforeO3,
                                         SimulatedCode::AfterO3));
} // namespace

/// Fills mem[i] = i as 16-bit words, then loads one matrix whose rows are 16
/// bytes apart.
static Kernel loadOne(const std::string &trans) {
  Kernel kernel;
  kernel.globals =
      "@mem = internal addrspace(3) global [64 x i16] undef, align 16\n";
  kernel.body = R"(
    %twice = shl i32 %tid, 1
    %next = add i32 %twice, 1
    %high = shl i32 %next, 16
    %both = or i32 %twice, %high
    %p = getelementptr i32, ptr addrspace(3) @mem, i64 %tid64
    store volatile i32 %both, ptr addrspace(3) %p
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    %rowIndex = and i64 %tid64, 7
    %row = getelementptr [8 x i16], ptr addrspace(3) @mem, i64 %rowIndex
    %r = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1)" +
                trans + R"(.b16.p3(ptr addrspace(3) %row)
  )";
  kernel.options.checkRaces = true;
  return kernel;
}

TEST_P(MatricesTest, ALaneGetsTwoElementsOfARow) {
  expectValues(loadOne(""), perThread(32, [](unsigned lane) {
                 unsigned first = lane / 4 * 8 + lane % 4 * 2;
                 return first | (first + 1) << 16;
               }));
}

TEST_P(MatricesTest, OfATransposedMatrixTwoOfAColumn) {
  expectValues(loadOne(".trans"), perThread(32, [](unsigned lane) {
                 unsigned first = lane % 4 * 2 * 8 + lane / 4;
                 return first | (first + 8) << 16;
               }));
}

TEST_P(MatricesTest, StoresAreTheInverseOfLoads) {
  Kernel kernel = loadOne(".trans");
  kernel.body += R"(
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3) %row, i32 %r)
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    %again = load volatile i32, ptr addrspace(3) %p
    store volatile i32 %again, ptr addrspace(1) %slot
    ret void
  unused:
  )";
  kernel.storesResult = false;
  kernel.options.checkRaces = false;
  expectValues(kernel, perThread(32, [](unsigned lane) {
                 return 2 * lane | (2 * lane + 1) << 16;
               }));
}

TEST_P(MatricesTest, RowsAreChecked) {
  Kernel kernel = loadOne("");
  size_t at = kernel.body.find("%rowIndex = and i64 %tid64, 7");
  kernel.body.replace(at, 29, "%rowIndex = add i64 %tid64, 1");
  expectFault(kernel, Fault::OutOfBounds,
              "ldmatrix of 16 bytes at offset 128 of shared memory");
  kernel = loadOne("");
  kernel.body.replace(kernel.body.find("[8 x i16]"), 9, "[4 x i16]");
  expectFault(kernel, Fault::Misaligned, "misaligned ldmatrix of 16 bytes");
}

/// 16-bit integers as halves or bfloats, small enough to be exact.
static uint16_t encode(bool isHalf, int value) {
  float wide = float(value);
  uint32_t bits;
  std::memcpy(&bits, &wide, sizeof(bits));
  if (!isHalf)
    return uint16_t(bits >> 16);
  if (value == 0)
    return 0;
  uint32_t sign = bits >> 31, exponent = (bits >> 23 & 0xFF) - 127 + 15;
  return uint16_t(sign << 15 | exponent << 10 | (bits >> 13 & 0x3FF));
}

/// A is 16x16 in rows, B is 8x16: the columns of a 16x8 matrix, as `col` has
/// it. The output holds both (A then B), and then the product in f32.
static void testProduct(bool isHalf, SimulatedCode code) {
  Kernel kernel;
  kernel.storesResult = false;
  kernel.globals =
      "@mem = internal addrspace(3) global [384 x i16] undef, align 16\n";
  std::string cast = isHalf ? "bitcast i32 %x to <2 x half>" : "add i32 %x, 0";
  std::string type = isHalf ? "<2 x half>" : "i32";
  std::string call = "%d = call { float, float, float, float } "
                     "@llvm.nvvm.mma.m16n8k16.row.col." +
                     std::string(isHalf ? "f32.f32(" : "bf16(");
  kernel.body = R"(
    %bytes = mul i64 %tid64, 24
    %from = getelementptr i8, ptr addrspace(1) %out, i64 %bytes
    %to = getelementptr i8, ptr addrspace(3) @mem, i64 %bytes
    call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 8 %to, ptr addrspace(1) align 8 %from, i64 24, i1 false)
    call void @llvm.nvvm.bar.warp.sync(i32 -1)
    %rowOfA = and i64 %tid64, 15
    %halfOfA = lshr i64 %tid64, 4
    %a = getelementptr [2 x [8 x i16]], ptr addrspace(3) @mem, i64 %rowOfA, i64 %halfOfA
    %as = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %a)
    %memB = getelementptr i16, ptr addrspace(3) @mem, i64 256
    %rowOfB = and i64 %tid64, 7
    %shifted = lshr i64 %tid64, 3
    %halfOfB = and i64 %shifted, 1
    %b = getelementptr [2 x [8 x i16]], ptr addrspace(3) %memB, i64 %rowOfB, i64 %halfOfB
    %bs = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %b)
)";
  std::string operands;
  for (unsigned i = 0; i < 6; ++i) {
    std::string n = std::to_string(i), x = "%x" + n;
    kernel.body += x + " = extractvalue " +
                   (i < 4 ? "{ i32, i32, i32, i32 } %as, " + n
                          : "{ i32, i32 } %bs, " + std::to_string(i - 4)) +
                   "\n";
    std::string one = cast;
    one.replace(one.find("%x"), 2, x);
    kernel.body += "%y" + n + " = " + one + "\n";
    operands += type + " %y" + n + ", ";
  }
  kernel.body +=
      call + operands + R"(float 1.0, float 1.0, float 1.0, float 1.0)
    %product = getelementptr i8, ptr addrspace(1) %out, i64 768
    %row = lshr i64 %tid64, 2
    %part = and i64 %tid64, 3
    %column = shl i64 %part, 1
)";
  for (unsigned i = 0; i < 4; ++i) {
    std::string n = std::to_string(i);
    kernel.body += "%d" + n +
                   " = extractvalue { float, float, float, float } "
                   "%d, " +
                   n + "\n%row" + n + " = add i64 %row, " +
                   std::to_string(i / 2 * 8) + "\n%column" + n +
                   " = add i64 %column, " + std::to_string(i % 2) + "\n%p" + n +
                   " = getelementptr [8 x float], ptr addrspace(1) %product, "
                   "i64 %row" +
                   n + ", i64 %column" + n + "\nstore float %d" + n +
                   ", ptr addrspace(1) %p" + n + "\n";
  }
  std::string diagnostics;
  auto compiled = SimulatedKernel::createFromLLVM(
      moduleText(kernel), "kernel.ll", "k", 1, 0, code, diagnostics);
  ASSERT_TRUE(compiled) << diagnostics << moduleText(kernel);

  int a[16][16], b[8][16];
  alignas(16) char memory[768 + 512] = {};
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 16; ++k) {
      a[i][k] = (i * 7 + k * 3) % 13 - 6;
      uint16_t bits = encode(isHalf, a[i][k]);
      std::memcpy(memory + 2 * (16 * i + k), &bits, 2);
    }
  for (int j = 0; j < 8; ++j)
    for (int k = 0; k < 16; ++k) {
      b[j][k] = (j * 5 + k * 11) % 9 - 4;
      uint16_t bits = encode(isHalf, b[j][k]);
      std::memcpy(memory + 512 + 2 * (16 * j + k), &bits, 2);
    }
  SimulatorResult result;
  SimulatorOptions options;
  options.checkRaces = true;
  ASSERT_TRUE(compiled->launch({1, 1, 1}, {reinterpret_cast<uint64_t>(memory)},
                               {{memory, sizeof(memory)}}, options, result))
      << result.diagnostics;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 1;
      for (int k = 0; k < 16; ++k)
        sum += a[i][k] * b[j][k];
      float got;
      std::memcpy(&got, memory + 768 + 4 * (8 * i + j), 4);
      ASSERT_EQ(got, float(sum)) << "row " << i << ", column " << j;
    }
}

TEST_P(MatricesTest, AProductOfHalves) { testProduct(true, GetParam()); }
TEST_P(MatricesTest, AProductOfBFloats) { testProduct(false, GetParam()); }

/// Each lane's elements of A and B are 1 + its place in them; the sums follow
/// from where the ISA puts them.
TEST_P(MatricesTest, AProductOfTF32) {
  Kernel kernel;
  kernel.body = R"(
    %group = lshr i32 %tid, 2
    %within = and i32 %tid, 3
    %g = uitofp i32 %group to float
    %t = uitofp i32 %within to float
    %t4 = fadd float %t, 4.0
    %g8 = fadd float %g, 8.0
    %a0f = fadd float %g, %t
    %a1f = fadd float %g8, %t
    %a2f = fadd float %g, %t4
    %a3f = fadd float %g8, %t4
    %b0f = fsub float %g, %t
    %b1f = fsub float %g, %t4
    %a0 = bitcast float %a0f to i32
    %a1 = bitcast float %a1f to i32
    %a2 = bitcast float %a2f to i32
    %a3 = bitcast float %a3f to i32
    %b0 = bitcast float %b0f to i32
    %b1 = bitcast float %b1f to i32
    %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float 0.0, float 0.0, float 0.0, float 0.0)
    %d1 = extractvalue { float, float, float, float } %d, 1
    %d2 = extractvalue { float, float, float, float } %d, 2
    %i1 = fptosi float %d1 to i32
    %i2 = fptosi float %d2 to i32
    %scaled = mul i32 %i2, 10000
    %r = add i32 %i1, %scaled
  )";
  // A[i][k] = i + k, B[k][j] = j - k.
  auto product = [](int i, int j) {
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum += (i + k) * (j - k);
    return sum;
  };
  expectValues(kernel, perThread(32, [&](unsigned lane) {
                 int row = int(lane / 4), column = int(lane % 4 * 2);
                 return product(row, column + 1) +
                        10000 * product(row + 8, column);
               }));
}

/// Runs one `mma` on operands that the host puts together. `words` holds each
/// lane's operands in words of 64 bits; gives the results alike.
static std::vector<uint64_t> runMMA(const std::string &name,
                                    const std::vector<std::string> &operands,
                                    const std::vector<std::string> &results,
                                    std::vector<uint64_t> words,
                                    SimulatedCode code) {
  Kernel kernel;
  kernel.storesResult = false;
  unsigned perLane = unsigned(operands.size());
  auto slot = [&](const std::string &what, unsigned index) {
    kernel.body += "%" + what + " = getelementptr [" + std::to_string(perLane) +
                   " x i64], ptr addrspace(1) %out, i64 %tid64, i64 " +
                   std::to_string(index) + "\n";
  };
  std::string list, type;
  for (unsigned i = 0; i < perLane; ++i) {
    std::string n = std::to_string(i);
    slot("p" + n, i);
    kernel.body += "%x" + n + " = load " + operands[i] +
                   ", ptr addrspace(1) %p" + n + "\n";
    list += (i ? ", " : "") + operands[i] + " %x" + n;
  }
  for (unsigned i = 0; i < results.size(); ++i)
    type += (i ? ", " : "") + results[i];
  kernel.body +=
      "%d = call { " + type + " } @llvm.nvvm." + name + "(" + list + ")\n";
  for (unsigned i = 0; i < results.size(); ++i) {
    std::string n = std::to_string(i);
    slot("q" + n, i);
    kernel.body += "%d" + n + " = extractvalue { " + type + " } %d, " + n +
                   "\nstore " + results[i] + " %d" + n +
                   ", ptr addrspace(1) %q" + n + "\n";
  }
  std::string diagnostics;
  auto compiled = SimulatedKernel::createFromLLVM(
      moduleText(kernel), "kernel.ll", "k", 1, 0, code, diagnostics);
  EXPECT_TRUE(compiled) << diagnostics << moduleText(kernel);
  SimulatorResult result;
  if (compiled)
    EXPECT_TRUE(compiled->launch(
        {1, 1, 1}, {reinterpret_cast<uint64_t>(words.data())},
        {{words.data(), 8 * words.size()}}, SimulatorOptions(), result))
        << result.diagnostics;
  return words;
}

/// PTX ISA, "Matrix Fragments for mma.m16n8k32"; the sums wrap.
TEST_P(MatricesTest, AProductOfBytes) {
  auto a = [](int row, int k) { return (row * 37 + k * 11) % 256 - 128; };
  auto b = [](int k, int column) { return (k * 59 + column * 7) % 256 - 128; };
  auto c = [](int row, int column) { return INT32_MAX - 100 * row - column; };
  std::vector<uint64_t> words(32 * 10);
  for (int lane = 0; lane < 32; ++lane) {
    int group = lane / 4, inGroup = lane % 4;
    for (int i = 0; i < 16; ++i) {
      bool isUpper = i < 4 || (i >= 8 && i < 12);
      uint64_t byte = uint8_t(
          a(group + (isUpper ? 0 : 8), inGroup * 4 + i % 4 + (i < 8 ? 0 : 16)));
      words[lane * 10 + i / 4] |= byte << (8 * (i % 4));
    }
    for (int i = 0; i < 8; ++i) {
      uint64_t byte = uint8_t(b(inGroup * 4 + i % 4 + (i < 4 ? 0 : 16), group));
      words[lane * 10 + 4 + i / 4] |= byte << (8 * (i % 4));
    }
    for (int i = 0; i < 4; ++i)
      words[lane * 10 + 6 + i] =
          uint32_t(c(group + i / 2 * 8, inGroup * 2 + i % 2));
  }
  words = runMMA("mma.m16n8k32.row.col.s8", std::vector<std::string>(10, "i32"),
                 std::vector<std::string>(4, "i32"), words, GetParam());
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      uint32_t sum = uint32_t(c(row, column));
      for (int k = 0; k < 32; ++k)
        sum += uint32_t(a(row, k) * b(k, column));
      EXPECT_EQ(uint32_t(words[lane * 10 + i]), sum)
          << "row " << row << ", column " << column;
    }
}

/// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64".
TEST_P(MatricesTest, AProductOfDoubles) {
  auto bitsOf = [](double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  };
  auto a = [](int row, int k) { return row * 0x1p40 + k; };
  auto b = [](int k, int column) { return k - column * 3; };
  std::vector<uint64_t> words(32 * 4);
  for (int lane = 0; lane < 32; ++lane) {
    words[lane * 4] = bitsOf(a(lane / 4, lane % 4));
    words[lane * 4 + 1] = bitsOf(b(lane % 4, lane / 4));
    for (int i = 0; i < 2; ++i)
      words[lane * 4 + 2 + i] = bitsOf(lane % 4 * 2 + i);
  }
  words =
      runMMA("mma.m8n8k4.row.col.f64", std::vector<std::string>(4, "double"),
             std::vector<std::string>(2, "double"), words, GetParam());
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 2; ++i) {
      int row = lane / 4, column = lane % 4 * 2 + i;
      double sum = column;
      for (int k = 0; k < 4; ++k)
        sum += a(row, k) * b(k, column);
      EXPECT_EQ(words[lane * 4 + i], bitsOf(sum))
          << "row " << row << ", column " << column;
    }
}
