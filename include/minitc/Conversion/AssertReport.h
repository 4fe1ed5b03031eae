//===- AssertReport.h - What a failed assertion leaves ----------*- C++ -*-===//
//
// How a thread on the GPU tells the host which assertion failed: it fills a
// record in the host's memory before it traps, since nothing else outlives a
// trap. The module's variable `assertReportName` holds the record's address as
// the device sees it; the launcher sets it after loading the module. Where it
// is null, as when PTX is launched by other means, the driver prints the text.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_CONVERSION_ASSERTREPORT_H
#define MINITC_CONVERSION_ASSERTREPORT_H

#include <cstdint>

namespace minitc {

/// The record: six 32-bit words. The first thread to claim it fills it.
struct AssertReport {
  enum State : uint32_t { Empty = 0, Claimed = 1, Complete = 2 };

  uint32_t state = Empty;
  /// AssertInfo::id.
  uint32_t assertion = 0;
  /// The program instance: x, y, z.
  uint32_t program[3] = {0, 0, 0};
  /// The row-major index of an element that is false; 0 for a scalar.
  uint32_t element = 0;
};

/// The module's variable: a 64-bit address in global memory. No C identifier
/// has a '$', so it is no kernel's name.
inline constexpr char assertReportName[] = "minitc$assert_report";

/// On a lowered kernel: its assertions, an array of dictionaries with the
/// fields of AssertInfo.
inline constexpr char assertsAttrName[] = "tcg.asserts";

} // namespace minitc

#endif // MINITC_CONVERSION_ASSERTREPORT_H
