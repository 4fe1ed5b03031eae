//===- Metadata.cpp - What a launcher needs to know of a module -----------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

#include "minitc/Conversion/AssertReport.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace minitc {

static const char *kindName(ArgumentInfo::Kind kind) {
  switch (kind) {
  case ArgumentInfo::Kind::Integer:
    return "integer";
  case ArgumentInfo::Kind::Float:
    return "float";
  case ArgumentInfo::Kind::Pointer:
    return "pointer";
  }
  return "";
}

/// JSON takes UTF-8 alone, and a source may hold other bytes.
static std::string text(const std::string &bytes) {
  return llvm::json::isUTF8(bytes) ? bytes : llvm::json::fixUTF8(bytes);
}

static void renderAsserts(llvm::json::OStream &json, const KernelInfo &kernel) {
  json.attribute("assert_report", assertReportName);
  json.attributeArray("asserts", [&] {
    for (const AssertInfo &assertion : kernel.asserts)
      json.object([&] {
        json.attribute("id", assertion.id);
        json.attribute("message", text(assertion.message));
        json.attribute("file", text(assertion.file));
        json.attribute("line", assertion.line);
        json.attribute("column", assertion.column);
        json.attributeArray("shape", [&] {
          for (int64_t size : assertion.shape)
            json.value(size);
        });
      });
  });
}

static const char *opName(LaunchExpression::Op op) {
  switch (op) {
  case LaunchExpression::Op::Argument:
    return "argument";
  case LaunchExpression::Op::Constant:
    return "constant";
  case LaunchExpression::Op::Add:
    return "add";
  case LaunchExpression::Op::Subtract:
    return "subtract";
  case LaunchExpression::Op::Multiply:
    return "multiply";
  case LaunchExpression::Op::Minimum:
    return "minimum";
  case LaunchExpression::Op::Maximum:
    return "maximum";
  }
  return "";
}

static void
renderExpressions(llvm::json::OStream &json, const char *name,
                  const std::vector<LaunchExpression> &expressions) {
  using Op = LaunchExpression::Op;
  json.attributeArray(name, [&] {
    for (const LaunchExpression &expression : expressions)
      json.array([&] {
        for (const LaunchExpression::Step &step : expression.steps)
          json.object([&] {
            json.attribute("op", opName(step.op));
            if (step.op == Op::Argument || step.op == Op::Constant)
              json.attribute("value", step.value);
            json.attribute("bits", step.bits);
          });
      });
  });
}

static void renderTensorMap(llvm::json::OStream &json,
                            const TensorMapInfo &map) {
  json.object([&] {
    json.attribute("base", map.base);
    json.attribute("type", map.elementType);
    renderExpressions(json, "sizes", map.sizes);
    renderExpressions(json, "strides", map.strides);
    json.attributeArray("box", [&] {
      for (unsigned size : map.box)
        json.value(size);
    });
    json.attribute("swizzle_bytes", map.swizzleBytes);
  });
}

static void renderKernel(llvm::json::OStream &json, const KernelInfo &kernel) {
  json.object([&] {
    json.attribute("name", kernel.name);
    json.attribute("num_warps", kernel.numWarps);
    json.attribute("threads_per_block", 32 * kernel.numWarps);
    json.attribute("static_shared_bytes", kernel.staticSharedBytes);
    json.attribute("dynamic_shared_bytes", kernel.dynamicSharedBytes);
    json.attributeArray("arguments", [&] {
      for (const ArgumentInfo &argument : kernel.arguments)
        json.object([&] {
          json.attribute("name", argument.name);
          json.attribute("kind", kindName(argument.kind));
          json.attribute("type", argument.type);
          json.attribute("divisible", argument.divisible);
        });
    });
    if (!kernel.asserts.empty())
      renderAsserts(json, kernel);
    if (!kernel.tensorMaps.empty())
      json.attributeArray("tensor_maps", [&] {
        for (const TensorMapInfo &map : kernel.tensorMaps)
          renderTensorMap(json, map);
      });
  });
}

std::string renderMetadata(const std::string &target,
                           const std::vector<KernelInfo> &kernels) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("target", target);
    json.attribute("compiler", compilerBuildId());
    json.attributeArray("kernels", [&] {
      for (const KernelInfo &kernel : kernels)
        renderKernel(json, kernel);
    });
  });
  stream << '\n';
  return text;
}

} // namespace minitc
