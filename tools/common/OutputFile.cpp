//===- OutputFile.cpp - Files that appear whole or not at all -------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace llvm;

namespace minitc {

static Error cannotWrite(StringRef path, const Twine &reason) {
  return createStringError("cannot write '" + path + "': " + reason);
}

static Error cannotWrite(StringRef path, std::error_code error) {
  return cannotWrite(path, error.message());
}

bool isSpecialOutput(StringRef path) {
  sys::fs::file_status status;
  if (path == "-")
    return true;
  if (sys::fs::status(path, status))
    return false;
  return sys::fs::exists(status) && !sys::fs::is_regular_file(status) &&
         !sys::fs::is_directory(status);
}

/// Writes `contents` to a stream on `descriptor` and reports what failed.
static std::error_code writeAll(int descriptor, bool shouldClose,
                                StringRef contents) {
  raw_fd_ostream stream(descriptor, shouldClose);
  stream << contents;
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

Error OutputFile::prepare() {
  // The file behind a symbolic link is replaced, not the link.
  SmallString<256> target;
  if (!sys::fs::real_path(path, target))
    path = std::string(target);

  sys::fs::file_status status;
  bool replaces = !sys::fs::status(path, status);
  if (replaces && sys::fs::is_directory(status))
    return cannotWrite(path, make_error_code(errc::is_a_directory));
  if (replaces && sys::fs::access(path, sys::fs::AccessMode::Write))
    return cannotWrite(path, make_error_code(errc::permission_denied));

  Expected<sys::fs::TempFile> created =
      sys::fs::TempFile::create(path + ".tmp-%%%%%%%%");
  if (!created)
    return cannotWrite(path, errorToErrorCode(created.takeError()));
  temporary.emplace(std::move(*created));

  if (std::error_code error =
          writeAll(temporary->FD, /*shouldClose=*/false, contents))
    return cannotWrite(path, error);
  if (replaces)
    if (std::error_code error =
            sys::fs::setPermissions(temporary->FD, status.permissions()))
      return cannotWrite(path, error);
  contents.clear();
  return Error::success();
}

Expected<OutputFile> OutputFile::create(StringRef path, StringRef contents) {
  OutputFile file(path, contents);
  if (!isSpecialOutput(path))
    if (Error error = file.prepare())
      return error;
  return file;
}

OutputFile::OutputFile(OutputFile &&other)
    : path(std::move(other.path)), contents(std::move(other.contents)),
      temporary(std::move(other.temporary)) {
  other.temporary.reset();
}

OutputFile::~OutputFile() {
  if (temporary)
    consumeError(temporary->discard());
}

Error OutputFile::commit() {
  if (temporary) {
    Error error = temporary->keep(path);
    if (!error)
      temporary.reset();
    return error ? cannotWrite(path, errorToErrorCode(std::move(error)))
                 : Error::success();
  }

  int descriptor = 1;
  bool isStandardOutput = path == "-";
  if (!isStandardOutput)
    if (std::error_code error = sys::fs::openFileForWrite(
            path, descriptor, sys::fs::CD_OpenExisting))
      return cannotWrite(path, error);
  if (std::error_code error =
          writeAll(descriptor, /*shouldClose=*/!isStandardOutput, contents))
    return cannotWrite(isStandardOutput ? "<stdout>" : StringRef(path), error);
  return Error::success();
}

} // namespace minitc
