//===- ResourceTable.cpp - Resources of kernels as a table ----------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "ResourceTable.h"

#include "minitc/Target/Occupancy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace minitc {

/// "8 blocks, 50% (registers)": blocks that a multiprocessor holds, the share
/// of its warps that they fill, and what keeps it from holding more.
static std::string occupancyText(const std::string &target,
                                 const KernelInfo &kernel,
                                 const KernelResources &resources) {
  std::optional<MultiprocessorLimits> limits = multiprocessorLimits(target);
  if (!limits)
    return "unknown";
  Occupancy occupancy =
      estimateOccupancy(*limits, kernel.numWarps, resources.registers,
                        resources.sharedBytes + kernel.dynamicSharedBytes);
  return formatv("{0} blocks, {1:P0} ({2})", occupancy.blocks,
                 occupancy.fraction, occupancy.limit);
}

using Row = std::vector<std::string>;

/// Aligns columns: the first and the last to the left, the others to the right.
static std::string renderRows(ArrayRef<Row> rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (auto [width, cell] : zip_equal(widths, row))
      width = std::max(width, cell.size());

  std::string text;
  raw_string_ostream stream(text);
  for (const Row &row : rows) {
    stream << left_justify(row.front(), widths.front());
    for (size_t column = 1; column + 1 < row.size(); ++column)
      stream << "  " << right_justify(row[column], widths[column]);
    stream << "  " << row.back() << '\n';
  }
  return text;
}

std::string renderResources(const std::string &target,
                            const std::vector<KernelInfo> &kernels,
                            const std::vector<KernelResources> &resources) {
  std::vector<Row> rows = {{"kernel", "registers", "spill stores",
                            "spill loads", "stack", "shared", "warps",
                            "occupancy on " + target}};
  for (const KernelInfo &kernel : kernels) {
    auto found = find_if(resources, [&](const KernelResources &counted) {
      return counted.name == kernel.name;
    });
    if (found == resources.end())
      continue;
    auto bytes = [](unsigned count) { return formatv("{0} B", count).str(); };
    rows.push_back({kernel.name, std::to_string(found->registers),
                    bytes(found->spillStoreBytes), bytes(found->spillLoadBytes),
                    bytes(found->stackBytes),
                    bytes(found->sharedBytes + kernel.dynamicSharedBytes),
                    std::to_string(kernel.numWarps),
                    occupancyText(target, kernel, *found)});
  }
  return renderRows(rows);
}

} // namespace minitc
