//===- Npy.cpp - NumPy's array files --------------------------------------===//
//
// See the header. The header of a file is a Python dictionary literal, of which
// NumPy writes one form only; the parser takes any order and spacing.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace minitc {

static constexpr StringLiteral kMagic = "\x93NUMPY";

namespace {
/// The dictionary at the start of a file.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the dictionary from left to right.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  Expected<Header> parse() {
    Header header;
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!consume("{"))
      return malformed();
    while (!consume("}")) {
      std::optional<StringRef> key = parseString();
      if (!key || !consume(":"))
        return malformed();
      if (*key == "descr") {
        if (rest.ltrim().starts_with("["))
          return createStringError("structured arrays are not supported: save "
                                   "one field at a time");
        std::optional<StringRef> value = parseString();
        if (!value)
          return malformed();
        header.descr = value->str();
        hasDescr = true;
      } else if (*key == "fortran_order") {
        header.fortranOrder = consume("True");
        if (!header.fortranOrder && !consume("False"))
          return malformed();
        hasOrder = true;
      } else if (*key == "shape") {
        if (!parseShape(header.shape))
          return malformed();
        hasShape = true;
      } else {
        return malformed();
      }
      consume(",");
    }
    if (!hasDescr || !hasOrder || !hasShape)
      return malformed();
    return header;
  }

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  /// 'text' or "text".
  std::optional<StringRef> parseString() {
    rest = rest.ltrim();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return std::nullopt;
    size_t end = rest.find(rest.front(), 1);
    if (end == StringRef::npos)
      return std::nullopt;
    StringRef text = rest.substr(1, end - 1);
    rest = rest.substr(end + 1);
    return text;
  }

  /// (), (3,), (3, 4).
  bool parseShape(std::vector<int64_t> &shape) {
    if (!consume("("))
      return false;
    while (!consume(")")) {
      int64_t size;
      if (rest.consumeInteger(10, size) || size < 0)
        return false;
      consume("L"); // Python 2 wrote longs.
      shape.push_back(size);
      if (!consume(",") && !rest.ltrim().starts_with(")"))
        return false;
    }
    return true;
  }

  static Error malformed() {
    return createStringError("the header is malformed");
  }

  StringRef rest;
};
} // namespace

/// Takes the header off the front of `contents`.
static Expected<StringRef> takeHeader(StringRef &contents) {
  if (!contents.consume_front(kMagic))
    return createStringError("not a NumPy array file (.npy)");
  auto tooShort = [] {
    return createStringError("the file ends within its header");
  };
  if (contents.size() < 2)
    return tooShort();
  unsigned version = uint8_t(contents[0]);
  contents = contents.drop_front(2);
  if (version < 1 || version > 3)
    return createStringError("expected version 1, 2 or 3 of the format, but "
                             "got " +
                             Twine(version));
  unsigned lengthBytes = version == 1 ? 2 : 4;
  if (contents.size() < lengthBytes)
    return tooShort();
  size_t length = version == 1 ? support::endian::read16le(contents.data())
                               : support::endian::read32le(contents.data());
  contents = contents.drop_front(lengthBytes);
  if (contents.size() < length)
    return tooShort();
  StringRef header = contents.take_front(length);
  contents = contents.drop_front(length);
  return header;
}

/// Splits "<f4" into the element type and its size.
static Error parseDescr(StringRef descr, NpyFile &file) {
  StringRef elements = descr;
  if (descr.starts_with(">"))
    return createStringError("big-endian elements ('" + descr +
                             "') are not supported: save x.astype('<" +
                             descr.drop_front() + "')");
  if (!elements.empty() && StringRef("<|=").contains(elements.front()))
    elements = elements.drop_front();
  if (elements.size() < 2 || !StringRef("biufV").contains(elements.front()) ||
      elements.drop_front().getAsInteger(10, file.elementBytes) ||
      !isPowerOf2_32(file.elementBytes) || file.elementBytes > 8)
    return createStringError("elements of NumPy type '" + descr +
                             "' are not supported");
  file.elements = elements.str();
  return Error::success();
}

/// The number of bytes of the array, or nothing if it is out of bounds.
static std::optional<int64_t> checkedBytes(const NpyFile &file) {
  int64_t bytes = file.elementBytes;
  for (int64_t size : file.shape)
    if (MulOverflow(bytes, size, bytes) || bytes > kMaxArrayBytes)
      return std::nullopt;
  return bytes;
}

Expected<NpyFile> parseNpy(StringRef contents) {
  Expected<StringRef> text = takeHeader(contents);
  if (!text)
    return text.takeError();
  Expected<Header> header = HeaderParser(*text).parse();
  if (!header)
    return header.takeError();
  if (header->fortranOrder && header->shape.size() > 1)
    return createStringError("the array is in Fortran order, which kernels do "
                             "not know: save np.ascontiguousarray(x)");

  NpyFile file;
  file.shape = std::move(header->shape);
  if (Error error = parseDescr(header->descr, file))
    return error;
  std::optional<int64_t> bytes = checkedBytes(file);
  if (!bytes)
    return createStringError("the array is too large");
  if (int64_t(contents.size()) < *bytes)
    return createStringError("expected " + Twine(*bytes) +
                             " bytes of data, but got " +
                             Twine(contents.size()));
  file.bytes.assign(contents.begin(), contents.begin() + *bytes);
  return file;
}

/// Whether a file of these elements may be read as `type`.
static bool canHold(const NpyFile &file, const ElementType &type) {
  if (file.elementBytes != type.bytes)
    return false;
  char kind = file.elements.front();
  switch (type.type) {
  case MINITC_TYPE_I1:
    return kind == 'b' || kind == 'i' || kind == 'u';
  case MINITC_TYPE_F8E4M3FN:
  case MINITC_TYPE_F8E5M2:
  case MINITC_TYPE_BF16:
    return kind == 'u' || kind == 'i' || kind == 'V';
  default:
    return type.isFloat() ? kind == 'f' : kind == 'i' || kind == 'u';
  }
}

Expected<Array> interpretNpy(NpyFile file, const ElementType &type) {
  if (!canHold(file, type))
    return createStringError("expected elements of NumPy type '" +
                             StringRef(type.numpy).drop_front() + "' for " +
                             type.name + ", but got '" + file.elements + "'");
  Array array;
  array.type = &type;
  array.shape = std::move(file.shape);
  array.bytes = std::move(file.bytes);
  return array;
}

const ElementType *naturalType(const NpyFile &file) {
  StringRef name = StringSwitch<StringRef>(file.elements)
                       .Case("b1", "i1")
                       .Cases({"i1", "u1"}, "i8")
                       .Cases({"i2", "u2"}, "i16")
                       .Cases({"i4", "u4"}, "i32")
                       .Cases({"i8", "u8"}, "i64")
                       .Case("f2", "f16")
                       .Case("f4", "f32")
                       .Case("f8", "f64")
                       .Default("");
  return findElementType(name);
}

std::string renderNpy(const Array &array) {
  std::string shape;
  for (int64_t size : array.shape)
    shape += std::to_string(size) + ", ";
  // One element needs its comma: (3,) is a tuple, (3) is not.
  if (array.shape.size() == 1)
    shape.pop_back();
  else if (!shape.empty())
    shape.resize(shape.size() - 2);
  std::string header = "{'descr': '" + std::string(array.type->numpy) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The data start at a multiple of 64 bytes; the header ends in a newline.
  size_t prefix = kMagic.size() + 4;
  header.resize(alignTo(prefix + header.size() + 1, 64) - prefix - 1, ' ');
  header += '\n';

  std::string text = kMagic.str();
  text += '\1';
  text += '\0';
  text += char(header.size() & 0xff);
  text += char(header.size() >> 8);
  text += header;
  text.append(array.bytes.data(), array.bytes.size());
  return text;
}

} // namespace minitc
