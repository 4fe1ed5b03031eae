//===- Launch.cpp - One launch of a kernel --------------------------------===//

#include "Launch.h"
#include "Block.h"

#include <algorithm>
#include <thread>

using namespace minitc;
using namespace minitc::simulator;

/// The buffers, called by the kernel's arguments where one points to them, and
/// the module's own variables.
static std::vector<Range>
describeMemory(const Program &program, const KernelInfo &kernel,
               const std::vector<uint64_t> &arguments,
               const std::vector<SimulatorBuffer> &buffers) {
  std::vector<Range> ranges;
  for (const SimulatorBuffer &buffer : buffers) {
    Range range{reinterpret_cast<uintptr_t>(buffer.data), buffer.bytes,
                "a buffer"};
    for (size_t i = 0; i < arguments.size(); ++i)
      if (kernel.arguments[i].kind == ArgumentInfo::Kind::Pointer &&
          range.contains(arguments[i], 0))
        range.name = "the buffer of '" + kernel.arguments[i].name + "'";
    ranges.push_back(std::move(range));
  }
  for (const ModuleVariable &variable : program.variables)
    ranges.push_back(
        {variable.address, variable.bytes, "'" + variable.name + "'"});
  return ranges;
}

/// A map that the kernel takes by value is the host's own.
static std::vector<uint64_t>
entryWords(std::vector<uint64_t> words,
           const std::vector<SimulatorTensorMap> &tensorMaps) {
  for (const SimulatorTensorMap &map : tensorMaps)
    words.push_back(reinterpret_cast<uint64_t>(&map));
  return words;
}

Launch::Launch(const Program &program, const KernelInfo &kernel,
               const std::array<uint32_t, 3> &grid,
               const std::vector<uint64_t> &arguments,
               const std::vector<SimulatorTensorMap> &tensorMaps,
               const std::vector<SimulatorBuffer> &buffers,
               const SimulatorOptions &options)
    : program(program), kernel(kernel), grid(grid), tensorMaps(tensorMaps),
      words(entryWords(arguments, tensorMaps)), options(options),
      memory(describeMemory(program, kernel, arguments, buffers)) {
  using namespace std::chrono;
  if (options.timeLimitSeconds > 0)
    deadline = steady_clock::now() +
               duration_cast<steady_clock::duration>(
                   duration<double>(std::min(options.timeLimitSeconds, 1e9)));
}

std::array<uint32_t, 3> Launch::position(uint64_t block) const {
  return {uint32_t(block % grid[0]), uint32_t(block / grid[0] % grid[1]),
          uint32_t(block / grid[0] / grid[1])};
}

/// Each stack is two mappings (itself and its guard page), of which Linux
/// allows a process 65530 by default (vm.max_map_count).
unsigned Launch::numWorkers() const {
  constexpr unsigned maxStacks = 24000;
  unsigned workers = options.workers;
  if (workers == 0)
    workers = std::max(1u, std::thread::hardware_concurrency());
  workers = std::min(workers, std::max(1u, maxStacks / numThreads()));
  return unsigned(std::min<uint64_t>(workers, numBlocks()));
}

void Launch::report(uint64_t block, SimulatorFault found) {
  std::lock_guard<std::mutex> lock(mutex);
  if (block >= lowestFault.load(std::memory_order_relaxed))
    return;
  lowestFault.store(block, std::memory_order_relaxed);
  fault = std::move(found);
}

void Launch::keep(uint64_t block, std::string output) {
  if (output.empty())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  outputs[block] = std::move(output);
}

/// Blocks after the faulty one count as not run.
std::string Launch::takeOutput() {
  std::string text;
  for (auto &[block, output] : outputs)
    if (!isPointless(block))
      text += output;
  return text;
}

void Launch::work() {
  Block block(*this);
  for (;;) {
    uint64_t index = next.fetch_add(1, std::memory_order_relaxed);
    if (index >= numBlocks() || isPointless(index))
      return;
    if (std::optional<SimulatorFault> found = block.run(index))
      report(index, std::move(*found));
    keep(index, block.takeOutput());
  }
}

std::optional<SimulatorFault> Launch::run() {
  if (numBlocks() == 0)
    return std::nullopt;
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < numWorkers(); ++i)
    helpers.emplace_back([this] { work(); });
  work();
  for (std::thread &helper : helpers)
    helper.join();
  return std::move(fault);
}
