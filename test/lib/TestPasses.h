//===- TestPasses.h - Passes for tests alone --------------------*- C++ -*-===//

#ifndef MINITC_TEST_LIB_TESTPASSES_H
#define MINITC_TEST_LIB_TESTPASSES_H

namespace minitc::test {

/// test-tc-axis-info: reports what the axis analysis knows of every integer
/// and pointer that is computed.
void registerAxisInfoPass();

} // namespace minitc::test

#endif // MINITC_TEST_LIB_TESTPASSES_H
