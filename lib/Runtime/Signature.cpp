//===- Signature.cpp - A kernel's parameters and their checks -------------===//
//
// The checks of a good launch are short and allocate nothing; a bad one goes
// through describeMismatch, which finds the words for it.
//
//===----------------------------------------------------------------------===//

#include "minitc/Runtime/Signature.h"
#include "minitc/Runtime/Device.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace llvm;
using namespace minitc;
using namespace minitc::runtime;

/// Divisibility beyond 2^4 = 16 selects no variant of its own: 16 bytes are
/// the widest access.
static constexpr unsigned maxLogDivisible = 4;
/// What the key says of an integer that is 1.
static constexpr uint64_t isOne = 5;
static constexpr unsigned bitsPerParameter = 4;
static constexpr unsigned parametersPerWord = 64 / bitsPerParameter;

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// `!tc.ptr<f32>` or `f32`.
static std::string typeText(const ArgumentInfo &argument) {
  return argument.kind == ArgumentInfo::Kind::Pointer
             ? "!tc.ptr<" + argument.type + ">"
             : argument.type;
}

static std::string signatureText(const KernelInfo &kernel,
                                 ArrayRef<Parameter> params) {
  std::string text = "@" + kernel.name + "(";
  for (const Parameter &parameter : params) {
    if (&parameter != params.begin())
      text += ", ";
    text += "%" + parameter.name + ": " + parameter.typeText;
    if (parameter.divisible != 1)
      text += " {tc.divisible = " + std::to_string(parameter.divisible) + "}";
  }
  return text + ")";
}

StatusOr<Signature>
Signature::create(const KernelInfo &info,
                  const std::map<std::string, ArgumentFact> &facts) {
  Signature result;
  result.kernel = info;
  for (const ArgumentInfo &argument : info.arguments) {
    ElementType type = elementTypeFromName(argument.type);
    bool pointsToPointers = argument.kind == ArgumentInfo::Kind::Pointer &&
                            StringRef(argument.type).starts_with("!tc.ptr<");
    if (type == ElementType::Any && !pointsToPointers)
      return Status(ErrorCode::InvalidArgument,
                    "parameter %" + argument.name + " of @" + info.name +
                        " has type '" + argument.type +
                        "', which no launch can pass");
    result.params.push_back({argument.name,
                             argument.kind,
                             type,
                             typeText(argument),
                             std::max<int64_t>(argument.divisible, 1),
                             {}});
  }
  result.rendered = signatureText(info, result.params);
  for (const auto &[name, fact] : facts) {
    auto *parameter = llvm::find_if(
        result.params, [name = StringRef(name)](const Parameter &candidate) {
          return candidate.name == name;
        });
    if (parameter == result.params.end())
      return Status(ErrorCode::InvalidArgument, "no parameter is called '" +
                                                    name + "' in " +
                                                    result.rendered);
    parameter->constant = fact.value;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Conversion of one value
//===----------------------------------------------------------------------===//

/// Whether the integer fits `bits` bits: as a signed number if it came as one,
/// as an unsigned one otherwise.
static bool integerFits(const Argument &argument, unsigned bits) {
  bool isUnsigned = argument.kind == Argument::Kind::Unsigned;
  if (bits == 1)
    return argument.bits <= 1;
  if (bits == 64)
    return true;
  if (isUnsigned)
    return argument.bits >> bits == 0;
  return isIntN(bits, static_cast<int64_t>(argument.bits));
}

static uint64_t lowBits(uint64_t value, unsigned bits) {
  return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
}

static const fltSemantics &semanticsOf(ElementType type) {
  switch (type) {
  case ElementType::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case ElementType::F8E5M2:
    return APFloat::Float8E5M2();
  case ElementType::F16:
    return APFloat::IEEEhalf();
  case ElementType::BF16:
    return APFloat::BFloat();
  case ElementType::F32:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

/// Rounds to nearest even. Nothing if a finite value would overflow.
static std::optional<uint64_t> roundFloat(uint64_t doubleBits,
                                          ElementType type) {
  if (type == ElementType::F64)
    return doubleBits;
  double value = llvm::bit_cast<double>(doubleBits);
  if (type == ElementType::F32) {
    float rounded = static_cast<float>(value);
    if (std::isinf(rounded) && !std::isinf(value))
      return std::nullopt;
    return llvm::bit_cast<uint32_t>(rounded);
  }
  APFloat number(value);
  bool losesInfo = false;
  APFloat::opStatus status = number.convert(
      semanticsOf(type), APFloat::rmNearestTiesToEven, &losesInfo);
  if (status & APFloat::opOverflow)
    return std::nullopt;
  return number.bitcastToAPInt().getZExtValue();
}

/// CUdeviceptr is a 64-bit unsigned integer, so such an integer may be an
/// address.
static bool isAddress(const Argument &argument) {
  return argument.kind == Argument::Kind::Pointer ||
         (argument.kind == Argument::Kind::Unsigned &&
          argument.type == ElementType::I64);
}

/// The word in which `argument` travels to `parameter`, or nothing if it does
/// not fit there.
static std::optional<uint64_t> convert(const Argument &argument,
                                       const Parameter &parameter,
                                       const Device *device) {
  unsigned bits = elementTypeBits(parameter.type);
  switch (parameter.kind) {
  case ArgumentInfo::Kind::Pointer:
    if (!isAddress(argument) || (argument.owner && argument.owner != device))
      return std::nullopt;
    if (argument.kind == Argument::Kind::Pointer &&
        !storesAs(argument.type, parameter.type))
      return std::nullopt;
    return argument.bits;
  case ArgumentInfo::Kind::Integer:
    if (argument.kind != Argument::Kind::Signed &&
        argument.kind != Argument::Kind::Unsigned)
      return std::nullopt;
    if (!integerFits(argument, bits))
      return std::nullopt;
    return lowBits(argument.bits, bits);
  case ArgumentInfo::Kind::Float:
    if (argument.kind != Argument::Kind::Float)
      return std::nullopt;
    return roundFloat(argument.bits, parameter.type);
  }
  return std::nullopt;
}

/// A word of an integer parameter as a number.
static int64_t signedValue(uint64_t word, ElementType type) {
  unsigned bits = elementTypeBits(type);
  return bits == 1 ? static_cast<int64_t>(word) : SignExtend64(word, bits);
}

static bool isDivisible(uint64_t word, const Parameter &parameter) {
  if (parameter.divisible == 1)
    return true;
  if (parameter.kind == ArgumentInfo::Kind::Pointer)
    return word % static_cast<uint64_t>(parameter.divisible) == 0;
  return signedValue(word, parameter.type) % parameter.divisible == 0;
}

static bool isConstant(uint64_t word, const Parameter &parameter) {
  if (!parameter.constant)
    return true;
  return word == lowBits(static_cast<uint64_t>(*parameter.constant),
                         elementTypeBits(parameter.type));
}

Status Signature::bind(ArrayRef<Argument> arguments, const Device *device,
                       ArgumentWords &words) const {
  if (arguments.size() != params.size())
    return Status(ErrorCode::InvalidArgument,
                  "expected " + std::to_string(params.size()) +
                      (params.size() == 1 ? " argument" : " arguments") +
                      ", but got " + std::to_string(arguments.size()) +
                      ", for " + rendered);
  words.resize_for_overwrite(params.size());
  for (size_t i = 0, e = params.size(); i != e; ++i) {
    std::optional<uint64_t> word = convert(arguments[i], params[i], device);
    if (!word || !isDivisible(*word, params[i]) ||
        !isConstant(*word, params[i]))
      return describeMismatch(i, arguments[i], device);
    words[i] = *word;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string numberText(const Argument &argument) {
  switch (argument.kind) {
  case Argument::Kind::Signed:
    return std::to_string(static_cast<int64_t>(argument.bits));
  case Argument::Kind::Unsigned:
    return std::to_string(argument.bits);
  case Argument::Kind::Pointer:
    return "0x" + utohexstr(argument.bits, /*LowerCase=*/true);
  case Argument::Kind::Float:
    break;
  }
  SmallString<24> text;
  APFloat(llvm::bit_cast<double>(argument.bits)).toString(text);
  return std::string(text);
}

/// "the integer 7", "a pointer to i32", ...
static std::string argumentText(const Argument &argument) {
  switch (argument.kind) {
  case Argument::Kind::Signed:
  case Argument::Kind::Unsigned:
    return "the integer " + numberText(argument);
  case Argument::Kind::Float:
    return "the float " + numberText(argument);
  case Argument::Kind::Pointer:
    break;
  }
  if (argument.type == ElementType::Any)
    return "an untyped pointer";
  return std::string("a pointer to ") + elementTypeName(argument.type);
}

/// The second half of "expected ..., but got ...".
static std::string mismatchText(const Argument &argument,
                                const Parameter &parameter,
                                const Device *device) {
  if (argument.owner && argument.owner != device &&
      parameter.kind == ArgumentInfo::Kind::Pointer)
    return "expected memory of " + (device ? device->name() : "no device") +
           ", but got a buffer of " + argument.owner->name();
  std::optional<uint64_t> word = convert(argument, parameter, device);
  if (!word) {
    bool isNumber = argument.kind != Argument::Kind::Pointer;
    bool sameKind = isNumber && parameter.kind != ArgumentInfo::Kind::Pointer &&
                    (argument.kind == Argument::Kind::Float) ==
                        (parameter.kind == ArgumentInfo::Kind::Float);
    return "expected " + parameter.typeText + ", but got " +
           argumentText(argument) + (sameKind ? ", which does not fit" : "");
  }
  if (!isConstant(*word, parameter))
    return "expected " + std::to_string(*parameter.constant) +
           ", for which the kernel was compiled, but got " +
           numberText(argument);
  bool isPointer = parameter.kind == ArgumentInfo::Kind::Pointer;
  return std::string("expected ") +
         (isPointer ? "an address that is a multiple of " : "a multiple of ") +
         std::to_string(parameter.divisible) +
         ", as tc.divisible promises, but got " +
         (isPointer ? "0x" + utohexstr(argument.bits, /*LowerCase=*/true)
                    : numberText(argument));
}

Status Signature::describeMismatch(size_t index, const Argument &argument,
                                   const Device *device) const {
  const Parameter &parameter = params[index];
  return Status(ErrorCode::InvalidArgument,
                "argument " + std::to_string(index) + " (%" + parameter.name +
                    ") of @" + kernel.name + ": " +
                    mismatchText(argument, parameter, device));
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

/// The four bits that a parameter adds to the key.
static uint64_t factBits(uint64_t word, const Parameter &parameter) {
  if (parameter.kind == ArgumentInfo::Kind::Float || parameter.constant ||
      (parameter.kind == ArgumentInfo::Kind::Integer &&
       parameter.type == ElementType::I1))
    return 0;
  if (parameter.kind == ArgumentInfo::Kind::Integer && word == 1)
    return isOne;
  return llvm::countr_zero(word | (uint64_t(1) << maxLogDivisible));
}

VariantKey Signature::genericKey() const {
  return VariantKey((params.size() + parametersPerWord - 1) /
                    parametersPerWord);
}

VariantKey Signature::variantKey(ArrayRef<uint64_t> words) const {
  VariantKey key = genericKey();
  for (size_t i = 0, e = params.size(); i != e; ++i)
    key[i / parametersPerWord] |= factBits(words[i], params[i])
                                  << (i % parametersPerWord * bitsPerParameter);
  return key;
}

std::map<std::string, ArgumentFact>
Signature::factsOf(const VariantKey &key) const {
  std::map<std::string, ArgumentFact> facts;
  for (size_t i = 0, e = params.size(); i != e; ++i) {
    uint64_t bits = key[i / parametersPerWord] >>
                    (i % parametersPerWord * bitsPerParameter);
    bits &= (uint64_t(1) << bitsPerParameter) - 1;
    ArgumentFact fact;
    if (bits == isOne)
      fact.value = 1;
    else
      fact.divisible = int64_t(1) << bits;
    bool isPromised = params[i].divisible % fact.divisible == 0;
    if (fact.value || !isPromised)
      facts[params[i].name] = fact;
  }
  return facts;
}
