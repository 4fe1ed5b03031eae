//===- AssertFailure.cpp - An assertion that failed, in words -------------===//

#include "AssertFailure.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace minitc::runtime;

std::string AssertFailure::text() const {
  std::string result;
  raw_string_ostream os(result);
  os << message << " (";
  if (line != 0)
    os << file << ":" << line << ":" << column << ", ";
  os << "program instance (";
  interleaveComma(program, os);
  os << ")";
  if (!element.empty()) {
    os << ", element [";
    interleaveComma(element, os);
    os << "]";
  }
  os << ")";
  return result;
}
