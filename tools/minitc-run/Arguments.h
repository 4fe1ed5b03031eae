//===- Arguments.h - Values for a kernel's parameters -----------*- C++ -*-===//
//
// Puts what the command line says next to what the kernel asks for.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_MINITC_RUN_ARGUMENTS_H
#define MINITC_TOOLS_MINITC_RUN_ARGUMENTS_H

#include "Array.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>

namespace minitc {

/// What a kernel asks for.
struct Signature {
  /// In the order of the launch.
  std::vector<minitc_parameter> parameters;
  /// As users know it, for messages.
  std::string text;

  const minitc_parameter *find(llvm::StringRef name) const;
};

/// A value for one parameter: an array where it is a pointer, else a scalar.
struct Argument {
  minitc_parameter parameter;
  std::optional<Array> array;
  /// For integers and floats, ready for a launch.
  minitc_argument scalar;
};

/// "NAME=REST", split.
struct NamedText {
  std::string name, text;
};

/// Splits what `option` was given; an error names the option.
llvm::Expected<NamedText> splitNamed(llvm::StringRef option,
                                     llvm::StringRef given);

/// Reads or makes an array of elements of `type`: "@FILE" or "FILE.npy" names a
/// NumPy file, anything that looks like a call is a generator.
llvm::Expected<Array> loadArray(llvm::StringRef text, const ElementType &type);

/// A value for each parameter, in order, from texts such as "cols=781". Texts
/// for unknown parameters, parameters without a text, and values of the wrong
/// kind or type are errors that show the signature.
llvm::Expected<std::vector<Argument>>
bindArguments(llvm::ArrayRef<std::string> texts, const Signature &signature);

/// The pointer parameter of this name; an error, which names the option and
/// shows the signature, if there is none.
llvm::Expected<size_t> findArray(llvm::StringRef option, llvm::StringRef name,
                                 const Signature &signature);

/// "64", "8x4", "8x4x2", or the same with commas.
llvm::Expected<std::array<unsigned, 3>> parseGrid(llvm::StringRef text);

} // namespace minitc

#endif // MINITC_TOOLS_MINITC_RUN_ARGUMENTS_H
