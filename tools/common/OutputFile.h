//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// A file is written beside its final place and renamed into it, so that a
// reader sees the old content or the new, and a failure leaves what was there.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_TOOLS_COMMON_OUTPUTFILE_H
#define MINITC_TOOLS_COMMON_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <string>

namespace minitc {

/// One file to be written. Nothing is visible at `path` until `commit`; an
/// uncommitted file leaves no trace. "-" is standard output. Special files such
/// as /dev/null, and pipes, are written directly. An existing file keeps its
/// permissions, and a symbolic link stays a link.
class OutputFile {
public:
  /// Prepares `contents` for `path`. Errors say "cannot write 'PATH': ...".
  static llvm::Expected<OutputFile> create(llvm::StringRef path,
                                           llvm::StringRef contents);

  OutputFile(OutputFile &&other);
  OutputFile &operator=(OutputFile &&) = delete;
  ~OutputFile();

  /// Puts the contents in place.
  llvm::Error commit();

private:
  OutputFile(llvm::StringRef path, llvm::StringRef contents)
      : path(path), contents(contents) {}

  /// Writes the temporary file.
  llvm::Error prepare();

  std::string path;
  /// What a special file receives at `commit`; empty for a regular file, whose
  /// contents are in `temporary`.
  std::string contents;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

/// Whether `path` names something that is written directly: standard output, a
/// device or a pipe.
bool isSpecialOutput(llvm::StringRef path);

} // namespace minitc

#endif // MINITC_TOOLS_COMMON_OUTPUTFILE_H
