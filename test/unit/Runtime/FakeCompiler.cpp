//===- FakeCompiler.cpp - A compiler for tests ----------------------------===//

#include "FakeCompiler.h"

#include "minitc/Conversion/AssertReport.h"

#include <regex>

using namespace minitc;

fakecompiler::State &fakecompiler::state() {
  static State *state = new State;
  return *state;
}

static ArgumentInfo parseArgument(const std::smatch &match) {
  ArgumentInfo argument;
  argument.name = match[1];
  bool isPointer = match[2].matched;
  argument.type = isPointer ? match[2] : match[3];
  argument.kind = isPointer                 ? ArgumentInfo::Kind::Pointer
                  : argument.type[0] == 'i' ? ArgumentInfo::Kind::Integer
                                            : ArgumentInfo::Kind::Float;
  if (match[4].matched)
    argument.divisible = std::stoll(match[4]);
  return argument;
}

/// `name = 7` in the attributes of a kernel.
static unsigned attribute(const std::string &text, const std::string &name,
                          unsigned otherwise) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(name + " = (\\d+)")))
    return otherwise;
  return std::stoul(match[1]);
}

/// "text 1" at line 11, column 3; every other one is about a tile.
static AssertInfo makeAssert(unsigned id, const std::string &file) {
  AssertInfo assertion{id, "text " + std::to_string(id), file, 10 + id, 3, {}};
  if (id % 2)
    assertion.shape = {2, 4};
  return assertion;
}

/// Copies of 8 rows of 64 elements.
static TensorMapInfo makeTensorMap(const std::string &type) {
  using Op = LaunchExpression::Op;
  auto argument = [](int64_t index, unsigned bits) {
    return LaunchExpression{{{Op::Argument, index, bits}}};
  };
  return {0,       type, {argument(1, 32), argument(2, 32)}, {argument(3, 64)},
          {64, 8}, 128};
}

/// Kernels take tensor maps only if they are compiled with them.
static std::vector<KernelInfo> parseKernels(const std::string &source,
                                            const std::string &bufferName,
                                            bool hasMaps = false) {
  static const std::regex header(
      R"(tc\.kernel @(\w+)\(([^)]*)\)(?: attributes \{([^}]*)\})?)");
  static const std::regex argument(
      R"(%(\w+): (?:!tc\.ptr<(\w+|!tc\.ptr<\w+>)>|(\w+))(?: \{tc\.divisible = (-?\d+) : i32\})?)");
  std::vector<KernelInfo> kernels;
  for (std::sregex_iterator it(source.begin(), source.end(), header), end;
       it != end; ++it) {
    KernelInfo kernel;
    kernel.name = (*it)[1];
    std::string arguments = (*it)[2], attributes = (*it)[3];
    for (std::sregex_iterator arg(arguments.begin(), arguments.end(), argument);
         arg != end; ++arg)
      kernel.arguments.push_back(parseArgument(*arg));
    kernel.numWarps = attribute(attributes, "num_warps", 4);
    kernel.dynamicSharedBytes = attribute(attributes, "shared", 0);
    unsigned asserts = attribute(attributes, "asserts", 0);
    for (unsigned id = 0; id < asserts; ++id)
      kernel.asserts.push_back(makeAssert(id, bufferName));
    unsigned maps = hasMaps ? attribute(attributes, "maps", 0) : 0;
    for (unsigned i = 0; i < maps; ++i)
      kernel.tensorMaps.push_back(makeTensorMap(kernel.arguments[0].type));
    kernels.push_back(kernel);
  }
  return kernels;
}

/// Texts with "syntax error" in them do not compile; those with "suspicious"
/// compile with a warning.
static bool check(const std::string &source, const std::string &bufferName,
                  CompileResult &result) {
  if (source.find("suspicious") != std::string::npos)
    result.diagnostics = bufferName + ":1:1: warning: suspicious\n";
  if (source.find("syntax error") == std::string::npos)
    return true;
  result.diagnostics = bufferName + ":1:1: error: syntax error\n";
  return false;
}

bool minitc::describe(const std::string &source, const std::string &bufferName,
                      CompileResult &result) {
  ++fakecompiler::state().described;
  result.kernels = parseKernels(source, bufferName);
  return check(source, bufferName, result);
}

static std::string ptxOf(const KernelInfo &kernel) {
  std::string ptx;
  if (!kernel.asserts.empty())
    ptx += std::string(".visible .global .u64 ") + assertReportName + ";\n";
  ptx += ".visible .entry " + kernel.name + "(";
  for (size_t i = 0; i < kernel.arguments.size(); ++i)
    ptx += (i ? ", .param .b64 p" : ".param .b64 p") + std::to_string(i);
  for (size_t i = 0; i < kernel.tensorMaps.size(); ++i)
    ptx += ", .param .align 64 .b8 map" + std::to_string(i) + "[128]";
  return ptx + ")\n{ ret; }\n";
}

bool minitc::compile(const std::string &source, const std::string &bufferName,
                     const CompileOptions &options, CompileResult &result) {
  fakecompiler::State &state = fakecompiler::state();
  ++state.compiled;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    state.lastOptions = options;
  }
  bool hasMaps = options.tensorMaps && options.target == "sm_90a";
  for (KernelInfo &kernel : parseKernels(source, bufferName, hasMaps)) {
    if (!options.kernel.empty() && kernel.name != options.kernel)
      continue;
    kernel.numWarps = options.numWarps.value_or(kernel.numWarps);
    result.output += ptxOf(kernel);
    result.kernels.push_back(kernel);
  }
  // The limits of the target show when code is made.
  if (source.find("too large") != std::string::npos) {
    result.diagnostics = bufferName + ":2:3: error: too large\n";
    return false;
  }
  return check(source, bufferName, result);
}

const std::vector<std::string> &minitc::supportedTargets() {
  static const std::vector<std::string> targets = {
      "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100", "sm_120"};
  return targets;
}

std::string minitc::compilerBuildId() { return fakecompiler::state().buildId; }
