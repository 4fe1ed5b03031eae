//===- Generators.cpp - Arrays by description -----------------------------===//
//
// A parser of one call, a table of generators, and what each of them writes.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"

#include "ParseInteger.h"
#include "Random.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <optional>

using namespace llvm;

namespace minitc {

namespace {
/// A number as it was written: integers are exact.
struct Number {
  StringRef text;
  double value = 0;
  /// Set if it was written as an integer.
  std::optional<int64_t> integer;
};

/// A parsed call.
struct Call {
  StringRef text;
  StringRef name;
  Array array;
  /// By position after the shape.
  SmallVector<Number> positional;
  SmallVector<std::pair<StringRef, Number>> named;
};

/// One parameter after the shape. `fallback` is null if it has to be given.
struct Parameter {
  const char *name;
  const char *fallback;
};

struct Generator {
  const char *name;
  SmallVector<Parameter, 3> parameters;
  /// Makes floats only.
  bool floatsOnly;
  /// Fills the array from the parameters' values, in the table's order.
  Error (*fill)(const Call &call, ArrayRef<Number> values, Array &array);
};
} // namespace

/// An error that shows where in `text` the culprit is; `at` points into it.
static Error errorAt(StringRef text, StringRef at, const Twine &message) {
  size_t column = at.data() - text.data();
  return createStringError(message + "\n  " + text + "\n  " +
                           std::string(column, ' ') + "^");
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
class CallParser {
public:
  explicit CallParser(StringRef text) : text(text), rest(text) {}

  Expected<Call> parse() {
    Call call;
    call.text = text;
    call.name = takeWord();
    if (!consume("("))
      return error("expected '(' after '" + call.name + "'");
    if (Error failure = parseShape(call.array))
      return failure;
    while (consume(","))
      if (Error failure = parseArgument(call))
        return failure;
    if (!consume(")"))
      return error("expected ',' or ')'");
    rest = rest.ltrim();
    if (!rest.empty())
      return error("expected nothing after ')'");
    return call;
  }

private:
  Error error(const Twine &message) { return errorAt(text, rest, message); }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  /// Letters, digits and underscores.
  StringRef takeWord() {
    rest = rest.ltrim();
    StringRef word =
        rest.take_while([](char c) { return isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    return word;
  }

  /// 64x781xf32.
  Error parseShape(Array &array) {
    rest = rest.ltrim();
    StringRef start = rest;
    while (!rest.empty() && isDigit(rest.front())) {
      StringRef at = rest;
      int64_t size;
      if (rest.consumeInteger(10, size) || size <= 0)
        return errorAt(text, at, "expected a positive size");
      if (!rest.consume_front("x"))
        return error("expected 'x' and more sizes or an element type");
      array.shape.push_back(size);
    }
    StringRef at = rest;
    array.type = findElementType(takeWord());
    if (array.shape.empty())
      return errorAt(text, start, "expected a shape, as in 64x781xf32");
    if (!array.type)
      return errorAt(text, at,
                     "expected a size or an element type (" +
                         elementTypeNames() + ")");
    int64_t bytes = array.type->bytes;
    for (int64_t size : array.shape)
      if (MulOverflow(bytes, size, bytes) || bytes > kMaxArrayBytes)
        return errorAt(text, start, "the array is too large");
    return Error::success();
  }

  Error parseArgument(Call &call) {
    rest = rest.ltrim();
    StringRef key;
    if (!rest.empty() && isAlpha(rest.front())) {
      StringRef before = rest;
      key = takeWord();
      if (!consume("=")) {
        rest = before; // "inf" and "nan" are numbers.
        key = StringRef();
      }
    }
    Number number;
    if (Error failure = parseNumber(number))
      return failure;
    if (!key.empty())
      call.named.push_back({key, number});
    else if (call.named.empty())
      call.positional.push_back(number);
    else
      return errorAt(text, number.text,
                     "expected NAME=VALUE after a named argument");
    return Error::success();
  }

  Error parseNumber(Number &number) {
    rest = rest.ltrim();
    number.text = rest.take_until([](char c) { return c == ',' || c == ')'; });
    number.text = number.text.rtrim();
    number.integer = parseInteger(number.text);
    if (number.integer) {
      number.value = double(*number.integer);
    } else if (number.text.empty() ||
               !to_float(number.text.str(), number.value)) {
      return error("expected a number");
    }
    rest = rest.drop_front(number.text.size());
    return Error::success();
  }

  StringRef text, rest;
};
} // namespace

//===----------------------------------------------------------------------===//
// The generators
//===----------------------------------------------------------------------===//

/// Writes `value(position)`, a double, to every element.
template <typename Value> static void fillFloats(Array &array, Value value) {
  forEachPosition(array.numElements(), [&](int64_t position) {
    storeFloat(*array.type, value(position), array.element(position));
  });
}

/// Writes `value(position)`, an integer, to every element.
template <typename Value> static void fillIntegers(Array &array, Value value) {
  forEachPosition(array.numElements(), [&](int64_t position) {
    int64_t integer = value(position);
    if (array.type->isFloat())
      storeFloat(*array.type, double(integer), array.element(position));
    else
      storeInteger(*array.type, integer, array.element(position));
  });
}

static Error mustBeInteger(const Call &call, const Number &number) {
  if (number.integer)
    return Error::success();
  return errorAt(call.text, number.text, "expected an integer");
}

/// Refuses a value that the element type cannot hold.
static Error mustFit(const Call &call, const Number &number,
                     const ElementType &type) {
  if (!type.isFloat())
    if (Error error = mustBeInteger(call, number))
      return error;
  bool fits = type.isFloat() ? floatFits(type, number.value)
                             : integerFits(type, *number.integer);
  if (fits)
    return Error::success();
  return errorAt(call.text, number.text,
                 number.text + " does not fit " + type.name);
}

static Error fillFull(const Call &call, ArrayRef<Number> values, Array &array) {
  const Number &value = values[0];
  if (Error error = mustFit(call, value, *array.type))
    return error;
  if (array.type->isFloat())
    fillFloats(array, [&](int64_t) { return value.value; });
  else
    fillIntegers(array, [&](int64_t) { return *value.integer; });
  return Error::success();
}

static Error fillZeros(const Call &, ArrayRef<Number>, Array &) {
  return Error::success(); // New arrays are zero.
}

static Error fillOnes(const Call &, ArrayRef<Number>, Array &array) {
  fillIntegers(array, [](int64_t) { return 1; });
  return Error::success();
}

static Error fillEmpty(const Call &, ArrayRef<Number>, Array &array) {
  array.initialized = false;
  return Error::success();
}

static Error fillArange(const Call &call, ArrayRef<Number> values,
                        Array &array) {
  Number start = values[0], step = values[1];
  if (array.type->isFloat()) {
    fillFloats(array, [&](int64_t position) {
      return start.value + step.value * double(position);
    });
    return Error::success();
  }
  if (Error error = mustBeInteger(call, start))
    return error;
  if (Error error = mustBeInteger(call, step))
    return error;
  int64_t last;
  if (MulOverflow(array.numElements() - 1, *step.integer, last) ||
      AddOverflow(last, *start.integer, last) ||
      !integerFits(*array.type, last) ||
      !integerFits(*array.type, *start.integer))
    return errorAt(call.text, call.name,
                   Twine("the values do not fit ") + array.type->name);
  fillIntegers(array, [&](int64_t position) {
    return *start.integer + *step.integer * position;
  });
  return Error::success();
}

static Error fillNormal(const Call &call, ArrayRef<Number> values,
                        Array &array) {
  if (Error error = mustBeInteger(call, values[0]))
    return error;
  uint64_t seed = *values[0].integer;
  fillFloats(array,
             [&](int64_t position) { return randomNormal(seed, position); });
  return Error::success();
}

static Error fillUniform(const Call &call, ArrayRef<Number> values,
                         Array &array) {
  double low = values[0].value, high = values[1].value;
  if (!(low < high) || !std::isfinite(high - low))
    return errorAt(call.text, call.name, "expected finite lo < hi");
  if (Error error = mustBeInteger(call, values[2]))
    return error;
  uint64_t seed = *values[2].integer;
  fillFloats(array, [&](int64_t position) {
    return low + (high - low) * randomUnit(seed, position);
  });
  return Error::success();
}

static Error fillIntegersRandomly(const Call &call, ArrayRef<Number> values,
                                  Array &array) {
  for (const Number &number : values)
    if (Error error = mustBeInteger(call, number))
      return error;
  int64_t low = *values[0].integer, high = *values[1].integer;
  if (low >= high)
    return errorAt(call.text, values[0].text, "expected lo < hi");
  Number largest{values[1].text, double(high - 1), high - 1};
  if (Error error = mustFit(call, values[0], *array.type))
    return error;
  if (Error error = mustFit(call, largest, *array.type))
    return error;
  uint64_t seed = *values[2].integer;
  uint64_t count = uint64_t(high) - uint64_t(low);
  fillIntegers(array, [&](int64_t position) {
    return int64_t(uint64_t(low) + randomBelow(seed, position, count));
  });
  return Error::success();
}

static ArrayRef<Generator> generators() {
  static const Generator table[] = {
      {"zeros", {}, false, fillZeros},
      {"ones", {}, false, fillOnes},
      {"empty", {}, false, fillEmpty},
      {"full", {{"value", nullptr}}, false, fillFull},
      {"arange", {{"start", "0"}, {"step", "1"}}, false, fillArange},
      {"randn", {{"seed", "0"}}, true, fillNormal},
      {"uniform", {{"lo", "0"}, {"hi", "1"}, {"seed", "0"}}, true, fillUniform},
      {"randint",
       {{"lo", nullptr}, {"hi", nullptr}, {"seed", "0"}},
       false,
       fillIntegersRandomly},
  };
  return table;
}

//===----------------------------------------------------------------------===//
// Putting a call and its generator together
//===----------------------------------------------------------------------===//

static Expected<const Generator *> findGenerator(const Call &call) {
  std::string names;
  for (const Generator &generator : generators()) {
    if (call.name == generator.name)
      return &generator;
    names += (names.empty() ? "" : ", ") + std::string(generator.name);
  }
  return errorAt(call.text, call.name, "expected a generator (" + names + ")");
}

/// "full(SHAPExT, value)", for messages.
static std::string usage(const Generator &generator) {
  std::string text = std::string(generator.name) + "(SHAPExT";
  for (const Parameter &parameter : generator.parameters) {
    text += std::string(", ") + parameter.name;
    if (parameter.fallback)
      text += std::string("=") + parameter.fallback;
  }
  return text + ")";
}

static Number fallbackNumber(const char *text) {
  Number number;
  number.text = text;
  number.integer = parseInteger(text);
  number.value = double(*number.integer);
  return number;
}

/// The values of the generator's parameters, in the table's order.
static Expected<SmallVector<Number>> bindValues(const Call &call,
                                                const Generator &generator) {
  size_t count = generator.parameters.size();
  SmallVector<std::optional<Number>> given(count);
  if (call.positional.size() > count)
    return errorAt(call.text, call.positional[count].text,
                   "too many arguments: expected " + usage(generator));
  for (size_t i = 0; i < call.positional.size(); ++i)
    given[i] = call.positional[i];
  for (const auto &[name, number] : call.named) {
    size_t i = 0;
    while (i < count && name != generator.parameters[i].name)
      ++i;
    if (i == count)
      return errorAt(call.text, name,
                     "unknown argument '" + name + "': expected " +
                         usage(generator));
    if (given[i])
      return errorAt(call.text, name, "'" + name + "' is given twice");
    given[i] = number;
  }
  SmallVector<Number> values;
  for (size_t i = 0; i < count; ++i) {
    const Parameter &parameter = generator.parameters[i];
    if (!given[i] && !parameter.fallback)
      return errorAt(call.text, call.name,
                     Twine("missing '") + parameter.name + "': expected " +
                         usage(generator));
    values.push_back(given[i] ? *given[i] : fallbackNumber(parameter.fallback));
  }
  return values;
}

bool looksLikeGenerator(StringRef text) {
  StringRef name =
      text.ltrim().take_while([](char c) { return isAlnum(c) || c == '_'; });
  return !name.empty() && isAlpha(name.front()) &&
         text.ltrim().drop_front(name.size()).ltrim().starts_with("(");
}

Expected<Array> generateArray(StringRef text) {
  Expected<Call> call = CallParser(text).parse();
  if (!call)
    return call.takeError();
  Expected<const Generator *> generator = findGenerator(*call);
  if (!generator)
    return generator.takeError();
  Expected<SmallVector<Number>> values = bindValues(*call, **generator);
  if (!values)
    return values.takeError();
  Array &array = call->array;
  if ((*generator)->floatsOnly && !array.type->isFloat())
    return errorAt(call->text, call->name,
                   Twine(call->name) +
                       " makes floats, but the element type is " +
                       array.type->name + ": use randint");
  array.bytes.resize(array.numBytes());
  if (Error error = (*generator)->fill(*call, *values, array))
    return error;
  return std::move(array);
}

} // namespace minitc
