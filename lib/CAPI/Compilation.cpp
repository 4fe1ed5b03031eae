//===- Compilation.cpp - Types, signatures and compiled text --------------===//

#include "Wrap.h"

using namespace minitc;
using namespace minitc::capi;
using namespace minitc::runtime;

static_assert(MINITC_TYPE_ANY == static_cast<int>(ElementType::Any) &&
                  MINITC_TYPE_I1 == static_cast<int>(ElementType::I1) &&
                  MINITC_TYPE_I64 == static_cast<int>(ElementType::I64) &&
                  MINITC_TYPE_F16 == static_cast<int>(ElementType::F16) &&
                  MINITC_TYPE_F64 == static_cast<int>(ElementType::F64),
              "the two lists of element types are in the same order");
static_assert(MINITC_STAGE_TC == static_cast<int>(Stage::TC) &&
                  MINITC_STAGE_PTX == static_cast<int>(Stage::PTX),
              "the two lists of stages are in the same order");
static_assert(MINITC_PARAMETER_INTEGER ==
                      static_cast<int>(ArgumentInfo::Kind::Integer) &&
                  MINITC_PARAMETER_POINTER ==
                      static_cast<int>(ArgumentInfo::Kind::Pointer),
              "the two lists of parameter kinds are in the same order");

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isType(minitc_type type) {
  return type >= MINITC_TYPE_ANY && type <= MINITC_TYPE_F64;
}

const char *minitc_type_name(minitc_type type) {
  return elementTypeName(isType(type) ? unwrap(type) : ElementType::Any);
}

size_t minitc_type_size(minitc_type type) {
  return isType(type) ? elementTypeBytes(unwrap(type)) : 0;
}

minitc_type minitc_type_from_name(const char *name) {
  return name ? wrap(elementTypeFromName(name)) : MINITC_TYPE_ANY;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

CompileOptions capi::compileOptions(const minitc_compile_options *options) {
  minitc_compile_options all =
      completed(options, minitc_compile_options MINITC_COMPILE_OPTIONS);
  CompileOptions result;
  if (all.num_warps)
    result.numWarps = all.num_warps;
  if (all.num_stages)
    result.numStages = all.num_stages;
  result.fastMath = all.fast_math;
  result.fpContract = all.fp_contract;
  result.lineInfo = all.line_info;
  result.tensorMaps = all.tensor_maps;
  for (size_t i = 0; i < all.num_constants; ++i)
    result.facts[all.constants[i].argument].value = all.constants[i].value;
  return result;
}

/// Turns the outcome of the compiler into a handle.
static minitc_status finish(bool succeeded, const std::string &name,
                            const CompileOptions &options,
                            CompileResult &result,
                            minitc_compilation **compilation) {
  if (!succeeded)
    return report(Status(Error{ErrorCode::Compile,
                               "'" + name + "' does not compile",
                               std::move(result.diagnostics),
                               {},
                               {},
                               {}}));
  auto made = std::make_unique<minitc_compilation>();
  for (const KernelInfo &info : result.kernels) {
    StatusOr<Signature> signature = Signature::create(info);
    if (!signature.ok())
      return report(signature.takeStatus());
    made->kernels.push_back(std::move(*signature));
  }
  made->text = std::move(result.output);
  made->diagnostics = std::move(result.diagnostics);
  *compilation = made.release();
  return MINITC_OK;
}

minitc_status minitc_compile(const char *source, size_t size, const char *name,
                             const char *kernel, const char *target,
                             minitc_stage stage,
                             const minitc_compile_options *options,
                             minitc_compilation **compilation) {
  MINITC_REQUIRE(source);
  MINITC_REQUIRE(name);
  MINITC_REQUIRE(target);
  MINITC_REQUIRE(compilation);
  CompileOptions all = compileOptions(options);
  all.kernel = kernel ? kernel : "";
  all.target = target;
  all.stopAfter = static_cast<Stage>(stage);
  CompileResult result;
  bool succeeded = compile(std::string(source, size), name, all, result);
  return finish(succeeded, name, all, result, compilation);
}

minitc_status minitc_describe(const char *source, size_t size, const char *name,
                              minitc_compilation **compilation) {
  MINITC_REQUIRE(source);
  MINITC_REQUIRE(name);
  MINITC_REQUIRE(compilation);
  CompileResult result;
  bool succeeded = describe(std::string(source, size), name, result);
  return finish(succeeded, name, CompileOptions(), result, compilation);
}

void minitc_compilation_release(minitc_compilation *compilation) {
  delete compilation;
}

const char *minitc_compilation_text(const minitc_compilation *compilation,
                                    size_t *size) {
  if (size)
    *size = compilation->text.size();
  return compilation->text.c_str();
}

const char *
minitc_compilation_diagnostics(const minitc_compilation *compilation) {
  return compilation->diagnostics.c_str();
}

size_t minitc_compilation_num_kernels(const minitc_compilation *compilation) {
  return compilation->kernels.size();
}

const minitc_signature *
minitc_compilation_kernel(const minitc_compilation *compilation, size_t index) {
  if (index >= compilation->kernels.size())
    return nullptr;
  return wrap(&compilation->kernels[index]);
}

const char *minitc_target(size_t index) {
  const std::vector<std::string> &targets = supportedTargets();
  return index < targets.size() ? targets[index].c_str() : nullptr;
}

const char *minitc_build_id(void) {
  static const std::string id = compilerBuildId();
  return id.c_str();
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

const char *minitc_signature_name(const minitc_signature *signature) {
  return unwrap(signature)->info().name.c_str();
}

size_t minitc_signature_num_parameters(const minitc_signature *signature) {
  return unwrap(signature)->parameters().size();
}

minitc_status minitc_signature_parameter(const minitc_signature *signature,
                                         size_t index,
                                         minitc_parameter *parameter) {
  MINITC_REQUIRE(signature);
  MINITC_REQUIRE(parameter);
  llvm::ArrayRef<Parameter> parameters = unwrap(signature)->parameters();
  if (index >= parameters.size())
    return invalid("expected the index of one of " +
                   std::to_string(parameters.size()) + " parameters, but got " +
                   std::to_string(index));
  const Parameter &found = parameters[index];
  parameter->name = found.name.c_str();
  parameter->kind = static_cast<minitc_parameter_kind>(found.kind);
  parameter->type = wrap(found.type);
  parameter->divisible = found.divisible;
  return MINITC_OK;
}

const char *minitc_signature_text(const minitc_signature *signature) {
  return unwrap(signature)->text().c_str();
}

unsigned minitc_signature_num_warps(const minitc_signature *signature) {
  return unwrap(signature)->info().numWarps;
}

unsigned minitc_signature_dynamic_shared(const minitc_signature *signature) {
  return unwrap(signature)->info().dynamicSharedBytes;
}

unsigned minitc_signature_static_shared(const minitc_signature *signature) {
  return unwrap(signature)->info().staticSharedBytes;
}
