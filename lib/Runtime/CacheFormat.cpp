//===- CacheFormat.cpp - A cache entry as bytes ---------------------------===//

#include "CacheFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// The number counts the versions of the format.
static constexpr StringLiteral magic = "minitc cache 3\n";
static constexpr size_t checksumBytes = 16;

void minitc::runtime::appendNumber(std::string &bytes, uint64_t value) {
  char raw[sizeof(value)];
  support::endian::write64le(raw, value);
  bytes.append(raw, sizeof(raw));
}

void minitc::runtime::appendString(std::string &bytes, StringRef value) {
  appendNumber(bytes, value.size());
  bytes.append(value.begin(), value.end());
}

static std::string checksum(StringRef payload) {
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(payload));
  std::string bytes;
  appendNumber(bytes, hash.low64);
  appendNumber(bytes, hash.high64);
  return bytes;
}

static void appendAssert(std::string &bytes, const AssertInfo &assertion) {
  appendNumber(bytes, assertion.id);
  appendString(bytes, assertion.message);
  appendString(bytes, assertion.file);
  appendNumber(bytes, assertion.line);
  appendNumber(bytes, assertion.column);
  appendNumber(bytes, assertion.shape.size());
  for (int64_t size : assertion.shape)
    appendNumber(bytes, static_cast<uint64_t>(size));
}

static void
appendExpressions(std::string &bytes,
                  const std::vector<LaunchExpression> &expressions) {
  appendNumber(bytes, expressions.size());
  for (const LaunchExpression &expression : expressions) {
    appendNumber(bytes, expression.steps.size());
    for (const LaunchExpression::Step &step : expression.steps) {
      appendNumber(bytes, static_cast<uint64_t>(step.op));
      appendNumber(bytes, static_cast<uint64_t>(step.value));
      appendNumber(bytes, step.bits);
    }
  }
}

static void appendTensorMap(std::string &bytes, const TensorMapInfo &map) {
  appendNumber(bytes, map.base);
  appendString(bytes, map.elementType);
  appendExpressions(bytes, map.sizes);
  appendExpressions(bytes, map.strides);
  appendNumber(bytes, map.box.size());
  for (unsigned size : map.box)
    appendNumber(bytes, size);
  appendNumber(bytes, map.swizzleBytes);
}

static void appendKernel(std::string &bytes, const KernelInfo &kernel) {
  appendString(bytes, kernel.name);
  appendNumber(bytes, kernel.numWarps);
  appendNumber(bytes, kernel.staticSharedBytes);
  appendNumber(bytes, kernel.dynamicSharedBytes);
  appendNumber(bytes, kernel.arguments.size());
  for (const ArgumentInfo &argument : kernel.arguments) {
    appendString(bytes, argument.name);
    appendNumber(bytes, static_cast<uint64_t>(argument.kind));
    appendString(bytes, argument.type);
    appendNumber(bytes, static_cast<uint64_t>(argument.divisible));
  }
  appendNumber(bytes, kernel.asserts.size());
  for (const AssertInfo &assertion : kernel.asserts)
    appendAssert(bytes, assertion);
  appendNumber(bytes, kernel.tensorMaps.size());
  for (const TensorMapInfo &map : kernel.tensorMaps)
    appendTensorMap(bytes, map);
}

std::string minitc::runtime::encodeEntry(const CacheEntry &entry) {
  std::string payload;
  appendNumber(payload, entry.kernels.size());
  for (const KernelInfo &kernel : entry.kernels)
    appendKernel(payload, kernel);
  appendString(payload, entry.diagnostics);
  appendString(payload, entry.image);
  appendNumber(payload, static_cast<uint64_t>(entry.spillStoreBytes));
  appendNumber(payload, static_cast<uint64_t>(entry.spillLoadBytes));
  return magic.str() + checksum(payload) + payload;
}

namespace {
/// Reads fields in order; after a failure every field is empty.
class Reader {
public:
  explicit Reader(StringRef bytes) : rest(bytes) {}

  uint64_t number() {
    if (rest.size() < sizeof(uint64_t)) {
      failed = true;
      return 0;
    }
    uint64_t value = support::endian::read64le(rest.data());
    rest = rest.drop_front(sizeof(uint64_t));
    return value;
  }

  std::string string() {
    uint64_t size = number();
    if (size > rest.size()) {
      failed = true;
      return {};
    }
    std::string value = rest.take_front(size).str();
    rest = rest.drop_front(size);
    return value;
  }

  /// A count of things that take at least a byte each.
  uint64_t count() {
    uint64_t value = number();
    if (value <= rest.size())
      return value;
    failed = true;
    return 0;
  }

  /// Whether all went well and nothing is left.
  bool isComplete() const { return !failed && rest.empty(); }

private:
  StringRef rest;
  bool failed = false;
};
} // namespace

static AssertInfo readAssert(Reader &reader) {
  AssertInfo assertion;
  assertion.id = reader.number();
  assertion.message = reader.string();
  assertion.file = reader.string();
  assertion.line = reader.number();
  assertion.column = reader.number();
  assertion.shape.resize(reader.count());
  for (int64_t &size : assertion.shape)
    size = static_cast<int64_t>(reader.number());
  return assertion;
}

static std::vector<LaunchExpression> readExpressions(Reader &reader) {
  std::vector<LaunchExpression> expressions(reader.count());
  for (LaunchExpression &expression : expressions) {
    expression.steps.resize(reader.count());
    for (LaunchExpression::Step &step : expression.steps) {
      step.op = static_cast<LaunchExpression::Op>(reader.number());
      step.value = static_cast<int64_t>(reader.number());
      step.bits = reader.number();
    }
  }
  return expressions;
}

static TensorMapInfo readTensorMap(Reader &reader) {
  TensorMapInfo map;
  map.base = reader.number();
  map.elementType = reader.string();
  map.sizes = readExpressions(reader);
  map.strides = readExpressions(reader);
  map.box.resize(reader.count());
  for (unsigned &size : map.box)
    size = reader.number();
  map.swizzleBytes = reader.number();
  return map;
}

static KernelInfo readKernel(Reader &reader) {
  KernelInfo kernel;
  kernel.name = reader.string();
  kernel.numWarps = reader.number();
  kernel.staticSharedBytes = reader.number();
  kernel.dynamicSharedBytes = reader.number();
  kernel.arguments.resize(reader.count());
  for (ArgumentInfo &argument : kernel.arguments) {
    argument.name = reader.string();
    argument.kind = static_cast<ArgumentInfo::Kind>(reader.number());
    argument.type = reader.string();
    argument.divisible = static_cast<int64_t>(reader.number());
  }
  kernel.asserts.resize(reader.count());
  for (AssertInfo &assertion : kernel.asserts)
    assertion = readAssert(reader);
  kernel.tensorMaps.resize(reader.count());
  for (TensorMapInfo &map : kernel.tensorMaps)
    map = readTensorMap(reader);
  return kernel;
}

std::optional<CacheEntry> minitc::runtime::decodeEntry(StringRef bytes) {
  if (!bytes.consume_front(magic) || bytes.size() < checksumBytes)
    return std::nullopt;
  StringRef payload = bytes.drop_front(checksumBytes);
  if (bytes.take_front(checksumBytes) != checksum(payload))
    return std::nullopt;

  Reader reader(payload);
  CacheEntry entry;
  entry.kernels.resize(reader.count());
  for (KernelInfo &kernel : entry.kernels)
    kernel = readKernel(reader);
  entry.diagnostics = reader.string();
  entry.image = reader.string();
  entry.spillStoreBytes = static_cast<int64_t>(reader.number());
  entry.spillLoadBytes = static_cast<int64_t>(reader.number());
  if (!reader.isComplete())
    return std::nullopt;
  return entry;
}
