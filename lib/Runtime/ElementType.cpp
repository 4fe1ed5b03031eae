//===- ElementType.cpp - Element types at the launcher's edge -------------===//

#include "minitc/Runtime/ElementType.h"

using namespace minitc::runtime;

namespace {
struct TypeFacts {
  const char *name;
  unsigned bits;
};
} // namespace

/// In the order of ElementType.
static constexpr TypeFacts facts[] = {
    {"any", 0},  {"i1", 1},    {"i8", 8},       {"i16", 16},
    {"i32", 32}, {"i64", 64},  {"f8E4M3FN", 8}, {"f8E5M2", 8},
    {"f16", 16}, {"bf16", 16}, {"f32", 32},     {"f64", 64}};

const char *minitc::runtime::elementTypeName(ElementType type) {
  return facts[static_cast<unsigned>(type)].name;
}

ElementType minitc::runtime::elementTypeFromName(std::string_view name) {
  for (unsigned i = 0; i < std::size(facts); ++i)
    if (name == facts[i].name)
      return static_cast<ElementType>(i);
  return ElementType::Any;
}

unsigned minitc::runtime::elementTypeBits(ElementType type) {
  return facts[static_cast<unsigned>(type)].bits;
}

size_t minitc::runtime::elementTypeBytes(ElementType type) {
  return (elementTypeBits(type) + 7) / 8;
}

bool minitc::runtime::storesAs(ElementType given, ElementType expected) {
  if (given == expected || given == ElementType::Any)
    return true;
  switch (expected) {
  case ElementType::Any:
    return given == ElementType::I64;
  case ElementType::I1:
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return given == ElementType::I8;
  case ElementType::F16:
  case ElementType::BF16:
    return given == ElementType::I16;
  default:
    return false;
  }
}
