//===- Metadata.cpp - What a launcher needs to know of a module -----------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

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
