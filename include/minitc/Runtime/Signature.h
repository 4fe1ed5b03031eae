//===- Signature.h - A kernel's parameters and their checks -----*- C++ -*-===//
//
// Everything about the values of a launch that no device changes: whether they
// fit the kernel's parameters, how they travel, and which variant of the
// kernel they select.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_SIGNATURE_H
#define MINITC_RUNTIME_SIGNATURE_H

#include "minitc/Pipeline/Compile.h"
#include "minitc/Runtime/ElementType.h"
#include "minitc/Runtime/Status.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace minitc::runtime {

class Device;

/// One value of a launch, as the caller has it.
struct Argument {
  enum class Kind : uint8_t { Signed, Unsigned, Float, Pointer };
  Kind kind = Kind::Signed;
  /// The scalar's own type or the pointer's element type; Any is unchecked.
  ElementType type = ElementType::Any;
  /// The integer in two's complement, the bits of a double, or the address.
  uint64_t bits = 0;
  /// The device whose buffer this is; null for a raw address or a scalar.
  const Device *owner = nullptr;
};

/// One parameter of a kernel, ready to be checked against.
struct Parameter {
  std::string name;
  ArgumentInfo::Kind kind;
  /// The scalar's type or what the pointer points to; Any for a pointer to
  /// pointers, which stay in memory as 64-bit addresses.
  ElementType type;
  /// The parameter's type as MLIR spells it: "!tc.ptr<f32>".
  std::string typeText;
  /// What `tc.divisible` promises; 1 without a promise.
  int64_t divisible;
  /// The only value that launches may pass, if the kernel is compiled for one.
  std::optional<int64_t> constant;
};

/// Selects a variant: four bits for each parameter, sixteen parameters a word.
/// 0 to 4: the logarithm of the largest power of two, up to 16, that divides
/// the value; 5: the integer is 1. Zeros mean that nothing is known.
using VariantKey = llvm::SmallVector<uint64_t, 4>;

/// The values of a launch as kernels receive them: each in the low bytes of a
/// little-endian word.
using ArgumentWords = llvm::SmallVector<uint64_t, 16>;

class Signature {
public:
  /// `facts` may give parameters a constant value. Fails on a type that no
  /// launch can pass and on facts about a parameter that is not there.
  static StatusOr<Signature>
  create(const KernelInfo &info,
         const std::map<std::string, ArgumentFact> &facts = {});

  const KernelInfo &info() const { return kernel; }
  llvm::ArrayRef<Parameter> parameters() const { return params; }
  /// `@softmax(%in: !tc.ptr<f32>, %stride: i32)`.
  const std::string &text() const { return rendered; }

  /// Checks `arguments` against the parameters and converts them. The error
  /// names the parameter and both sides.
  Status bind(llvm::ArrayRef<Argument> arguments, const Device *device,
              ArgumentWords &words) const;

  /// The key that selects the variant for `words`.
  VariantKey variantKey(llvm::ArrayRef<uint64_t> words) const;
  /// The key of the variant that holds for all values.
  VariantKey genericKey() const;
  /// What `key` says, beyond what the signature promises anyway.
  std::map<std::string, ArgumentFact> factsOf(const VariantKey &key) const;

private:
  KernelInfo kernel;
  llvm::SmallVector<Parameter, 8> params;
  std::string rendered;

  Status describeMismatch(size_t index, const Argument &argument,
                          const Device *device) const;
};

} // namespace minitc::runtime

#endif // MINITC_RUNTIME_SIGNATURE_H
