//===- Printf.cpp - What vprintf writes -----------------------------------===//

#include "Printf.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace llvm;

namespace {
/// Reads the fields of a struct one after another, each at a multiple of its
/// size.
class ArgumentReader {
public:
  explicit ArgumentReader(const void *arguments)
      : arguments(static_cast<const char *>(arguments)) {}

  template <typename T> T next() {
    offset = alignTo(offset, sizeof(T));
    T value;
    std::memcpy(&value, arguments + offset, sizeof(T));
    offset += sizeof(T);
    return value;
  }

private:
  const char *arguments;
  size_t offset = 0;
};
} // namespace

/// printf of one value.
template <typename T>
static std::string formatOne(const std::string &conversion, T value) {
  int length = std::snprintf(nullptr, 0, conversion.c_str(), value);
  std::string text(length > 0 ? length + 1 : 1, '\0');
  std::snprintf(text.data(), text.size(), conversion.c_str(), value);
  text.pop_back();
  return text;
}

static std::string formatNext(const std::string &conversion,
                              ArgumentReader &arguments) {
  switch (conversion.back()) {
  case 's':
    return formatOne(conversion, arguments.next<const char *>());
  case 'p':
    return formatOne(conversion, arguments.next<const void *>());
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return formatOne(conversion, arguments.next<double>());
  default:
    return StringRef(conversion).contains('l')
               ? formatOne(conversion, arguments.next<int64_t>())
               : formatOne(conversion, arguments.next<int32_t>());
  }
}

std::string minitc::simulator::formatDeviceText(const char *format,
                                                const void *arguments) {
  ArgumentReader reader(arguments);
  StringRef rest = format;
  std::string text;
  while (!rest.empty()) {
    size_t start = rest.find('%');
    text += rest.take_front(start);
    rest = rest.drop_front(std::min(start, rest.size()));
    // %[flags][width][.precision][size]conversion
    size_t end = rest.find_first_not_of("-+ #0123456789.hl", 1);
    if (end == StringRef::npos)
      break;
    std::string conversion = rest.take_front(end + 1).str();
    text += conversion == "%%" ? "%" : formatNext(conversion, reader);
    rest = rest.drop_front(end + 1);
  }
  return text;
}
