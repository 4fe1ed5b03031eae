//===- Launcher.h - Runs kernel text in a test ------------------*- C++ -*-===//

#ifndef MINITC_TEST_UNIT_INTERPRETER_LAUNCHER_H
#define MINITC_TEST_UNIT_INTERPRETER_LAUNCHER_H

#include "minitc/Interpreter/Interpreter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace minitc::test {

/// Collects arguments, runs a kernel on them, and gives arrays back.
class Launcher {
public:
  explicit Launcher(std::string source) : source(std::move(source)) {}

  /// A pointer argument. The array is copied into memory of its own, apart
  /// from all others, and back after a run. With `isWritten` false the kernel
  /// has to write it before it reads it.
  template <typename T>
  Launcher &array(std::vector<T> &values, bool isWritten = true) {
    size_t bytes = values.size() * sizeof(T);
    Memory &memory = memories.emplace_back();
    memory.storage.resize(bytes + 3 * guard);
    uint64_t base = reinterpret_cast<uint64_t>(memory.storage.data());
    memory.begin = memory.storage.data() + (2 * guard - base % guard);
    memory.host = reinterpret_cast<char *>(values.data());
    memory.bytes = bytes;
    memcpy(memory.begin, memory.host, bytes);
    memory.written = WrittenBytes(bytes);
    if (isWritten)
      memory.written.mark(0, bytes);
    arguments.push_back(reinterpret_cast<uint64_t>(memory.begin));
    return *this;
  }
  /// An integer argument.
  Launcher &integer(int64_t value) {
    arguments.push_back(value);
    return *this;
  }
  /// An f32 argument.
  Launcher &f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    arguments.push_back(bits);
    return *this;
  }

  /// Runs; returns whether there was no fault.
  bool run(uint32_t x = 1, uint32_t y = 1, uint32_t z = 1) {
    std::vector<InterpreterBuffer> buffers;
    for (Memory &memory : memories)
      buffers.push_back({memory.begin, memory.bytes, &memory.written});
    bool ok = interpret(source, "test.mlir", "", {x, y, z}, arguments, buffers,
                        options, result);
    for (Memory &memory : memories)
      memcpy(memory.host, memory.begin, memory.bytes);
    return ok;
  }

  std::vector<uint64_t> arguments;
  InterpreterOptions options;
  InterpreterResult result;

private:
  static constexpr size_t guard = 512;
  struct Memory {
    std::vector<char> storage;
    char *begin, *host;
    size_t bytes;
    WrittenBytes written;
  };
  std::string source;
  std::deque<Memory> memories;
};

/// Replaces every `$name` of `text`, as {"$T", "f32"} says.
inline std::string
fill(std::string text,
     std::initializer_list<std::pair<const char *, std::string>> names) {
  for (auto [name, value] : names)
    for (size_t at; (at = text.find(name)) != std::string::npos;)
      text.replace(at, strlen(name), value);
  return text;
}

/// Applies `body`, which makes %z of type `out` from tiles %x (and %y, %w) of
/// the types of `in`, to arrays. `body` may say $S for the tiles' shape.
class Elementwise {
public:
  Elementwise(std::vector<std::string> in, std::string out, std::string body)
      : in(std::move(in)), out(std::move(out)), body(std::move(body)) {}

  /// The kernel for tiles of `n` elements.
  std::string source(size_t n) const {
    std::string shape = std::to_string(n) + "x";
    std::string signature, loads;
    const char *names[] = {"x", "y", "w"};
    for (size_t i = 0; i < in.size(); ++i) {
      std::string name = names[i], type = "!tc.ptr<" + in[i] + ">";
      signature += "%p" + name + ": " + type + ", ";
      loads += "%a" + name + " = tc.addptr %p" + name + ", %i : " + type +
               ", tensor<" + shape + "i32>\n%" + name + " = tc.load %a" + name +
               " : tensor<" + shape + type + ">\n";
    }
    return fill("tc.kernel @k($signature%pz: !tc.ptr<$out>) {\n"
                "%i = tc.arange 0 to $n : tensor<$Si32>\n$loads$body\n"
                "%az = tc.addptr %pz, %i : !tc.ptr<$out>, tensor<$Si32>\n"
                "tc.store %az, %z : tensor<$S!tc.ptr<$out>>\n"
                "tc.return\n}\n",
                {{"$signature", signature},
                 {"$loads", loads},
                 {"$body", body},
                 {"$out", out},
                 {"$n", std::to_string(n)},
                 {"$S", shape}});
  }

  /// Runs on arrays of a power of two elements.
  template <typename Z, typename... X>
  std::vector<Z> operator()(std::vector<X>... arrays) {
    size_t n = std::get<0>(std::tie(arrays...)).size();
    std::vector<Z> z(n);
    Launcher launcher(source(n));
    (launcher.array(arrays), ...);
    launcher.array(z, /*isWritten=*/false);
    launcher.options.keepGoing = true;
    launcher.run();
    result = launcher.result;
    return z;
  }
  template <typename Z, typename... X>
  std::vector<Z> run(std::vector<X>... arrays) {
    std::vector<Z> z = operator()<Z>(arrays...);
    EXPECT_EQ(result.diagnostics, "");
    return z;
  }

  InterpreterResult result;

private:
  std::vector<std::string> in;
  std::string out, body;
};

} // namespace minitc::test

#endif // MINITC_TEST_UNIT_INTERPRETER_LAUNCHER_H
