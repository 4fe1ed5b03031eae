//===- Error.cpp - The last error of a thread -----------------------------===//

#include "Wrap.h"

using namespace minitc;
using namespace minitc::runtime;

/// An error handle is a pointer to the runtime's own.
static thread_local std::unique_ptr<Error> lastError;

static const Error *unwrap(const minitc_error *error) {
  return reinterpret_cast<const Error *>(error);
}

minitc_status capi::report(Status status) {
  if (status.ok())
    return MINITC_OK;
  lastError = std::make_unique<Error>(std::move(status.error()));
  return static_cast<minitc_status>(lastError->code);
}

minitc_status capi::invalid(std::string message) {
  return report(Status(ErrorCode::InvalidArgument, std::move(message)));
}

const minitc_error *minitc_last_error(void) {
  return reinterpret_cast<const minitc_error *>(lastError.get());
}

minitc_status minitc_error_status(const minitc_error *error) {
  return error ? static_cast<minitc_status>(unwrap(error)->code) : MINITC_OK;
}

const char *minitc_error_message(const minitc_error *error) {
  return error ? unwrap(error)->message.c_str() : "";
}

const char *minitc_error_diagnostics(const minitc_error *error) {
  return error ? unwrap(error)->diagnostics.c_str() : "";
}

const char *minitc_error_call(const minitc_error *error) {
  return error ? unwrap(error)->call.c_str() : "";
}

const char *minitc_error_name(const minitc_error *error) {
  return error ? unwrap(error)->name.c_str() : "";
}

const char *minitc_error_log(const minitc_error *error) {
  return error ? unwrap(error)->log.c_str() : "";
}
