//===- Arguments.cpp - Values for a kernel's parameters -------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "Generators.h"
#include "Npy.h"
#include "ParseInteger.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace minitc {

const minitc_parameter *Signature::find(StringRef name) const {
  auto found = find_if(parameters, [&](const minitc_parameter &parameter) {
    return name == parameter.name;
  });
  return found == parameters.end() ? nullptr : &*found;
}

static Error withSignature(const Twine &message, const Signature &signature) {
  return createStringError(message + "\n  the kernel is " + signature.text);
}

Expected<NamedText> splitNamed(StringRef option, StringRef given) {
  auto [name, text] = given.split('=');
  if (name.empty() || text.empty())
    return createStringError(option + ": expected NAME=VALUE, but got '" +
                             given + "'");
  return NamedText{name.str(), text.str()};
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static Expected<Array> readArrayFile(StringRef path, const ElementType &type) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("cannot read '" + path +
                             "': " + buffer.getError().message());
  Expected<NpyFile> file = parseNpy((*buffer)->getBuffer());
  if (!file)
    return createStringError("cannot read '" + path +
                             "': " + toString(file.takeError()));
  Expected<Array> array = interpretNpy(std::move(*file), type);
  if (!array)
    return createStringError("'" + path + "': " + toString(array.takeError()));
  return array;
}

Expected<Array> loadArray(StringRef text, const ElementType &type) {
  if (looksLikeGenerator(text)) {
    Expected<Array> array = generateArray(text);
    if (array && array->type != &type)
      return createStringError(Twine("expected elements of type ") + type.name +
                               ", but got " + arrayTypeText(*array));
    return array;
  }
  StringRef path = text;
  if (path.consume_front("@") || path.ends_with(".npy"))
    return readArrayFile(path, type);
  return createStringError("expected an array, as @FILE.npy or as a generator "
                           "such as zeros(64x32x" +
                           Twine(type.name) + "), but got '" + text + "'");
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static Error expectedScalar(const minitc_parameter &parameter, StringRef text) {
  bool isInteger = parameter.kind == MINITC_PARAMETER_INTEGER;
  return createStringError(
      Twine(isInteger ? "expected an integer (" : "expected a number (") +
      getElementType(parameter.type).name + "), but got '" + text + "'");
}

static Expected<minitc_argument>
parseIntegerArgument(StringRef text, const minitc_parameter &parameter) {
  std::optional<int64_t> value = parseInteger(text);
  if (!value)
    return expectedScalar(parameter, text);
  const ElementType &type = getElementType(parameter.type);
  if (!integerFits(type, *value))
    return createStringError(text + " does not fit " + type.name);
  minitc_argument argument{};
  argument.kind =
      *value < 0 ? MINITC_ARGUMENT_SIGNED : MINITC_ARGUMENT_UNSIGNED;
  argument.type = MINITC_TYPE_ANY;
  if (*value < 0)
    argument.value.i = *value;
  else
    argument.value.u = uint64_t(*value);
  return argument;
}

static Expected<minitc_argument>
parseFloatArgument(StringRef text, const minitc_parameter &parameter) {
  minitc_argument argument{};
  argument.kind = MINITC_ARGUMENT_FLOAT;
  argument.type = MINITC_TYPE_ANY;
  if (!to_float(text.str(), argument.value.f))
    return expectedScalar(parameter, text);
  const ElementType &type = getElementType(parameter.type);
  if (!floatFits(type, argument.value.f))
    return createStringError(text + " does not fit " + type.name);
  return argument;
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// The value that `text` gives to a parameter.
static Expected<Argument> makeArgument(StringRef text,
                                       const minitc_parameter &parameter) {
  Argument argument{parameter, std::nullopt, {}};
  if (parameter.kind == MINITC_PARAMETER_POINTER) {
    Expected<Array> array = loadArray(text, getElementType(parameter.type));
    if (!array)
      return array.takeError();
    argument.array = std::move(*array);
    return argument;
  }
  Expected<minitc_argument> scalar = parameter.kind == MINITC_PARAMETER_INTEGER
                                         ? parseIntegerArgument(text, parameter)
                                         : parseFloatArgument(text, parameter);
  if (!scalar)
    return scalar.takeError();
  argument.scalar = *scalar;
  return argument;
}

Expected<std::vector<Argument>> bindArguments(ArrayRef<std::string> texts,
                                              const Signature &signature) {
  std::vector<std::optional<std::string>> given(signature.parameters.size());
  for (StringRef text : texts) {
    Expected<NamedText> named = splitNamed("--arg", text);
    if (!named)
      return withSignature(toString(named.takeError()), signature);
    const minitc_parameter *parameter = signature.find(named->name);
    if (!parameter)
      return withSignature(
          "--arg: the kernel has no argument '" + named->name + "'", signature);
    auto &place = given[parameter - signature.parameters.data()];
    if (place)
      return withSignature("--arg: '" + named->name + "' is given twice",
                           signature);
    place = named->text;
  }

  std::vector<Argument> arguments;
  for (auto [text, parameter] : zip_equal(given, signature.parameters)) {
    if (!text)
      return withSignature(Twine("no --arg for '") + parameter.name + "'",
                           signature);
    Expected<Argument> argument = makeArgument(*text, parameter);
    if (!argument)
      return withSignature(Twine("--arg ") + parameter.name + ": " +
                               toString(argument.takeError()),
                           signature);
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

Expected<size_t> findArray(StringRef option, StringRef name,
                           const Signature &signature) {
  const minitc_parameter *parameter = signature.find(name);
  if (!parameter)
    return withSignature(option + ": the kernel has no argument '" + name + "'",
                         signature);
  if (parameter->kind != MINITC_PARAMETER_POINTER)
    return withSignature(option + ": '" + name + "' is not an array",
                         signature);
  return size_t(parameter - signature.parameters.data());
}

Expected<std::array<unsigned, 3>> parseGrid(StringRef text) {
  std::array<unsigned, 3> grid = {1, 1, 1};
  SmallVector<StringRef> parts;
  text.split(parts, text.contains(',') ? ',' : 'x');
  bool isGrid = parts.size() <= grid.size();
  for (size_t i = 0; isGrid && i < parts.size(); ++i)
    isGrid = !parts[i].trim().getAsInteger(10, grid[i]) && grid[i] > 0;
  if (!isGrid)
    return createStringError("--grid: expected one to three positive numbers, "
                             "as in 64x2x1, but got '" +
                             text + "'");
  return grid;
}

} // namespace minitc
