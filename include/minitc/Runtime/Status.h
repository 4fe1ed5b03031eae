//===- Status.h - What went wrong in the runtime ----------------*- C++ -*-===//
//
// The runtime is built without exceptions: a function that can fail returns a
// Status, or a StatusOr<T> when it has a result.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_RUNTIME_STATUS_H
#define MINITC_RUNTIME_STATUS_H

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace minitc::runtime {

/// The values are those of minitc_status.
enum class ErrorCode {
  InvalidArgument = 1,
  Compile = 2,
  Unavailable = 3,
  Device = 4,
  IO = 5,
  Callback = 6
};

/// The fields are those of minitc_error; all but the message may be empty.
struct Error {
  ErrorCode code = ErrorCode::InvalidArgument;
  /// One sentence in lower case, without a full stop.
  std::string message;
  std::string diagnostics;
  std::string call;
  std::string name;
  std::string log;
};

class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;
  Status(Error error) : failure(std::make_unique<Error>(std::move(error))) {}
  Status(ErrorCode code, std::string message)
      : Status(Error{code, std::move(message), {}, {}, {}, {}}) {}

  bool ok() const { return !failure; }
  Error &error() {
    assert(failure && "a success has no error");
    return *failure;
  }

private:
  std::unique_ptr<Error> failure;
};

/// A value, or the reason why there is none.
template <typename T> class [[nodiscard]] StatusOr {
public:
  StatusOr(T value) : held(std::move(value)) {}
  StatusOr(Status status) : reason(std::move(status)) {
    assert(!reason.ok() && "a success needs a value");
  }

  bool ok() const { return held.has_value(); }
  T &operator*() { return *held; }
  T *operator->() { return &*held; }
  /// Moves the reason out.
  Status takeStatus() { return std::move(reason); }
  Error &error() { return reason.error(); }

private:
  std::optional<T> held;
  Status reason;
};

} // namespace minitc::runtime

/// Returns from the function with the status of `expression` if it failed.
#define MINITC_RETURN_IF_ERROR(expression)                                     \
  do {                                                                         \
    if (::minitc::runtime::Status status_ = (expression); !status_.ok())       \
      return status_;                                                          \
  } while (false)

#endif // MINITC_RUNTIME_STATUS_H
